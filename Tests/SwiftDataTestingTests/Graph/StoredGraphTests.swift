import Foundation
import SwiftData
import Testing

@testable import SwiftDataTesting

@Suite struct StoredGraphTests {
  @Test(.modelContainer(for: Entry.self))
  func `models, values and relationships are shown by name and key`() throws {
    let context = try ModelContainer.current.freshContext()
    let entry = Entry(title: "lunch", amount: 2, day: Date(timeIntervalSinceReferenceDate: 0))
    context.insert(entry)
    entry.items = [EntryItem(name: "rye")]
    try context.save()
    let graph = try StoredGraph(of: .current)
    #expect(
      graph.description == """
        Entry/p1
          amount: 2
          day: 2001-01-01T00:00:00.000Z
          items: [EntryItem/p1]
          title: "lunch"
        EntryItem/p1
          entry: Entry/p1
          name: "rye"
        """)
  }

  @Test(.modelContainer(for: Note.self))
  func `structures, lists, data and nil are shown`() throws {
    let context = try ModelContainer.current.freshContext()
    let note = Note(text: "a \"quoted\" text")
    note.tags = ["x", "y"]
    note.attachment = Data([1, 2, 255])
    note.place = Place(name: "Cluj", latitude: 46.77)
    context.insert(note)
    try context.save()
    let text = try StoredGraph(of: .current).description
    #expect(text.contains(#"text: "a \"quoted\" text""#))
    #expect(text.contains(#"tags: ["x", "y"]"#))
    #expect(text.contains("attachment: 3 bytes <0102ff>"))
    #expect(text.contains(#"place: (latitude: 46.77, name: "Cluj")"#))
  }

  @Test(.modelContainer(for: Drawing.self, Circle.self))
  func `an instance of a subclass is shown once, by its own class with what it inherits`() throws {
    let context = try ModelContainer.current.freshContext()
    let circle = Circle(name: "round", radius: 2)
    circle.beside = Drawing(name: "plain")
    context.insert(circle)
    try context.save()
    let graph = try StoredGraph(of: .current)
    let lines = graph.description.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasPrefix("Circle/") }.count == 1)
    #expect(lines.filter { $0.hasPrefix("Drawing/") }.count == 1)
    #expect(lines.contains("  radius: 2.0"))
    #expect(lines.contains(#"  name: "round""#))
    #expect(lines.contains { $0.hasPrefix("  beside: Drawing/p") })
    circle.radius = 3
    circle.name = "wide"
    try context.save()
    let difference = try #require(try StoredGraph(of: .current).difference(from: graph))
    #expect(difference.contains("radius: 2.0"))
    #expect(difference.contains(#""wide""#))
    #expect(!difference.contains("Drawing/"))
  }

  @Test(.modelContainer(for: Entry.self))
  func `a difference names added and removed destinations`() throws {
    let context = try ModelContainer.current.freshContext()
    let entry = Entry(title: "lunch")
    context.insert(entry)
    entry.items = [EntryItem(name: "rye")]
    try context.save()
    let before = try StoredGraph(of: .current)
    entry.items.append(EntryItem(name: "egg"))
    try context.save()
    let difference = try #require(try StoredGraph(of: .current).difference(from: before))
    #expect(difference.contains("~ Entry/p1\n    items: + EntryItem/p2"))
    #expect(difference.contains("+ EntryItem/p2"))
  }

  @Test(.modelContainer(for: Entry.self))
  func `equal graphs have no difference`() throws {
    try Journal(ModelContainer.current.freshContext()).add("rye")
    let graph = try StoredGraph(of: .current)
    #expect(try StoredGraph(of: .current).difference(from: graph) == nil)
    #expect(graph.count == 1)
  }

  @Test func `a container of the app's own is shown too`() throws {
    let container = try ModelContainer(
      for: Entry.self, configurations: ModelConfiguration("foreign", isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Entry(title: "rye", items: [EntryItem(name: "flour")]))
    try context.save()
    let text = try StoredGraph(of: container).description
    #expect(text.contains(#"title: "rye""#))
    #expect(text.contains("entry: Entry/p1"))
  }

  @Test func `a container made from a schema is shown`() throws {
    let container = try ModelContainer.inMemory(for: Schema([Entry.self])) { context in
      context.insert(Entry(title: "rye"))
    }
    #expect(try StoredGraph(of: container).description.contains(#"title: "rye""#))
  }

  @Test(.modelContainer(for: Note.self))
  func `a long graph is cut`() throws {
    let context = try ModelContainer.current.freshContext()
    for number in 1...25 { context.insert(Note(text: "\(number)")) }
    try context.save()
    #expect(try StoredGraph(of: .current).description.hasSuffix("… and 5 more models"))
  }
}

@Suite struct GraphEncoderTests {
  struct Nested: Codable {
    enum Kind: Codable { case plain, named(String) }
    var kind: Kind
    var values: [[Double]]
    var note: String?
  }

  @Test func `nested coded values keep their structure`() throws {
    let value = Nested(kind: .named("x"), values: [[1, .infinity]], note: nil)
    #expect(
      try GraphEncoder.value(of: value).description
        == #"(kind: (named: (_0: "x")), values: [[1.0, inf]])"#)
  }

  @Test func `dates that read alike are told apart in a difference`() {
    let date = Date(timeIntervalSinceReferenceDate: 1)
    let later = Date(timeIntervalSinceReferenceDate: 1.000_001)
    #expect(GraphValue.date(date).change(to: .date(later)).contains("1.000001"))
  }
}

@Model private class Drawing {
  var name: String
  var beside: Drawing?

  init(name: String) { self.name = name }
}

@Model private final class Circle: Drawing {
  var radius: Double

  init(name: String, radius: Double) {
    self.radius = radius
    super.init(name: name)
  }
}
