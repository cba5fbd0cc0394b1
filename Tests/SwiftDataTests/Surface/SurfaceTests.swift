import Foundation
import SwiftData
import Testing

/// The public API as a consumer's code meets it: the other files of this folder compile only if every
/// member has the labels, types and constraints that Apple's module gives it.
@Suite struct SurfaceTests {
  @Test func `the configurations of a container can be set, and its stores stay as they are`()
    throws
  {
    let container = try ModelContainer(
      for: Signed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    ModelContext(container).insert(Signed(text: "before"))
    container.configurations = []
    #expect(container.configurations.isEmpty)
    let context = ModelContext(container)
    context.insert(Signed(text: "after"))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Signed>()) == 1)
  }

  @Test func `a schema comes back from the file that it was saved to`() throws {
    let schema = Schema([Signed.self], version: Schema.Version(2, 0, 1))
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "schema-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try schema.save(to: url)
    #expect(try Schema.load(from: url) == schema)
  }

  @Test func `a file that holds no schema is refused`() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "schema-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("[]".utf8).write(to: url)
    #expect(throws: DecodingError.self) { try Schema.load(from: url) }
  }

  @Test func `indexes and unique constraints come back from their coded form`() throws {
    let index = Schema.Index<Signed>([\.text], [\.number, \.text])
    let unique = Schema.Unique<Signed>([\.text, \.number])
    let encoder = JSONEncoder()
    #expect(
      try JSONDecoder().decode(Schema.Index<Signed>.self, from: encoder.encode(index)) == index)
    #expect(
      try JSONDecoder().decode(Schema.Unique<Signed>.self, from: encoder.encode(unique)) == unique)
  }

  @Test func `an index over inherited properties is coded by their names`() throws {
    let index = Schema.Index<BusinessExcursion>([\.perDiem], [\.name, \.perDiem])
    let data = try JSONEncoder().encode(index)
    let decoded = try JSONDecoder().decode(Schema.Index<BusinessExcursion>.self, from: data)
    #expect(try JSONEncoder().encode(decoded) == data)
    let visit = BusinessExcursion(code: "B", name: "Visit", perDiem: 30)
    guard case .binary(let keyPaths) = try #require(decoded.indices.last) else {
      Issue.record("\(decoded.indices) are no binary indexes")
      return
    }
    #expect(keyPaths.map { "\(visit[keyPath: $0])" } == ["Visit", "30.0"])
  }

  @Test func `an identifier is temporary until the first save`() throws {
    let container = try ModelContainer(
      for: Signed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let model = Signed(text: "a")
    context.insert(model)
    #expect(model.persistentModelID.isTemporary)
    #expect(model.persistentModelID.storeIdentifier == nil)
    try context.save()
    #expect(!model.persistentModelID.isTemporary)
  }

  @Test func `a model that is written by hand is stored`() throws {
    let container = try ModelContainer(
      for: HandWritten.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(HandWritten(text: "a"))
    try context.save()
    let found = try ModelContext(container).fetch(FetchDescriptor<HandWritten>())
    #expect(found.map(\.text) == ["a"])
  }

  @Test func `backing data of one's own keeps its values`() {
    var data = OwnBackingData(for: HandWritten.self)
    data.setValue(forKey: \.text, to: "a")
    #expect(data.getValue(forKey: \.text) == "a")
  }

  @Test func `a key of a snapshot is the property's name`() {
    #expect(DataStoreSnapshotCodingKey.modeledProperty("text").stringValue == "text")
    #expect(DataStoreSnapshotCodingKey(stringValue: "text")?.stringValue == "text")
    #expect(DataStoreSnapshotCodingKey(intValue: 1) == nil)
    #expect(DataStoreSnapshotCodingKey.persistentIdentifier.intValue == nil)
  }
}

/// Whether two descriptors ask for the same.
@Suite struct FetchDescriptorEqualityTests {
  private func descriptor(above number: Int, containing text: String = "a") -> FetchDescriptor<
    Signed
  > {
    FetchDescriptor(
      predicate: #Predicate { $0.number > number && $0.text.contains(text) },
      sortBy: [SortDescriptor(\.text)])
  }

  @Test func `descriptors of the same text and equal captured values are equal`() {
    #expect(descriptor(above: 3) == descriptor(above: 3))
  }

  @Test func `a captured value tells descriptors apart`() {
    #expect(descriptor(above: 3) != descriptor(above: 4))
    #expect(descriptor(above: 3) != descriptor(above: 3, containing: "b"))
  }

  @Test func `the text of a predicate tells descriptors apart`() {
    let less = FetchDescriptor<Signed>(predicate: #Predicate { $0.number < 3 })
    let more = FetchDescriptor<Signed>(predicate: #Predicate { $0.number > 3 })
    let number = FetchDescriptor<Signed>(predicate: #Predicate { $0.text == "3" })
    let other = FetchDescriptor<Signed>(predicate: #Predicate { $0.note == "3" })
    #expect(less != more)
    #expect(number != other)
    #expect(less != FetchDescriptor<Signed>())
  }

  @Test func `variables of nested closures are told apart by their place`() {
    func matching(_ name: String) -> FetchDescriptor<Signed> {
      FetchDescriptor(predicate: #Predicate { signed in signed.parts.contains { $0.name == name } })
    }
    #expect(matching("a") == matching("a"))
    #expect(matching("a") != matching("b"))
  }

  @Test func `everything else in a descriptor counts`() {
    let plain = FetchDescriptor<Signed>()
    func changed(_ change: (inout FetchDescriptor<Signed>) -> Void) -> FetchDescriptor<Signed> {
      var copy = plain
      change(&copy)
      return copy
    }
    #expect(plain == changed { _ in })
    #expect(plain != changed { $0.fetchLimit = 1 })
    #expect(plain != changed { $0.fetchOffset = 1 })
    #expect(plain != changed { $0.includePendingChanges = false })
    #expect(plain != changed { $0.sortBy = [SortDescriptor(\.text)] })
    #expect(plain != changed { $0.propertiesToFetch = [\.text] })
    #expect(plain != changed { $0.relationshipKeyPathsForPrefetching = [\.parts] })
  }
}

@Model final class Signed {
  var text: String
  var number = 0
  var note: String?
  @Attribute(.unique, originalName: "key", hashModifier: "2") var code = UUID()
  @Relationship(
    deleteRule: .cascade, minimumModelCount: 0, maximumModelCount: 9, originalName: "pieces",
    inverse: \SignedPart.whole, hashModifier: "1") var parts: [SignedPart] = []
  @Transient var scratch = 0

  #Index<Signed>([\.text])
  #Unique<Signed>([\.text, \.number])

  init(text: String) { self.text = text }
}

@Model final class SignedPart {
  var name: String
  var whole: Signed?
  var optionalParts: [SignedPart]?

  init(name: String) { self.name = name }
}
