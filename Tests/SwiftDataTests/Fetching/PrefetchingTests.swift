import Foundation
import SwiftData
import Testing

/// What a fetch loads at once, counted in statements.
@Suite struct PrefetchingTests {
  let container: ModelContainer
  let context: ModelContext
  let counter: StatementCounter

  init() throws {
    container = try .library()
    let writer = ModelContext(container)
    for shelfNumber in 0..<4 {
      let shelf = Shelf(name: "shelf \(shelfNumber)")
      shelf.books = (0..<3).map { Volume(title: "\(shelfNumber).\($0)", pages: $0) }
      writer.insert(shelf)
    }
    let books = try writer.fetch(FetchDescriptor<Volume>())
    for name in ["Ibsen", "Lie"] {
      let author = Writer(name: name)
      author.books = books
      writer.insert(author)
    }
    try writer.save()
    context = ModelContext(container)
    counter = StatementCounter(container)
  }

  @Test func `a to-many relationship takes one statement for all owners`() throws {
    var descriptor = FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)])
    descriptor.relationshipKeyPathsForPrefetching = [\.books]
    let shelves = try context.fetch(descriptor)
    #expect(counter.take().count == 2)
    #expect(shelves.map { $0.books.map(\.title).sorted() }[1] == ["1.0", "1.1", "1.2"])
    #expect(shelves.flatMap(\.books).allSatisfy { $0.shelf != nil })
    #expect(counter.take().isEmpty)
  }

  @Test func `a to-one relationship takes one statement for all destinations`() throws {
    var descriptor = FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)])
    descriptor.relationshipKeyPathsForPrefetching = [\.shelf]
    let books = try context.fetch(descriptor)
    #expect(counter.take().count == 2)
    #expect(books.map { $0.shelf?.name }[3] == "shelf 1")
    #expect(Set(books.compactMap { $0.shelf?.name }).count == 4)
    #expect(counter.take().isEmpty)
  }

  @Test func `a many-to-many relationship takes one statement`() throws {
    var descriptor = FetchDescriptor<Volume>()
    descriptor.relationshipKeyPathsForPrefetching = [\.authors, \.shelf]
    let books = try context.fetch(descriptor)
    #expect(counter.take().count == 3)
    #expect(books.allSatisfy { $0.authors.map(\.name).sorted() == ["Ibsen", "Lie"] })
    #expect(counter.take().isEmpty)
  }

  @Test func `without prefetching each owner takes its own statements`() throws {
    let shelves = try context.fetch(FetchDescriptor<Shelf>())
    _ = shelves.map { $0.books.map(\.title) }
    #expect(counter.take().count > shelves.count)
  }

  @Test func `prefetched relationships are changed and saved like others`() throws {
    var descriptor = FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)])
    descriptor.relationshipKeyPathsForPrefetching = [\.books]
    let shelves = try context.fetch(descriptor)
    let moved = shelves[0].books[0]
    shelves[1].books.append(moved)
    context.rollback()
    #expect(shelves[0].books.count == 3)
    shelves[1].books.append(moved)
    try context.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetch(descriptor).map(\.books.count) == [2, 4, 3, 3])
  }

  @Test func `unsaved changes are not overwritten by what is prefetched`() throws {
    let shelf = try #require(
      try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)])).first)
    let book = try #require(shelf.books.first)
    book.title = "edited"
    shelf.books = [book]
    var descriptor = FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)])
    descriptor.relationshipKeyPathsForPrefetching = [\.books]
    for pending in [true, false] {
      descriptor.includePendingChanges = pending
      #expect(try context.fetch(descriptor).first?.books.map(\.title) == ["edited"])
    }
  }

  @Test func `an attribute cannot be prefetched`() {
    var descriptor = FetchDescriptor<Shelf>()
    descriptor.relationshipKeyPathsForPrefetching = [\.name]
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetch(descriptor) }
  }

  // MARK: - Properties

  private var titles: FetchDescriptor<Volume> {
    var descriptor = FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)])
    descriptor.propertiesToFetch = [\.title]
    return descriptor
  }

  @Test func `only the properties asked for are loaded at first`() throws {
    let books = try context.fetch(titles)
    let statements = counter.take()
    #expect(statements.count == 1)
    #expect(statements[0].contains("ZTITLE") && !statements[0].contains("ZPAGES"))
    #expect(books.map(\.title).prefix(3) == ["0.0", "0.1", "0.2"])
    #expect(counter.take().isEmpty)
  }

  @Test func `the others come with one statement, for all of them`() throws {
    let books = try context.fetch(titles)
    _ = counter.take()
    #expect(books[2].pages == 2)
    #expect(books[2].published == nil)
    #expect(books[2].shelf?.persistentModelID != nil)
    #expect(books[2].title == "0.2")
    #expect(counter.take().count == 1)
  }

  @Test func `an edit loads the rest, is saved, and rolls back`() throws {
    let books = try context.fetch(titles)
    books[0].title = "edited"
    #expect(books[0].hasChanges)
    #expect(books[0].pages == 0)
    context.rollback()
    #expect(books[0].title == "0.0")
    books[0].title = "saved"
    books[2].pages = 99
    try context.save()
    let fresh = ModelContext(container)
    let stored = try fresh.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)]))
    #expect(stored.contains { $0.title == "saved" && $0.pages == 0 && $0.shelf != nil })
    #expect(stored.contains { $0.title == "0.2" && $0.pages == 99 && $0.authors.count == 2 })
  }

  @Test func `a model with some properties is deleted like others`() throws {
    let books = try context.fetch(titles)
    context.delete(books[0])
    context.processPendingChanges()
    context.rollback()
    #expect(try context.fetchCount(titles) == 12)
    #expect(books[0].title == "0.0")
    context.delete(books[0])
    try context.save()
    #expect(try context.fetchCount(titles) == 11)
  }

  @Test func `a model that the context has is left as it is`() throws {
    let all = try context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)]))
    let same = try context.fetch(titles)
    #expect(all == same)
    _ = counter.take()
    #expect(same[1].pages == 1)
    #expect(counter.take().isEmpty)
  }

  @Test func `two fetches of some properties add up, and a whole one completes`() throws {
    let books = try context.fetch(titles)
    var pages = FetchDescriptor<Volume>()
    pages.propertiesToFetch = [\.pages]
    _ = try context.fetch(pages)
    _ = counter.take()
    #expect(books[1].title == "0.1")
    #expect(books[1].pages == 1)
    #expect(counter.take().isEmpty)
    _ = try context.fetch(FetchDescriptor<Volume>())
    _ = counter.take()
    #expect(books[1].isLent == false)
    #expect(counter.take().isEmpty)
  }

  @Test func `a key path that is not persisted is refused`() {
    var descriptor = FetchDescriptor<Shelf>()
    descriptor.propertiesToFetch = [\.persistentModelID]
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetch(descriptor) }
  }
}
