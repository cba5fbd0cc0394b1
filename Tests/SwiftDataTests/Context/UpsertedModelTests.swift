import Foundation
import SwiftData
import Synchronization
import Testing

/// Two instances that show one row, after an insertion that became an update, and their end.
@Suite struct UpsertedModelTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
  }

  /// Saves a writer and a second one of the same name, and watches both and a deletion of them.
  private func weakWriters(
    _ delete: (Writer) throws -> Void
  ) throws -> (first: () -> Writer?, second: () -> Writer?) {
    weak var first: Writer?
    weak var second: Writer?
    do {
      let one = Writer(name: "Ibsen")
      context.insert(one)
      try context.save()
      let other = Writer(name: "Ibsen")
      context.insert(other)
      try context.save()
      #expect(one.persistentModelID == other.persistentModelID)
      try delete(other)
      try context.save()
      (first, second) = (one, other)
    }
    return ({ [weak first] in first }, { [weak second] in second })
  }

  @Test func `both are released once they are deleted`() throws {
    let writers = try weakWriters { context.delete($0) }
    #expect(writers.first() == nil)
    #expect(writers.second() == nil)
  }

  @Test func `both are released once a batch deletion has taken them`() throws {
    let writers = try weakWriters { _ in try context.delete(model: Writer.self) }
    #expect(writers.first() == nil)
    #expect(writers.second() == nil)
  }

  @Test func `both are released with their context`() throws {
    weak var weakWriter: Writer?
    do {
      let context = ModelContext(container)
      let one = Writer(name: "Ibsen")
      context.insert(one)
      try context.save()
      context.insert(Writer(name: "Ibsen"))
      try context.save()
      weakWriter = one
    }
    #expect(weakWriter == nil)
  }

  @Test func `deleted ones come back with an undo, as one`() throws {
    let one = Writer(name: "Ibsen")
    context.insert(one)
    try context.save()
    let other = Writer(name: "Ibsen")
    context.insert(other)
    try context.save()
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    manager.beginUndoGrouping()
    context.delete(one)
    try context.save()
    manager.endUndoGrouping()
    manager.undo()
    context.undoManager = nil
    let book = Volume(title: "Brand")
    book.authors = [one, other]
    context.insert(book)
    try context.save()
    #expect(book.authors.count == 1)
    #expect(try context.fetchCount(FetchDescriptor<Writer>()) == 1)
  }

  /// A writer whose insertion became an update of another one, as the only instance that is held.
  private func upserted(_ change: (_ first: Writer, _ second: Writer) throws -> Void) throws
    -> Writer
  {
    let one = Writer(name: "Ibsen")
    context.insert(one)
    try context.save()
    let other = Writer(name: "Ibsen")
    context.insert(other)
    try context.save()
    try change(one, other)
    return other
  }

  private func expectEditIsSaved(of writer: Writer) throws {
    writer.name = "Hamsun"
    #expect(context.hasChanges)
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Writer>())
    #expect(stored.map(\.name) == ["Hamsun"])
    #expect(writer.modelContext === context)
  }

  @Test func `the inserted one is edited alone after a deletion that was undone`() throws {
    let manager = UndoManager()
    manager.groupsByEvent = false
    let writer = try upserted { one, _ in
      context.undoManager = manager
      manager.beginUndoGrouping()
      context.delete(one)
      try context.save()
      manager.endUndoGrouping()
      manager.undo()
      context.undoManager = nil
      try context.save()
    }
    manager.removeAllActions()
    try expectEditIsSaved(of: writer)
  }

  @Test func `the inserted one is edited alone after its deletion was rolled back`() throws {
    let writer = try upserted { _, other in
      context.delete(other)
      context.processPendingChanges()
      context.rollback()
    }
    try expectEditIsSaved(of: writer)
  }

  @Test func `the first one is edited alone after a deletion of the inserted one was rolled back`()
    throws
  {
    let first = try {
      let one = Writer(name: "Ibsen")
      context.insert(one)
      try context.save()
      let other = Writer(name: "Ibsen")
      context.insert(other)
      try context.save()
      context.delete(other)
      context.processPendingChanges()
      context.rollback()
      return one
    }()
    try expectEditIsSaved(of: first)
  }
}
