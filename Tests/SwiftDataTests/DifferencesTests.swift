import Foundation
import SwiftData
import Synchronization
import Testing

/// The known differences from Apple's SwiftData, as Docs/Differences.md lists them.
@Suite struct DifferencesTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
  }

  @Test func `a fetch of a model that the schema lacks throws an error that names the model`()
    throws
  {
    let error = #expect(throws: SwiftDataError.self) {
      try context.fetch(FetchDescriptor<Stranger>())
    }
    #expect("\(try #require(error))".contains("'Stranger'"))
  }

  @Test func `a model that the schema lacks is refused by the save, with its name`() throws {
    context.insert(Stranger())
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect("\(try #require(error))".contains("'Stranger'"))
    context.rollback()
    try context.save()
  }

  @Test func `an empty file with a write-ahead log beside it is refused`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.write(Data(), to: "a.store")
      let log = Data(repeating: 7, count: 5_000)
      _ = try folder.write(log, to: "a.store-wal")
      #expect(throws: SwiftDataError.loadIssueModelContainer) {
        try ModelContainer(
          for: Shelf.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
      }
      #expect(try folder.bytes(of: "a.store-wal") == log)
    }
  }

  @Test func `an error says what is wrong with a store`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.write(Data("no database at all, but text".utf8), to: "a.store")
      let error = #expect(throws: SwiftDataError.self) {
        try ModelContainer(
          for: Shelf.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
      }
      #expect(error == .loadIssueModelContainer)
      #expect("\(try #require(error))".contains("a.store"))
    }
  }

  @Test func `many-to-many relationships whose names differ in case only are refused`() {
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Pinned.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect("\(String(describing: error))".contains("'Pin.Boards' and 'Pin.boards'"))
  }

  @Test func `a predicate that would end the process throws`() {
    let descriptor = FetchDescriptor<Shelf>(predicate: #Predicate { $0.shout == "POETRY" })
    #expect(throws: SwiftDataError.self) { try context.fetch(descriptor) }
  }

  @Test func `a value that is not a number is refused by the save`() throws {
    let container = try ModelContainer(
      for: Oddity.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Oddity(weight: .nan))
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
  }

  @Test func `a unique value of a model of another class of the hierarchy is refused by the save`()
    throws
  {
    let container = try ModelContainer.journeys()
    let context = ModelContext(container)
    context.insert(BusinessExcursion(code: "A", name: "Visit", perDiem: 1))
    try context.save()
    context.insert(PersonalExcursion(code: "A", name: "Beach"))
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code.rawValue == 133021)
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

  @Test func `a value that its transformer cannot store is refused by the save`() throws {
    let container = try ModelContainer(
      for: Painted.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let painted = Painted()
    painted.color = 5
    context.insert(painted)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
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

  @Test func `a model that collides with two stored ones is refused by the save`() throws {
    let container = try ModelContainer(
      for: Seat.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Seat(number: 1, guest: "Ann"))
    context.insert(Seat(number: 2, guest: "Bob"))
    try context.save()
    context.insert(Seat(number: 1, guest: "Bob"))
    #expect(throws: CocoaError.self) { try context.save() }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Seat>()) == 2)
  }

  /// A context over a store that leaves conditions and orders to it, with models of some names.
  private func customStore(
    _ names: [String], isForgetful: Bool = false
  ) throws -> (container: ModelContainer, context: ModelContext) {
    let container = try ModelContainer(
      for: Schema([Stranger.self]),
      configurations: [DictionaryConfiguration(name: "custom", isForgetful: isForgetful)])
    let context = ModelContext(container)
    for name in names {
      let stranger = Stranger()
      stranger.name = name
      context.insert(stranger)
    }
    try context.save()
    return (container, context)
  }

  @Test func `an offset counts where the context filters or sorts for its store`() throws {
    let (container, context) = try customStore(["a", "b", "c", "d"])
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
    let (container, context) = try customStore(names)
    let builtInContainer = try ModelContainer(
      for: Stranger.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let builtIn = ModelContext(builtInContainer)
    for name in names {
      let stranger = Stranger()
      stranger.name = name
      builtIn.insert(stranger)
    }
    try builtIn.save()
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

  @Test func `a store that gives a new model no permanent identifier fails the save`() throws {
    let (container, context) = try customStore([], isForgetful: true)
    context.insert(Stranger())
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect("\(try #require(error))".contains("'Stranger'"))
    #expect(context.insertedModelsArray.count == 1)
    withExtendedLifetime(container) {}
  }

  @Test func `CloudKit mirrors nothing`() throws {
    let configuration = ModelConfiguration(
      isStoredInMemoryOnly: true, cloudKitDatabase: .private("iCloud.example"))
    let container = try ModelContainer(for: Album.self, configurations: configuration)
    let context = ModelContext(container)
    context.insert(Album())
    try context.save()
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

  @MainActor @Test func `only the main context saves by itself`() async throws {
    let container = try ModelContainer.library()
    let other = ModelContext(container)
    other.autosaveEnabled = true
    other.insert(Shelf(name: "Poetry"))
    let main = container.mainContext
    main.insert(Shelf(name: "Drama"))
    for _ in 0..<1_000 where main.hasChanges { await Task.yield() }
    let names = try ModelContext(container).fetch(FetchDescriptor<Shelf>()).map(\.name)
    #expect(names == ["Drama"])
  }
}

@Model private final class Stranger {
  var name: String

  init(name: String = "nobody") { self.name = name }
}

@Model private final class Oddity {
  var weight: Double

  init(weight: Double) { self.weight = weight }
}

@Model private final class Album {
  var name = ""
  @Attribute(.externalStorage) var cover: Data?
  @Attribute(.externalStorage) var label: Data = Data()

  init() {}
}

@Model private final class Seat {
  @Attribute(.unique) var number: Int
  @Attribute(.unique) var guest: String

  init(number: Int, guest: String) {
    self.number = number
    self.guest = guest
  }
}

@Model private final class Pinned {
  @Relationship(inverse: \Pin.boards) var pins: [Pin] = []
  @Relationship(inverse: \Pin.Boards) var Pins: [Pin] = []

  init() {}
}

@Model private final class Pin {
  var boards: [Pinned] = []
  var Boards: [Pinned] = []

  init() {}
}

@Model private final class Painted {
  @Attribute(.transformable(by: "DifferencesTests.Nobody")) var color: Int?

  init() {}
}

extension Shelf {
  /// A property that is not stored.
  fileprivate var shout: String { name.uppercased() }
}
