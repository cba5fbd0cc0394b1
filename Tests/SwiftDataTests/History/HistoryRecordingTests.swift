import Foundation
import SwiftData
import Testing

/// What a save leaves in the history.
@Suite struct HistoryRecordingTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .hotel()
    context = ModelContext(container)
  }

  @Test func `a save is one transaction with all its changes`() throws {
    let guest = Guest(name: "Nora")
    context.insert(guest)
    context.insert(Guest(name: "Torvald"))
    context.insert(Room(number: 7))
    try context.save()
    let history = try context.history()
    #expect(history.count == 1)
    #expect(
      history[0].changes.map(\.summary) == ["insert Guest", "insert Guest", "insert Room"])
    #expect(history[0].transactionIdentifier == 1)
    #expect(history[0].storeIdentifier == guest.persistentModelID.storeIdentifier)
    #expect(abs(history[0].timestamp.timeIntervalSinceNow) < 60)
    #expect(!history[0].processIdentifier.isEmpty)
    let identifiers = history[0].changes.map(\.changedPersistentIdentifier)
    #expect(identifiers.contains(guest.persistentModelID))
  }

  @Test func `an update names its properties by key path`() throws {
    let guest = try context.check(in: "Nora")[0]
    guest.name = "Nora Helmer"
    guest.age = 29
    try context.save()
    let change = try #require(try context.history().last?.changes.first)
    guard case .update(let update as DefaultHistoryUpdate<Guest>) = change else {
      Issue.record("\(change) is no update of a guest")
      return
    }
    #expect(update.updatedAttributes.map { $0 as PartialKeyPath<Guest> } == [\.age, \.name])
    #expect(update.changedPersistentIdentifier == guest.persistentModelID)
    #expect(update.transactionIdentifier == 2)
    #expect(update.changeIdentifier == 2)
  }

  @Test func `a relationship is among the updated properties, on both sides`() throws {
    let guest = try context.check(in: "Nora")[0]
    let room = Room(number: 7)
    context.insert(room)
    try context.save()
    guest.rooms = [room]
    try context.save()
    let changes = try #require(try context.history().last).changes
    let updates = changes.compactMap { change -> String? in
      guard case .update(let update) = change else { return nil }
      if let update = update as? DefaultHistoryUpdate<Guest> {
        return update.updatedAttributes.contains { $0 == \Guest.rooms } ? "guest" : nil
      }
      let ofRoom = update as? DefaultHistoryUpdate<Room>
      return ofRoom?.updatedAttributes.contains { $0 == \Room.guests } ?? false ? "room" : nil
    }
    #expect(Set(updates) == ["guest", "room"])
  }

  @Test func `a tombstone has the preserved values, by key path`() throws {
    let key = UUID()
    let guest = Guest(name: "Nora", key: key, address: .init(street: "Storgata", number: 3))
    context.insert(guest)
    try context.save()
    guest.name = "never saved"
    context.delete(guest)
    try context.save()
    let change = try #require(try context.history().last?.changes.first)
    guard case .delete(let deletion as DefaultHistoryDelete<Guest>) = change else {
      Issue.record("\(change) is no deletion of a guest")
      return
    }
    #expect(deletion.tombstone[\.name] as? String == "Nora")
    #expect(deletion.tombstone[\.key] as? UUID == key)
    #expect(
      deletion.tombstone[\.address] as? Guest.Address == .init(street: "Storgata", number: 3))
    #expect(deletion.tombstone[\.age] == nil)
    #expect(deletion.tombstone.count { _ in true } == 3)
    #expect(deletion.tombstone.contains { $0 as? String == "Nora" })
  }

  @Test(arguments: [10, 200_000], [true, false])
  func `a value with external storage is not in the tombstone, as in Core Data's`(
    size: Int, isInFile: Bool
  ) throws {
    try withTemporaryFolder { folder in
      let container = try ModelContainer(
        for: Portrait.self,
        configurations: isInFile
          ? ModelConfiguration(url: URL(fileURLWithPath: folder.file("a.store")))
          : ModelConfiguration(isStoredInMemoryOnly: true))
      let context = ModelContext(container)
      let portrait = Portrait(title: "Nora", image: Data(repeating: 1, count: size))
      context.insert(portrait)
      try context.save()
      context.delete(portrait)
      try context.save()
      let change = try #require(try context.history().last?.changes.first)
      guard case .delete(let some) = change,
        let deletion = some as? DefaultHistoryDelete<Portrait>
      else {
        Issue.record("the last change is no deletion")
        return
      }
      #expect(deletion.tombstone[\.title] as? String == "Nora")
      #expect(deletion.tombstone[\.image] == nil)
    }
  }

  @Test func `a value that was nil is not in the tombstone`() throws {
    let guest = try context.check(in: "Nora")[0]
    context.delete(guest)
    try context.save()
    guard
      case .delete(let deletion as DefaultHistoryDelete<Guest>)? =
        try context.history().last?.changes.first
    else {
      Issue.record("no deletion of a guest")
      return
    }
    #expect(deletion.tombstone[\.key] == nil)
    #expect(deletion.tombstone.map { $0 as? String } == ["Nora"])
  }

  @Test func `the author is that of the context`() throws {
    context.author = "widget"
    #expect(context.editingState.author == "widget")
    try context.check(in: "Nora")
    context.author = nil
    try context.check(in: "Torvald")
    #expect(try context.history().map(\.author) == ["widget", nil])
  }

  @Test func `a save without changes records nothing`() throws {
    try context.save()
    let guest = try context.check(in: "Nora")[0]
    try context.save()
    context.delete(guest)
    context.rollback()
    try context.save()
    #expect(try context.history().count == 1)
  }

  @Test func `a failed save leaves no transaction, and its repetition one`() throws {
    let container = try ModelContainer.library()
    let context = ModelContext(container)
    for name in ["Ibsen", "Hamsun"] { context.insert(Writer(name: name)) }
    try context.save()
    let writers = try context.fetch(FetchDescriptor<Writer>())
    let other = ModelContext(container)
    let doomed = try #require(
      other.model(for: writers[0].persistentModelID) as? Writer)
    other.delete(doomed)
    try other.save()
    writers[0].name = "Lie"
    context.insert(Writer(name: "Undset"))
    #expect(throws: (any Error).self) { try context.save() }
    #expect(try context.history().count == 2)
    context.rollback()
    context.insert(Writer(name: "Undset"))
    try context.save()
    let history = try context.history()
    #expect(history.map(\.transactionIdentifier) == [1, 2, 3])
  }

  @Test func `an insertion that becomes an update is one in the history`() throws {
    let container = try ModelContainer.library()
    let context = ModelContext(container)
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    let other = ModelContext(container)
    other.insert(Writer(name: "Ibsen"))
    try other.save()
    #expect(
      try context.history().flatMap(\.changes).map(\.summary) == [
        "insert Writer", "update Writer",
      ])
  }

  @Test func `a deletion by cascade is recorded too`() throws {
    let container = try ModelContainer.library()
    let context = ModelContext(container)
    let shelf = Shelf(name: "Plays")
    shelf.books = [Volume(title: "Brand"), Volume(title: "Peer Gynt")]
    context.insert(shelf)
    try context.save()
    context.delete(shelf)
    try context.save()
    let changes = try #require(try context.history().last).changes.map(\.summary)
    #expect(changes.sorted() == ["delete Shelf", "delete Volume", "delete Volume"])
  }
}
