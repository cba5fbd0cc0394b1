import Observation
@_spi(Testing) import SwiftData
import Synchronization
import Testing

@Suite struct ModelContextRollbackTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
  }

  @Test func `an inserted model leaves the context`() throws {
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    context.rollback()
    #expect(shelf.modelContext == nil)
    #expect(!context.hasChanges)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Shelf>()) == 0)
  }

  @Test func `a changed model has its committed values in the same instance`() throws {
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    try context.save()
    shelf.name = "Drama"
    context.rollback()
    #expect(shelf.name == "Poetry")
    #expect(!shelf.hasChanges)
  }

  /// Changes the stored book and deletes it, so that its delete rules are applied twice.
  private func deleteTwice(
    in context: ModelContext, change: (Volume, Writer) -> Void
  ) throws -> (Writer, Volume) {
    let writer = try #require(try context.fetch(FetchDescriptor<Writer>()).first)
    let doomed = try #require(try context.fetch(FetchDescriptor<Volume>()).first)
    change(doomed, writer)
    context.delete(doomed)
    context.processPendingChanges()
    // The save applies the rules of a changed model again, and is refused.
    context.insert(Stray())
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(writer.books.isEmpty)
    return (writer, doomed)
  }

  @Test func `what a deletion took out of an unread collection twice comes back once`() throws {
    let book = Volume(title: "Brand")
    book.authors = [Writer(name: "Ibsen")]
    context.insert(book)
    try context.save()
    let other = ModelContext(container)
    let (writer, doomed) = try deleteTwice(in: other) { doomed, _ in doomed.pages = 7 }
    other.rollback()
    #expect(writer.books == [doomed])
    try other.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Volume>()) == 1)
  }

  @Test func `what was added to an unread collection and taken out twice does not come back`()
    throws
  {
    context.insert(Volume(title: "Brand"))
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    let other = ModelContext(container)
    let (writer, doomed) = try deleteTwice(in: other) { $0.authors.append($1) }
    other.rollback()
    #expect(writer.books.isEmpty)
    #expect(doomed.authors.isEmpty)
  }

  @Test
  func `what a cascade of a repeated rule took out of an unread collection comes back once`() throws
  {
    let container = try HazardConfiguration.$current.withValue(HazardConfiguration(.ignore)) {
      try ModelContainer.library()
    }
    let context = ModelContext(container)
    let book = Volume(title: "Brand")
    book.authors = [Writer(name: "Ibsen")]
    context.insert(book)
    context.insert(Shelf(name: "Poetry"))
    try context.save()
    let other = ModelContext(container)
    let writer = try #require(try other.fetch(FetchDescriptor<Writer>()).first)
    let doomed = try #require(try other.fetch(FetchDescriptor<Volume>()).first)
    let shelf = try #require(try other.fetch(FetchDescriptor<Shelf>()).first)
    shelf.name = "Drama"
    other.delete(shelf)
    other.processPendingChanges()
    // Put on the shelf after its deletion was processed, the book goes with it at the save, which is refused.
    doomed.shelf = shelf
    other.insert(Stray())
    #expect(throws: SwiftDataError.self) { try other.save() }
    #expect(writer.books.isEmpty)
    other.rollback()
    #expect(writer.books == [doomed])
    #expect(doomed.shelf == nil)
  }

  @Test func `a processed deletion is taken back with the children that it took along`() throws {
    let shelf = Shelf(name: "Poetry")
    shelf.books = [Volume(title: "Brand"), Volume(title: "Peer Gynt")]
    context.insert(shelf)
    try context.save()
    context.delete(shelf)
    context.processPendingChanges()
    #expect(context.deletedModelsArray.count == 3)
    context.rollback()
    #expect(shelf.name == "Poetry")
    #expect(Set(shelf.books.map(\.title)) == ["Brand", "Peer Gynt"])
    #expect(shelf.books.allSatisfy { $0.shelf === shelf })
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Volume>()) == 2)
  }

  @Test func `both sides of a relationship go back`() throws {
    let first = Shelf(name: "Poetry")
    let second = Shelf(name: "Drama")
    let book = Volume(title: "Brand", shelf: first)
    context.insert(book)
    context.insert(second)
    try context.save()
    book.shelf = second
    #expect(second.books.count == 1)
    context.rollback()
    #expect(book.shelf === first)
    #expect(first.books.map(\.title) == ["Brand"])
    #expect(second.books.isEmpty)
  }

  @Test func `a rolled back change is not written by the next save`() throws {
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    try context.save()
    shelf.name = "Drama"
    context.rollback()
    context.insert(Shelf(name: "Essays"))
    try context.save()
    let names = try ModelContext(container).fetch(FetchDescriptor<Shelf>()).map(\.name)
    #expect(Set(names) == ["Poetry", "Essays"])
  }
}

extension ModelContextRollbackTests {
  @Test func `observers hear of values that come back`() throws {
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    try context.save()
    shelf.name = "Drama"
    let heard = Mutex(false)
    withObservationTracking {
      _ = shelf.name
    } onChange: {
      heard.withLock { $0 = true }
    }
    context.rollback()
    #expect(heard.withLock { $0 })
    #expect(!context.hasChanges)
  }
}

/// A model that the schema lacks.
@Model private final class Stray {
  var name = ""

  init() {}
}
