import SwiftData
import Testing

@Suite struct RelationshipTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
  }

  @Test func `setting a to-one completes the to-many`() throws {
    let shelf = Shelf(name: "Drama")
    let book = Volume(title: "Brand")
    context.insert(shelf)
    context.insert(book)
    book.shelf = shelf
    #expect(shelf.books.map(\.title) == ["Brand"])
  }

  @Test func `setting a to-many completes the to-one`() throws {
    let shelf = Shelf(name: "Drama")
    let book = Volume(title: "Brand")
    context.insert(shelf)
    shelf.books = [book]
    #expect(book.shelf === shelf)
    #expect(book.modelContext == context)
  }

  @Test func `moving a model takes it out of its former collection`() throws {
    let first = Shelf(name: "Poetry")
    let second = Shelf(name: "Drama")
    let book = Volume(title: "Brand", shelf: first)
    context.insert(book)
    context.insert(second)
    second.books.append(book)
    #expect(first.books.isEmpty)
    #expect(book.shelf === second)
  }

  @Test func `many-to-many memberships are stored from either side`() throws {
    let ibsen = Writer(name: "Ibsen")
    let archer = Writer(name: "Archer")
    let book = Volume(title: "Brand")
    context.insert(book)
    book.authors = [ibsen]
    archer.books = [book]
    context.insert(archer)
    try context.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Volume>()).first)
    #expect(Set(stored.authors.map(\.name)) == ["Ibsen", "Archer"])
  }

  @Test func `a membership that ends is removed from the store`() throws {
    let book = Volume(title: "Brand")
    context.insert(book)
    book.authors = [Writer(name: "Ibsen"), Writer(name: "Archer")]
    try context.save()
    book.authors.removeAll { $0.name == "Archer" }
    try context.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Volume>()).first)
    #expect(stored.authors.map(\.name) == ["Ibsen"])
  }

  @Test func `a cascade deletes the destinations`() throws {
    let shelf = Shelf(name: "Drama")
    shelf.books = [Volume(title: "Brand"), Volume(title: "Peer Gynt")]
    context.insert(shelf)
    try context.save()
    context.delete(shelf)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Volume>()) == 0)
  }

  @Test func `nullify clears the other side`() throws {
    let shelf = Shelf(name: "Drama")
    let book = Volume(title: "Brand", shelf: shelf)
    context.insert(book)
    try context.save()
    context.delete(book)
    try context.save()
    #expect(shelf.books.isEmpty)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 1)
  }

  @Test func `deny keeps a model from being deleted`() throws {
    let loan = Loan(reader: "Nora", book: Volume(title: "Brand"))
    context.insert(loan)
    try context.save()
    context.delete(loan)
    #expect(throws: CocoaError.self) { try context.save() }
    context.rollback()
    #expect(loan.reader == "Nora")
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Loan>()) == 1)
  }

  @Test func `deny asks nothing of a model that was dropped before its first save`() throws {
    let loan = Loan(reader: "Nora")
    context.insert(loan)
    try context.save()
    let book = Volume(title: "Brand")
    loan.book = book
    context.delete(loan)
    context.delete(book)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Loan>()) == 0)
  }

  @Test func `a collection that was never read takes additions and removals`() throws {
    let shelf = Shelf(name: "Drama")
    shelf.books = [Volume(title: "Brand"), Volume(title: "Peer Gynt")]
    context.insert(shelf)
    try context.save()
    let other = ModelContext(container)
    let brand = try #require(
      try other.fetch(FetchDescriptor<Volume>(predicate: #Predicate { $0.title == "Brand" })).first)
    let owner = try #require(brand.shelf)
    brand.shelf = nil
    let ghosts = Volume(title: "Ghosts")
    other.insert(ghosts)
    ghosts.shelf = owner
    #expect(Set(owner.books.map(\.title)) == ["Peer Gynt", "Ghosts"])
    try other.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Shelf>()).first)
    #expect(Set(stored.books.map(\.title)) == ["Peer Gynt", "Ghosts"])
  }
}
