import SwiftData
import Testing

/// Sequences of changes that touch each other.
@Suite struct ModelContextEdgeTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
  }

  /// A stored shelf with a book, and another context that has loaded neither's collection.
  private func fetched() throws -> (context: ModelContext, shelf: Shelf, book: Volume) {
    let shelf = Shelf(name: "Poetry")
    shelf.books = [Volume(title: "Brand")]
    context.insert(shelf)
    try context.save()
    let fresh = ModelContext(container)
    return (
      fresh, try #require(try fresh.fetch(FetchDescriptor<Shelf>()).first),
      try #require(try fresh.fetch(FetchDescriptor<Volume>()).first)
    )
  }

  @Test func `an unloaded collection forgets what it has saved`() throws {
    let (fresh, shelf, book) = try fetched()
    book.shelf = nil
    try fresh.save()
    book.shelf = shelf
    try fresh.save()
    book.shelf = nil
    #expect(shelf.books.isEmpty)
  }

  @Test func `a collection set at creation has its element once`() {
    let book = Volume(title: "Brand")
    let shelf = Shelf(name: "Poetry")
    shelf.books = [book]
    book.shelf = shelf
    context.insert(shelf)
    book.shelf = shelf
    #expect(shelf.books == [book])
  }

  @Test func `a unique value can move to a new model in one save`() throws {
    let first = Writer(name: "Ibsen")
    context.insert(first)
    try context.save()
    first.name = "Archer"
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    let names = try ModelContext(container).fetch(FetchDescriptor<Writer>()).map(\.name)
    #expect(Set(names) == ["Ibsen", "Archer"])
    #expect(names.count == 2)
  }

  @Test func `two models can swap a unique value`() throws {
    let first = Writer(name: "Ibsen")
    let second = Writer(name: "Archer")
    context.insert(first)
    context.insert(second)
    try context.save()
    (first.name, second.name) = (second.name, first.name)
    try context.save()
    let fresh = ModelContext(container)
    let identifier = first.persistentModelID
    let stored = try fresh.fetch(
      FetchDescriptor<Writer>(predicate: #Predicate { $0.persistentModelID == identifier }))
    #expect(stored.map(\.name) == ["Archer"])
  }

  @Test func `an edit after a deletion is rolled back with it`() throws {
    let (fresh, shelf, _) = try fetched()
    // Without having been loaded, the collection would be a documented fault.
    #expect(shelf.books.count == 1)
    fresh.delete(shelf)
    fresh.processPendingChanges()
    shelf.name = "Drama"
    fresh.rollback()
    #expect(shelf.name == "Poetry")
  }

  @Test func `a denial ends when its reason does`() throws {
    let loan = Loan(reader: "Nora", book: Volume(title: "Brand"))
    context.insert(loan)
    try context.save()
    context.delete(loan)
    _ = try context.fetch(FetchDescriptor<Loan>())
    context.delete(try #require(loan.book))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Loan>()) == 0)
  }

  @Test func `inserting a deleted model again takes back what its deletion did`() throws {
    let shelf = Shelf(name: "Poetry")
    shelf.books = [Volume(title: "Brand")]
    context.insert(shelf)
    try context.save()
    context.delete(shelf)
    context.processPendingChanges()
    context.insert(shelf)
    try context.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Shelf>()).first)
    #expect(stored.books.map(\.title) == ["Brand"])
  }

  @Test func `a model that is inserted and deleted leaves nothing pending`() throws {
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    context.delete(shelf)
    #expect(!context.hasChanges)
    #expect(context.deletedModelsArray.isEmpty)
    #expect(shelf.modelContext == nil)
  }

  @Test func `a relationship to a model that is being deleted does not outlive it`() throws {
    let shelf = Shelf(name: "Poetry")
    let loan = Loan(reader: "Nora")
    let book = Volume(title: "Brand")
    context.insert(shelf)
    context.insert(loan)
    context.insert(book)
    try context.save()
    context.delete(shelf)
    context.processPendingChanges()
    book.shelf = shelf
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Volume>()) == 0)
  }

  @Test func `an insertion that updates a row shows what else the row has`() throws {
    let writer = Writer(name: "Ibsen")
    writer.books = [Volume(title: "Brand")]
    context.insert(writer)
    try context.save()
    let again = Writer(name: "Ibsen")
    context.insert(again)
    try context.save()
    #expect(writer.books.map(\.title) == ["Brand"])
    #expect(again.books.map(\.title) == ["Brand"])
  }

  @Test func `an identifier of another container matches nothing`() throws {
    let other = try ModelContainer.library()
    let writer = ModelContext(other)
    let stranger = Shelf(name: "Drama")
    writer.insert(stranger)
    try writer.save()
    context.insert(Shelf(name: "Poetry"))
    try context.save()
    let identifier = stranger.persistentModelID
    let descriptor = FetchDescriptor<Shelf>(
      predicate: #Predicate { $0.persistentModelID == identifier })
    #expect(try context.fetch(descriptor).isEmpty)
  }

  @Test func `another class of the same name is refused`() throws {
    let error = #expect(throws: SwiftDataError.self) {
      try context.fetch(FetchDescriptor<Other.Shelf>())
    }
    #expect("\(try #require(error))".contains("another class of that name"))
    context.insert(Other.Shelf(name: "Drama"))
    #expect(throws: SwiftDataError.self) { try context.save() }
  }

  @Test func `a change of an unloaded collection keeps to its limits`() throws {
    let container = try ModelContainer(
      for: Duo.self, Voice.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let writer = ModelContext(container)
    let duo = Duo()
    writer.insert(duo)
    duo.voices = [Voice(), Voice()]
    try writer.save()
    let fresh = ModelContext(container)
    let voice = try #require(try fresh.fetch(FetchDescriptor<Voice>()).first)
    voice.duo = nil
    #expect(throws: CocoaError.self) { try fresh.save() }
  }

  @Test func `a relationship to a Codable model reads and writes`() throws {
    let container = try ModelContainer(
      for: Page.self, Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let writer = ModelContext(container)
    writer.insert(Page(note: Note(text: "margin")))
    try writer.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetch(FetchDescriptor<Page>()).first?.note?.text == "margin")
  }
}

