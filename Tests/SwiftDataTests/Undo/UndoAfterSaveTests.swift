import Foundation
import SwiftData
import Testing

/// Undoing what the store has gone past meanwhile.
@Suite struct UndoAfterSaveTests {
  let container: ModelContainer
  let context: ModelContext
  let manager = UndoManager()

  init() throws {
    container = try ModelContainer(
      for: Shelf.self, Volume.self, Writer.self, Loan.self, Scrapbook.self, Clipping.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    manager.groupsByEvent = false
  }

  /// Runs a body whose changes are one group.
  private func group(_ body: () throws -> Void) rethrows {
    if context.undoManager == nil { context.undoManager = manager }
    manager.beginUndoGrouping()
    try body()
    manager.endUndoGrouping()
  }

  private func count<T: PersistentModel>(_ type: T.Type) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<T>())
  }

  /// Saves models in a context of their own.
  private func save(_ models: any PersistentModel...) throws {
    let other = ModelContext(container)
    for model in models { other.insert(model) }
    try other.save()
  }

  /// A model that was never read, and whose row another context has deleted.
  private func unreadVolumeWithoutRow() throws -> Volume {
    try save(Volume(title: "Brand"))
    let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<Volume>()).first)
    let unread = try #require(context.model(for: identifier) as? Volume)
    let other = ModelContext(container)
    other.delete(other.model(for: identifier) as! Volume)
    try other.save()
    return unread
  }

  @Test func `the deletion of an unread model whose row was gone before brings nothing back`()
    throws
  {
    let unread = try unreadVolumeWithoutRow()
    try group {
      context.delete(unread)
      try context.save()
    }
    manager.undo()
    #expect(!context.hasChanges)
    try context.save()
    #expect(try count(Volume.self) == 0)
  }

  @Test func `the unsaved deletion of an unread model whose row is gone can be undone`() throws {
    let unread = try unreadVolumeWithoutRow()
    group { context.delete(unread) }
    manager.undo()
    #expect(context.deletedModelsArray.isEmpty)
    #expect(!unread.isDeleted)
  }

  @Test func `an insertion that became an update does not take the stored model away`() throws {
    let former = Writer(name: "Ibsen")
    former.books = [Volume(title: "Brand")]
    context.insert(former)
    try context.save()
    try group {
      let later = Writer(name: "Ibsen")
      later.books = [Volume(title: "Peer Gynt")]
      context.insert(later)
      try context.save()
    }
    manager.undo()
    try context.save()
    #expect(try count(Writer.self) == 1)
    #expect(former.modelContext === context)
    manager.redo()
    try context.save()
    #expect(try count(Writer.self) == 1)
  }

  @Test func `an instance whose insertion was an update is undone when it is inserted again`()
    throws
  {
    let former = Writer(name: "Ibsen")
    context.insert(former)
    try context.save()
    let later = Writer(name: "Ibsen")
    try group {
      context.insert(later)
      try context.save()
    }
    try group {
      context.delete(former)
      try context.save()
    }
    group { context.insert(later) }
    #expect(context.insertedModelsArray.count == 1)
    manager.undo()
    #expect(context.insertedModelsArray.isEmpty)
    try context.save()
    #expect(try count(Writer.self) == 0)
  }

  @Test func `a deletion right after a new link comes back without the link`() throws {
    let book = Volume(title: "Brand")
    let writer = Writer(name: "Ibsen")
    context.insert(book)
    context.insert(writer)
    try context.save()
    group {
      book.authors.append(writer)
      context.delete(writer)
    }
    manager.undo()
    #expect(book.authors.isEmpty)
    #expect(writer.books.isEmpty)
    try context.save()
    let other = ModelContext(container)
    let stored = try other.fetch(FetchDescriptor<Volume>())
    #expect(stored.map(\.authors.count) == [0])
    #expect(try count(Writer.self) == 1)
  }

  @Test func `a deletion right after a move comes back to where the model was`() throws {
    let poetry = Shelf(name: "Poetry")
    let drama = Shelf(name: "Drama")
    let book = Volume(title: "Brand", shelf: poetry)
    for model in [poetry, drama] { context.insert(model) }
    context.insert(book)
    try context.save()
    group {
      book.shelf = drama
      context.delete(book)
    }
    manager.undo()
    #expect(book.shelf === poetry)
    #expect(poetry.books == [book])
    #expect(drama.books.isEmpty)
    try context.save()
    let other = ModelContext(container)
    let stored = try other.fetch(FetchDescriptor<Volume>())
    #expect(stored.map(\.shelf?.name) == ["Poetry"])
    manager.redo()
    try context.save()
    #expect(try count(Volume.self) == 0)
  }

  @Test func `a to-one destination that a batch deletion took is not linked again`() throws {
    let drama = Shelf(name: "Drama")
    let book = Volume(title: "Brand", shelf: drama)
    context.insert(book)
    context.insert(Shelf(name: "Poetry"))
    try context.save()
    try group {
      book.shelf = nil
      try context.save()
    }
    try context.delete(model: Shelf.self, where: #Predicate { $0.name == "Drama" })
    try context.save()
    manager.undo()
    #expect(book.shelf == nil)
    try context.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Volume>()).first)
    #expect(stored.shelf == nil)
    #expect(try count(Shelf.self) == 1)
  }

  @Test func `a to-many destination that a batch deletion took is not linked again`() throws {
    let ibsen = Writer(name: "Ibsen")
    ibsen.books = [Volume(title: "Brand"), Volume(title: "Ghosts")]
    context.insert(ibsen)
    try context.save()
    try group {
      ibsen.books = []
      try context.save()
    }
    try context.delete(model: Volume.self, where: #Predicate { $0.title == "Ghosts" })
    try context.save()
    manager.undo()
    #expect(ibsen.books.map(\.title) == ["Brand"])
    try context.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Writer>()).first)
    #expect(stored.books.map(\.title) == ["Brand"])
    #expect(try count(Volume.self) == 1)
  }

  @Test func `a model that is deleted with a relationship it never read comes back with it`() throws
  {
    let scrapbook = Scrapbook(name: "1890")
    scrapbook.clippings = [Clipping(text: "Hedda Gabler"), Clipping(text: "Hunger")]
    try save(scrapbook)
    try group {
      let unread = try #require(try context.fetch(FetchDescriptor<Scrapbook>()).first)
      context.delete(unread)
      try context.save()
    }
    #expect(try count(Scrapbook.self) == 0)
    manager.undo()
    try context.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Scrapbook>()).first)
    #expect(stored.clippings.map(\.text).sorted() == ["Hedda Gabler", "Hunger"])
    #expect(try count(Clipping.self) == 2)
  }
}

/// Leads to clippings, which know nothing of it, so that no delete rule has to read them.
@Model private final class Scrapbook {
  var name: String
  var clippings: [Clipping] = []

  init(name: String) { self.name = name }
}

@Model private final class Clipping {
  var text: String

  init(text: String) { self.text = text }
}
