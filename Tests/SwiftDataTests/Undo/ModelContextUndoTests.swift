import Foundation
import SwiftData
import Testing

@Suite struct ModelContextUndoTests {
  let container: ModelContainer
  let context: ModelContext
  let manager = UndoManager()

  init() throws {
    container = try .library()
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

  private func titles() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Volume>()).map(\.title).sorted()
  }

  @Test func `a context has no undo manager unless it is given one`() {
    #expect(context.undoManager == nil)
    context.undoManager = manager
    #expect(context.undoManager === manager)
    context.undoManager = nil
    context.insert(Shelf(name: "Poetry"))
    context.processPendingChanges()
    #expect(!manager.canUndo)
  }

  @Test func `an insertion is undone and redone with the same instance`() throws {
    let book = Volume(title: "Brand")
    group { context.insert(book) }
    manager.undo()
    #expect(context.insertedModelsArray.isEmpty)
    #expect(book.modelContext == nil)
    try context.save()
    #expect(try titles().isEmpty)
    manager.redo()
    #expect(book.modelContext === context)
    try context.save()
    #expect(try titles() == ["Brand"])
    #expect(book.title == "Brand")
  }

  @Test func `an insertion that was saved is undone by a deletion`() throws {
    let book = Volume(title: "Brand")
    group { context.insert(book) }
    try context.save()
    manager.undo()
    #expect(context.deletedModelsArray.count == 1)
    try context.save()
    #expect(try titles().isEmpty)
    manager.redo()
    try context.save()
    #expect(try titles() == ["Brand"])
  }

  @Test func `an edit is undone and redone`() throws {
    let book = Volume(title: "Brand")
    context.insert(book)
    try context.save()
    group {
      book.title = "Peer Gynt"
      book.title = "Ghosts"
      book.pages = 5
    }
    manager.undo()
    #expect(book.title == "Brand")
    #expect(book.pages == 100)
    manager.redo()
    #expect(book.title == "Ghosts")
    #expect(book.pages == 5)
    try context.save()
    #expect(try titles() == ["Ghosts"])
  }

  @Test func `an edit that was saved is undone by a new change`() throws {
    let book = Volume(title: "Brand")
    context.insert(book)
    try context.save()
    try group {
      book.title = "Ghosts"
      try context.save()
    }
    #expect(!context.hasChanges)
    manager.undo()
    #expect(book.title == "Brand")
    #expect(context.changedModelsArray.count == 1)
    try context.save()
    #expect(try titles() == ["Brand"])
  }

  @Test func `a deletion is undone and redone with the same instance`() throws {
    let book = Volume(title: "Brand")
    context.insert(book)
    try context.save()
    group { context.delete(book) }
    #expect(context.deletedModelsArray.count == 1)
    manager.undo()
    #expect(context.deletedModelsArray.isEmpty)
    #expect(!book.isDeleted)
    #expect(!context.hasChanges)
    manager.redo()
    try context.save()
    #expect(try titles().isEmpty)
  }

  @Test func `a deletion that was saved is undone by an insertion`() throws {
    let shelf = Shelf(name: "Drama")
    let book = Volume(title: "Brand", shelf: shelf)
    context.insert(book)
    try context.save()
    try group {
      context.delete(book)
      try context.save()
    }
    #expect(shelf.books.isEmpty)
    manager.undo()
    #expect(book.modelContext === context)
    #expect(shelf.books == [book])
    try context.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Volume>()).first)
    #expect(stored.title == "Brand")
    #expect(stored.shelf?.name == "Drama")
  }

  @Test func `what a deletion took along comes back with it`() throws {
    let shelf = Shelf(name: "Drama")
    shelf.books = [Volume(title: "Brand"), Volume(title: "Ghosts")]
    context.insert(shelf)
    try context.save()
    try group {
      context.delete(shelf)
      try context.save()
    }
    #expect(try titles().isEmpty)
    manager.undo()
    try context.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Shelf>()).first)
    #expect(stored.books.map(\.title).sorted() == ["Brand", "Ghosts"])
    manager.redo()
    try context.save()
    #expect(try titles().isEmpty)
  }

  @Test func `both sides of a relationship are undone and redone`() throws {
    let drama = Shelf(name: "Drama")
    let poetry = Shelf(name: "Poetry")
    let book = Volume(title: "Brand", shelf: drama)
    for model in [drama, poetry] { context.insert(model) }
    context.insert(book)
    try context.save()
    group { book.shelf = poetry }
    manager.undo()
    #expect(book.shelf === drama)
    #expect(drama.books == [book])
    #expect(poetry.books.isEmpty)
    manager.redo()
    #expect(book.shelf === poetry)
    #expect(drama.books.isEmpty)
    #expect(poetry.books == [book])
    manager.undo()
    try context.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Volume>()).first)
    #expect(stored.shelf?.name == "Drama")
  }

  @Test func `a relationship that was never loaded is undone after a save`() throws {
    do {
      let shelf = Shelf(name: "Drama")
      shelf.books = [Volume(title: "Brand")]
      context.insert(shelf)
      try context.save()
    }
    let other = ModelContext(container)
    let manager = UndoManager()
    other.undoManager = manager
    let shelf = try #require(try other.fetch(FetchDescriptor<Shelf>()).first)
    let book = Volume(title: "Ghosts")
    book.shelf = shelf
    try other.save()
    manager.undo()
    #expect(shelf.books.map(\.title) == ["Brand"])
    try other.save()
    #expect(try titles() == ["Brand"])
  }

  @Test func `many-to-many relationships are undone`() throws {
    let book = Volume(title: "Brand")
    let writer = Writer(name: "Ibsen")
    context.insert(book)
    context.insert(writer)
    try context.save()
    try group {
      book.authors.append(writer)
      try context.save()
    }
    manager.undo()
    #expect(book.authors.isEmpty)
    #expect(writer.books.isEmpty)
    try context.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Writer>()).first)
    #expect(stored.books.isEmpty)
  }

  @Test func `changes before and after a save in one event are undone together`() throws {
    manager.groupsByEvent = true
    let book = Volume(title: "Brand")
    context.insert(book)
    try context.save()
    context.undoManager = manager
    book.title = "1"
    try context.save()
    book.title = "2"
    manager.undo()
    #expect(book.title == "Brand")
  }

  @Test func `processing changes registers them`() throws {
    manager.groupsByEvent = true
    context.undoManager = manager
    context.insert(Volume(title: "Brand"))
    #expect(!manager.canUndo)
    context.processPendingChanges()
    #expect(manager.canUndo)
  }

  @Test func `what was changed back leaves nothing to undo`() throws {
    let book = Volume(title: "Brand")
    context.insert(book)
    try context.save()
    context.undoManager = manager
    manager.groupsByEvent = true
    book.title = "Ghosts"
    book.title = "Brand"
    context.processPendingChanges()
    #expect(!manager.canUndo)
  }

  @Test func `rolling back leaves nothing to undo`() throws {
    let book = Volume(title: "Brand")
    context.insert(book)
    try context.save()
    group { book.title = "Ghosts" }
    context.rollback()
    #expect(book.title == "Brand")
    #expect(!manager.canUndo)
    #expect(!manager.canRedo)
  }

  @Test func `changes without registration are not undone`() throws {
    let book = Volume(title: "Brand")
    context.insert(book)
    try context.save()
    group { book.title = "Ghosts" }
    manager.disableUndoRegistration()
    book.pages = 7
    manager.enableUndoRegistration()
    manager.undo()
    #expect(book.title == "Brand")
    #expect(book.pages == 7)
  }

  @Test func `undoing tells observers`() throws {
    let book = Volume(title: "Brand")
    context.insert(book)
    try context.save()
    group { book.title = "Ghosts" }
    let told = Told()
    withObservationTracking {
      _ = book.title
    } onChange: {
      told.count += 1
    }
    manager.undo()
    #expect(told.count == 1)
  }

  @Test func `a model actor's context may have one`() async throws {
    let names = try await Librarian(modelContainer: container).renameAndUndo()
    #expect(names == ["Ghosts", "Brand"])
  }

  @MainActor @Test func `each turn of the main queue is a group`() async throws {
    let context = container.mainContext
    let manager = UndoManager()
    context.undoManager = manager
    context.autosaveEnabled = false
    let book = Volume(title: "Brand")
    context.insert(book)
    for _ in 0..<1_000 where !manager.canUndo || manager.groupingLevel > 0 { await Task.yield() }
    book.title = "Ghosts"
    for _ in 0..<1_000 where manager.undoCount < 2 { await Task.yield() }
    manager.undo()
    #expect(book.title == "Brand")
    #expect(book.modelContext === context)
    manager.undo()
    #expect(book.modelContext == nil)
  }
}

private final class Told: @unchecked Sendable {
  // Unchecked because the observer is told on the thread of the test.
  var count = 0
}

@ModelActor private actor Librarian {
  func renameAndUndo() throws -> [String] {
    let book = Volume(title: "Brand")
    modelContext.insert(book)
    try modelContext.save()
    modelContext.undoManager = UndoManager()
    book.title = "Ghosts"
    let changed = book.title
    modelContext.undoManager?.undo()
    return [changed, book.title]
  }
}
