import Foundation
import SwiftData
import Synchronization
import Testing

/// Where the engine is sound and Apple's SwiftData is documented not to be, as Docs/Differences.md lists it.
@Suite struct SoundDifferencesTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
  }

  @Test func `a fetch shows what another context of the container has saved`() throws {
    let container = try ModelContainer.library()
    let (context, other) = (ModelContext(container), ModelContext(container))
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    try context.save()
    try #require(try other.fetch(FetchDescriptor<Shelf>()).first).name = "Drama"
    try other.save()
    _ = try context.fetch(FetchDescriptor<Shelf>())
    #expect(shelf.name == "Drama")
  }

  @Test func `deleting a model of another context does nothing`() throws {
    let container = try ModelContainer.library()
    let (context, other) = (ModelContext(container), ModelContext(container))
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    try context.save()
    other.delete(shelf)
    #expect(!other.hasChanges && !context.hasChanges)
    try other.save()
    #expect(try context.fetchCount(FetchDescriptor<Shelf>()) == 1)
  }

  @Test func `an insertion that became an update is not undone`() throws {
    let container = try ModelContainer.library()
    let context = ModelContext(container)
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    manager.beginUndoGrouping()
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    manager.endUndoGrouping()
    manager.undo()
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Writer>()) == 1)
  }

  @Test func `a context of one's own keeps its container`() throws {
    let context = ModelContext(try ModelContainer.library())
    context.insert(Shelf(name: "Poetry"))
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Shelf>()).map(\.name) == ["Poetry"])
  }

  @Test func `a model outlives its container with what was loaded`() throws {
    func make() throws -> Writer {
      let container = try ModelContainer.library()
      let context = ModelContext(container)
      let writer = Writer(name: "Ibsen")
      context.insert(writer)
      return writer
    }
    #expect(try make().name == "Ibsen")
  }

  @Test func `a missing file of an external value is no value`() throws {
    try withTemporaryFolder { folder in
      let configuration = ModelConfiguration(url: URL(fileURLWithPath: folder.file("a.store")))
      let container = try ModelContainer(for: Album.self, configurations: configuration)
      let context = ModelContext(container)
      let album = Album()
      album.cover = Data(repeating: 1, count: 200_000)
      album.label = Data(repeating: 2, count: 200_000)
      context.insert(album)
      try context.save()
      try FileManager.default.removeItem(atPath: folder.file(".a_SUPPORT"))
      let fresh = try ModelContext(container).fetch(FetchDescriptor<Album>()).first
      #expect(fresh?.cover == nil)
      #expect(fresh?.label == Data())
    }
  }

  @Test func `an app group has a folder without an entitlement`() {
    let configuration = ModelConfiguration(groupContainer: .identifier("group.example"))
    #expect(configuration.url.path.contains("group.example"))
  }

  @Test func `several batch deletions are saved together`() throws {
    let shelf = Shelf(name: "Poetry")
    shelf.books = [Volume(title: "Brand")]
    context.insert(shelf)
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    try context.delete(model: Shelf.self)
    try context.delete(model: Volume.self)
    try context.delete(model: Writer.self)
    try context.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetchCount(FetchDescriptor<Shelf>()) == 0)
    #expect(try fresh.fetchCount(FetchDescriptor<Volume>()) == 0)
    #expect(try fresh.fetchCount(FetchDescriptor<Writer>()) == 0)
  }

  @Test func `a batch deletion takes its models out of the context that saves it`() throws {
    let shelf = Shelf(name: "Poetry")
    shelf.books = [Volume(title: "Brand"), Volume(title: "Peer Gynt")]
    context.insert(shelf)
    let book = shelf.books[0]
    try context.save()
    try context.delete(model: Shelf.self)
    try context.save()
    #expect(shelf.modelContext == nil)
    #expect(shelf.name == "Poetry")
    #expect(book.modelContext == nil)
  }

  @Test func `a batch deletion spares what the same save inserts`() throws {
    context.insert(Loan(reader: "old"))
    try context.save()
    context.insert(Loan(reader: "earlier"))
    try context.delete(model: Loan.self)
    context.insert(Loan(reader: "later"))
    try context.save()
    let readers = try ModelContext(container).fetch(FetchDescriptor<Loan>()).map(\.reader)
    #expect(readers.sorted() == ["earlier", "later"])
  }

  @Test func `erasing a container leaves its contexts usable`() throws {
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    try context.save()
    try container.erase()
    #expect(shelf.name == "Poetry")
    let next = Shelf(name: "Drama")
    context.insert(next)
    try context.save()
    #expect(next.persistentModelID != shelf.persistentModelID)
    #expect(try context.fetch(FetchDescriptor<Shelf>()) == [next])
  }

  @Test func `a history token names all stores of its container`() throws {
    let container = try ModelContainer(
      for: Schema([Writer.self, Stranger.self]),
      configurations: [
        ModelConfiguration(
          "a", schema: Schema([Writer.self]), isStoredInMemoryOnly: true),
        ModelConfiguration("b", schema: Schema([Stranger.self]), isStoredInMemoryOnly: true),
      ])
    let context = ModelContext(container)
    context.insert(Stranger())
    try context.save()
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(history.last?.token.tokenValue?.values.sorted() == [0, 1])
  }

  @Test func `a token expires with any transaction that came after it`() throws {
    typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>
    for author in ["app", "widget", "app"] {
      context.author = author
      context.insert(Shelf(name: "Poetry"))
      try context.save()
    }
    let token = try #require(try context.history().first).token
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.author == "widget" }))
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token }))
    }
    #expect(try context.history().count == 2)
  }

  @Test func `containers in memory never share a store`() throws {
    let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    let first = try ModelContainer(for: Shelf.self, configurations: configuration)
    let second = try ModelContainer(for: Shelf.self, configurations: configuration)
    let writer = ModelContext(first)
    writer.insert(Shelf(name: "Poetry"))
    try writer.save()
    #expect(try ModelContext(second).fetchCount(FetchDescriptor<Shelf>()) == 0)
  }

  @Test func `a model is made before any container exists`() {
    #expect(Stranger().name == "nobody")
  }

  @Test func `a decoded identifier equals the one that was encoded`() throws {
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    try context.save()
    let coded = try JSONEncoder().encode(shelf.persistentModelID)
    let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: coded)
    #expect(decoded == shelf.persistentModelID)
  }

  @Test func `a fetch without pending changes keeps unsaved edits`() throws {
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    try context.save()
    shelf.name = "Drama"
    var descriptor = FetchDescriptor<Shelf>()
    descriptor.includePendingChanges = false
    _ = try context.fetch(descriptor)
    #expect(shelf.name == "Drama")
  }

  @Test func `a save that only changes a to-many relationship names its owner as updated`() throws {
    let shelf = Shelf(name: "Poetry")
    let book = Volume(title: "Brand")
    context.insert(shelf)
    context.insert(book)
    try context.save()
    let updated = Mutex<[PersistentIdentifier]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let key = ModelContext.NotificationKey.updatedIdentifiers.rawValue
      updated.withLock { $0 = notification.userInfo?[key] as? [PersistentIdentifier] ?? [] }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    shelf.books = [book]
    try context.save()
    #expect(updated.withLock { $0 }.contains(shelf.persistentModelID))
  }

  @Test func `two unsaved models with one unique value end up as one`() throws {
    context.insert(Writer(name: "Ibsen"))
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Writer>()) == 1)
  }

  @Test func `a root and its destination may both be inserted`() throws {
    let shelf = Shelf(name: "Poetry")
    let book = Volume(title: "Brand", shelf: shelf)
    context.insert(book)
    context.insert(shelf)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 1)
  }

  @Test func `an uninserted model may be related to an inserted one`() throws {
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    let book = Volume(title: "Brand", shelf: shelf)
    context.insert(book)
    try context.save()
    #expect(shelf.books == [book])
  }
}

@Model private final class Album {
  var name = ""
  @Attribute(.externalStorage) var cover: Data?
  @Attribute(.externalStorage) var label: Data = Data()

  init() {}
}
