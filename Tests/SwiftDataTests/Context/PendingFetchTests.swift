import SwiftData
import Testing

/// One result over stored rows and pending changes.
@Suite struct PendingFetchTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
    for pages in [100, 200, 300] { context.insert(Volume(title: "\(pages)", pages: pages)) }
    try context.save()
  }

  private var long: FetchDescriptor<Volume> {
    FetchDescriptor(predicate: #Predicate { $0.pages >= 200 }, sortBy: [SortDescriptor(\.pages)])
  }

  @Test func `an unsaved insertion takes part`() throws {
    context.insert(Volume(title: "new", pages: 250))
    #expect(try context.fetch(long).map(\.title) == ["200", "new", "300"])
    #expect(try context.fetchCount(long) == 3)
  }

  @Test func `an unsaved change decides`() throws {
    let all = try context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.pages)]))
    all[0].pages = 1_000
    all[2].pages = 1
    #expect(try context.fetch(long).map(\.title) == ["200", "100"])
  }

  @Test func `an unsaved deletion is left out`() throws {
    let all = try context.fetch(long)
    context.delete(all[0])
    #expect(try context.fetch(long).map(\.title) == ["300"])
  }

  @Test func `limit and offset count over both`() throws {
    context.insert(Volume(title: "new", pages: 250))
    var descriptor = long
    descriptor.fetchOffset = 1
    descriptor.fetchLimit = 1
    #expect(try context.fetch(descriptor).map(\.title) == ["new"])
  }

  @Test func `a change of a related model decides`() throws {
    let shelf = Shelf(name: "Poetry")
    let book = try #require(try context.fetch(long).first)
    book.shelf = shelf
    try context.save()
    shelf.name = "Drama"
    let descriptor = FetchDescriptor<Volume>(predicate: #Predicate { $0.shelf?.name == "Drama" })
    #expect(try context.fetch(descriptor) == [book])
  }

  @Test func `pending changes stay out where the descriptor says so`() throws {
    context.insert(Volume(title: "new", pages: 250))
    var descriptor = long
    descriptor.includePendingChanges = false
    #expect(try context.fetchCount(descriptor) == 2)
  }

  @Test func `identifiers refuse a sort order with pending changes`() {
    #expect(throws: SwiftDataError.sortingPendingChangesWithIdentifiers) {
      try context.fetchIdentifiers(long)
    }
  }

  @Test func `batches refuse pending changes`() {
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try context.fetch(long, batchSize: 10)
    }
  }

  @Test func `batches give every model`() throws {
    var descriptor = FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.pages)])
    descriptor.includePendingChanges = false
    #expect(try context.fetch(descriptor, batchSize: 2).map(\.pages) == [100, 200, 300])
  }

  @Test func `an enumeration passes every model`() throws {
    var pages: [Int] = []
    try context.enumerate(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.pages)]), batchSize: 2)
    {
      pages.append($0.pages)
    }
    #expect(pages == [100, 200, 300])
  }

  @Test func `an enumeration refuses a context with changes`() throws {
    context.insert(Volume(title: "new"))
    #expect(throws: SwiftDataError.self) {
      try context.enumerate(FetchDescriptor<Volume>()) { _ in }
    }
  }
}
