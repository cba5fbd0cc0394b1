import SwiftData
import Synchronization
import Testing

@Suite struct ModelContextSavingTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
  }

  @Test func `a saved model is found by another context`() throws {
    context.insert(Shelf(name: "Poetry"))
    try context.save()
    let found = try ModelContext(container).fetch(FetchDescriptor<Shelf>())
    #expect(found.map(\.name) == ["Poetry"])
  }

  @Test func `an identifier is temporary until the first save`() throws {
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    #expect(shelf.persistentModelID.storeIdentifier == nil)
    try context.save()
    #expect(shelf.persistentModelID.storeIdentifier != nil)
  }

  @Test func `saving empties the arrays of pending models`() throws {
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    #expect(context.insertedModelsArray.count == 1)
    try context.save()
    shelf.name = "Drama"
    #expect(context.changedModelsArray.count == 1)
    context.delete(shelf)
    #expect(context.deletedModelsArray.count == 1)
    #expect(context.changedModelsArray.isEmpty)
    try context.save()
    #expect(!context.hasChanges)
  }

  @Test func `a change is written to its column alone`() throws {
    let book = Volume(title: "Peer Gynt", pages: 120)
    context.insert(book)
    try context.save()
    let other = ModelContext(container)
    let copy = try #require(try other.fetch(FetchDescriptor<Volume>()).first)
    copy.pages = 130
    book.title = "Brand"
    try other.save()
    try context.save()
    let fresh = ModelContext(container)
    let result = try #require(try fresh.fetch(FetchDescriptor<Volume>()).first)
    #expect(result.title == "Brand")
    #expect(result.pages == 130)
  }

  @Test func `inserting a root inserts the graph that it leads to`() throws {
    let book = Volume(title: "Peer Gynt", shelf: Shelf(name: "Drama"))
    book.authors = [Writer(name: "Ibsen")]
    context.insert(book)
    try context.save()
    let other = ModelContext(container)
    #expect(try other.fetchCount(FetchDescriptor<Shelf>()) == 1)
    #expect(try other.fetchCount(FetchDescriptor<Writer>()) == 1)
    let stored = try #require(try other.fetch(FetchDescriptor<Volume>()).first)
    #expect(stored.shelf?.name == "Drama")
    #expect(stored.authors.map(\.name) == ["Ibsen"])
  }

  @Test func `a second model with the same unique value updates the first`() throws {
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Writer>()) == 1)
  }

  @Test func `didSave carries the identifiers of what was saved`() throws {
    let saved = Mutex<[PersistentIdentifier]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
      saved.withLock { $0 = notification.userInfo?[key] as? [PersistentIdentifier] ?? [] }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    try context.save()
    #expect(saved.withLock { $0 } == [shelf.persistentModelID])
  }

  @Test func `a transaction saves what its block did`() throws {
    try context.transaction { context.insert(Shelf(name: "Poetry")) }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 1)
  }

  @Test func `a transaction that throws leaves its changes pending`() throws {
    struct Interruption: Error {}
    #expect(throws: Interruption.self) {
      try context.transaction {
        context.insert(Shelf(name: "Poetry"))
        throw Interruption()
      }
    }
    #expect(context.hasChanges)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 0)
  }
}
