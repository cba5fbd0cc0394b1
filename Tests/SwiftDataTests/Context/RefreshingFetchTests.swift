import Foundation
import Observation
import SwiftData
import Testing

/// What a context shows of another one's saves.
@Suite struct RefreshingFetchTests {
  let container: ModelContainer
  let context: ModelContext
  let shelf = Shelf(name: "Drama")
  let book = Volume(title: "Brand")

  init() throws {
    container = try .library()
    context = ModelContext(container)
    context.insert(shelf)
    shelf.books = [book]
    book.authors = [Writer(name: "Ibsen")]
    try context.save()
  }

  /// Changes the stored models in a context of their own.
  private func changeElsewhere(_ body: (ModelContext, Shelf, Volume) throws -> Void) throws {
    let other = ModelContext(container)
    let shelf = try #require(try other.fetch(FetchDescriptor<Shelf>()).first)
    let book = try #require(try other.fetch(FetchDescriptor<Volume>()).first)
    try body(other, shelf, book)
    try other.save()
  }

  @Test func `a held model keeps its values until it is fetched`() throws {
    try changeElsewhere { _, shelf, _ in shelf.name = "Poetry" }
    #expect(shelf.name == "Drama")
    #expect(try context.fetch(FetchDescriptor<Shelf>()).first === shelf)
    #expect(shelf.name == "Poetry")
    #expect(!context.hasChanges)
  }

  @Test func `looking a model up by its identifier does not refresh it`() throws {
    try changeElsewhere { _, shelf, _ in shelf.name = "Poetry" }
    #expect(context.model(for: shelf.persistentModelID) === shelf)
    let registered: Shelf? = context.registeredModel(for: shelf.persistentModelID)
    #expect(registered === shelf)
    _ = try context.fetchCount(FetchDescriptor<Shelf>())
    _ = try context.fetchIdentifiers(FetchDescriptor<Shelf>())
    #expect(shelf.name == "Drama")
  }

  @Test func `a fetch shows the members that another context has added and removed`() throws {
    #expect(shelf.books == [book])
    try changeElsewhere { other, shelf, book in
      shelf.books = [Volume(title: "Ghosts")]
      book.authors.append(Writer(name: "Archer"))
    }
    _ = try context.fetch(FetchDescriptor<Shelf>())
    _ = try context.fetch(FetchDescriptor<Volume>())
    #expect(shelf.books.map(\.title) == ["Ghosts"])
    #expect(shelf.books.first?.shelf === shelf)
    #expect(book.shelf == nil)
    #expect(book.authors.map(\.name).sorted() == ["Archer", "Ibsen"])
  }

  @Test func `a model with unsaved changes keeps them`() throws {
    book.pages = 7
    try changeElsewhere { _, _, book in book.title = "Ghosts" }
    let found = try context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)]))
    #expect(found == [book])
    #expect(book.title == "Brand")
    #expect(book.pages == 7)
    context.rollback()
    _ = try context.fetch(FetchDescriptor<Volume>())
    #expect(book.title == "Ghosts")
  }

  @Test func `a fetch of some properties refreshes those`() throws {
    try changeElsewhere { _, _, book in
      book.title = "Ghosts"
      book.pages = 7
    }
    var descriptor = FetchDescriptor<Volume>()
    descriptor.propertiesToFetch = [\.title]
    _ = try context.fetch(descriptor)
    #expect(book.title == "Ghosts")
    #expect(book.pages == 100)
  }

  @Test func `observers hear of what a fetch has refreshed`() throws {
    let told = Told()
    withObservationTracking {
      _ = shelf.name
    } onChange: {
      told.count += 1
    }
    _ = try context.fetch(FetchDescriptor<Shelf>())
    #expect(told.count == 0)
    try changeElsewhere { _, shelf, _ in shelf.name = "Poetry" }
    _ = try context.fetch(FetchDescriptor<Shelf>())
    #expect(told.count == 1)
  }

  @Test func `a link that both sides learn of at different times is there once`() throws {
    let more = Volume(title: "Ghosts")
    context.insert(more)
    try context.save()
    let identifier = more.persistentModelID
    try changeElsewhere { other, shelf, _ in
      shelf.books.append(try #require(other.model(for: identifier) as? Volume))
    }
    _ = try context.fetch(FetchDescriptor<Shelf>())
    #expect(shelf.books.count == 2)
    #expect(more.shelf == nil)
    more.shelf = shelf
    #expect(shelf.books.count == 2)
    try context.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetch(FetchDescriptor<Shelf>()).first?.books.count == 2)
  }

  @Test func `values in parts are read anew`() throws {
    let container = try ModelContainer(
      for: Refreshed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let model = Refreshed()
    context.insert(model)
    try context.save()
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Refreshed>()).first)
    same.place = Refreshed.Place(row: 3, column: 4)
    same.tags.append("new")
    try other.save()
    _ = try context.fetch(FetchDescriptor<Refreshed>())
    #expect(model.place == Refreshed.Place(row: 3, column: 4))
    #expect(model.tags == ["old", "new"])
    #expect(model.note == "kept")
  }
}

private final class Told: @unchecked Sendable {
  // Unchecked because the observer is told on the thread of the test.
  var count = 0
}

@Model
private final class Refreshed {
  struct Place: Codable, Equatable {
    var row: Int
    var column: Int
  }

  var place = Place(row: 1, column: 2)
  var tags = ["old"]
  @Attribute(.ephemeral) var note = "kept"

  init() {}
}