private enum Other {
  @Model final class Shelf {
    var name: String

    init(name: String) { self.name = name }
  }
}

@Model private final class Duo {
  @Relationship(minimumModelCount: 2, maximumModelCount: 2, inverse: \Voice.duo)
  var voices: [Voice] = []

  init() {}
}

@Model private final class Voice {
  var duo: Duo?

  init() {}
}

@Model private final class Page {
  var note: Note?

  init(note: Note?) { self.note = note }
}

@Model private final class Note: Codable {
  var text: String

  init(text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

@Model private final class Sheet {
  var title: String
  @Transient var draft = Draft()

  init(title: String) { self.title = title }
}

@Model private final class Draft {
  var text = "empty"

  init() {}
}

extension ModelContextEdgeTests {
  @Test func `a model that a default value makes during a fetch is whole`() throws {
    let container = try ModelContainer(
      for: Sheet.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let writer = ModelContext(container)
    writer.insert(Sheet(title: "Brand"))
    try writer.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetch(FetchDescriptor<Sheet>()).first?.draft.text == "empty")
  }
}

extension ModelContextEdgeTests {
  @Test func `a second instance of a row is saved after the first is gone`() throws {
    let again = Writer(name: "Ibsen")
    do {
      context.insert(Writer(name: "Ibsen"))
      context.insert(again)
      try context.save()
    }
    again.name = "Archer"
    #expect(context.hasChanges)
    try context.save()
    let names = try ModelContext(container).fetch(FetchDescriptor<Writer>()).map(\.name)
    #expect(names == ["Archer"])
  }

  @Test func `an identifier of another container leads to no model of this one`() throws {
    let other = try ModelContainer.library()
    let writer = ModelContext(other)
    let stranger = Shelf(name: "Drama")
    writer.insert(stranger)
    try writer.save()
    let own = Shelf(name: "Poetry")
    context.insert(own)
    try context.save()
    #expect(own.persistentModelID != stranger.persistentModelID)
    let found: Shelf? = context.registeredModel(for: stranger.persistentModelID)
    #expect(found == nil)
    #expect(context.model(for: stranger.persistentModelID) !== own)
    #expect(try context.fetch(FetchDescriptor<Shelf>()).first === own)
  }

  @Test func `a refused model that is deleted again refuses nothing`() throws {
    let container = try ModelContainer(
      for: Writer.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let narrow = ModelContext(container)
    let stranger = Loan(reader: "Nora")
    narrow.insert(stranger)
    #expect(throws: SwiftDataError.self) { try narrow.save() }
    narrow.delete(stranger)
    narrow.insert(Writer(name: "Ibsen"))
    try narrow.save()
    #expect(!narrow.hasChanges)
  }

  @Test func `a child that is inserted again survives its parent's deletion`() throws {
    let shelf = Shelf(name: "Poetry")
    let book = Volume(title: "Brand", shelf: shelf)
    context.insert(book)
    try context.save()
    context.delete(shelf)
    context.processPendingChanges()
    context.insert(book)
    try context.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Volume>()).first)
    #expect(stored.shelf == nil)
  }
}

@Model private final class Series {
  var values: [Double]
  var backingData = "mine"

  init(values: [Double]) { self.values = values }
}

extension ModelContextEdgeTests {
  @Test func `a property may have a name that initialisers use`() throws {
    let container = try ModelContainer(
      for: Series.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let writer = ModelContext(container)
    writer.insert(Series(values: [1, 2]))
    try writer.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Series>()).first)
    #expect(stored.values == [1, 2])
    #expect(stored.backingData == "mine")
  }
}
