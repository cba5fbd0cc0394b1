import Foundation
import SwiftData
import Testing

/// The differences in queries and hierarchies that Docs/Differences.md lists.
@Suite struct QueryDifferencesTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
  }

  @Test
  func `a cast with 'as?' to a class that the schema lacks is nil, and a test with 'is' false`()
    throws
  {
    let container = try ModelContainer(
      for: Schema([Excursion.self]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Excursion(code: "A", name: "Walk"))
    try context.save()
    #expect(
      try context.names(of: Excursion.self, where: #Predicate { $0 is BusinessExcursion }) == [])
    #expect(
      try context.names(
        of: Excursion.self, where: #Predicate { ($0 as? BusinessExcursion)?.perDiem == nil })
        == ["Walk"])
  }

  @Test
  func `the history names an inherited property by the key path of the class that declares it`()
    throws
  {
    let container = try ModelContainer.journeys()
    let context = ModelContext(container)
    let visit = BusinessExcursion(code: "B", name: "Visit", perDiem: 30)
    context.insert(visit)
    try context.save()
    visit.name = "Long visit"
    try context.save()
    let change = try #require(try context.history().last?.changes.first)
    guard case .update(let update as DefaultHistoryUpdate<BusinessExcursion>) = change else {
      Issue.record("\(change) is no update of the visit")
      return
    }
    #expect(update.updatedAttributes.map { $0 as AnyKeyPath } == [\Excursion.name])
  }

  @Test func `an offset counts where the context filters or sorts for its store`() throws {
    let (container, context) = try ModelContext.overCustomStore(["a", "b", "c", "d"])
    var descriptor = FetchDescriptor<Stranger>(
      predicate: #Predicate { $0.name != "a" }, sortBy: [SortDescriptor(\.name)])
    descriptor.fetchOffset = 1
    descriptor.fetchLimit = 1
    // The limit is lost, as on Apple's systems.
    #expect(try context.fetch(descriptor).map(\.name) == ["c", "d"])
    descriptor.predicate = nil
    #expect(try context.fetch(descriptor).map(\.name) == ["b", "c", "d"])
    withExtendedLifetime(container) {}
  }

  @Test func `a context filters and sorts for its store by the rules of the built-in one`() throws {
    let names = ["z", "ä", "B", "a", "10", "9"]
    let (container, context) = try ModelContext.overCustomStore(names)
    let builtInContainer = try ModelContainer(
      for: Stranger.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let builtIn = try builtInContainer.contextWithStrangers(names)
    let predicates: [Predicate<Stranger>?] = [
      nil, #Predicate { $0.name.localizedStandardContains("A") },
    ]
    for predicate in predicates {
      let descriptor = FetchDescriptor<Stranger>(
        predicate: predicate, sortBy: [SortDescriptor(\.name)])
      let expected = try builtIn.fetch(descriptor).map(\.name)
      #expect(expected.count > 1)
      #expect(try context.fetch(descriptor).map(\.name) == expected)
    }
    withExtendedLifetime((container, builtInContainer)) {}
  }

  @Test func `texts are compared by their bytes`() throws {
    context.insert(Shelf(name: "caf\u{65}\u{301}"))
    try context.save()
    let composed = "caf\u{e9}"
    let descriptor = FetchDescriptor<Shelf>(predicate: #Predicate { $0.name == composed })
    #expect(try context.fetchCount(descriptor) == 0)
  }

  @Test func `texts sort by one rule for all languages`() throws {
    for name in ["z", "ä", "B", "a", "10", "9"] { context.insert(Shelf(name: name)) }
    try context.save()
    let descriptor = FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)])
    #expect(try context.fetch(descriptor).map(\.name) == ["9", "10", "a", "ä", "B", "z"])
  }

  @Test func `a division by zero matches nothing`() throws {
    context.insert(Volume(title: "Brand", pages: 0))
    try context.save()
    let descriptor = FetchDescriptor<Volume>(predicate: #Predicate { 100 / $0.pages >= 0 })
    #expect(try context.fetchCount(descriptor) == 0)
  }
}
