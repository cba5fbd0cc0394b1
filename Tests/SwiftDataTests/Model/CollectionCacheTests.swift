import Foundation
@_spi(Testing) import SwiftData
import Testing

/// Large to-many relationships, whose arrays are kept from one access to the next.
@Suite struct CollectionCacheTests {
  let container: ModelContainer
  let context: ModelContext
  let shelf = Shelf(name: "Drama")

  init() throws {
    container = try .library()
    context = ModelContext(container)
    context.insert(shelf)
    for number in 0..<40 { shelf.books.append(Volume(title: "\(number)")) }
  }

  private func stored() throws -> [String] {
    let context = ModelContext(container)
    let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
    return shelf.books.map(\.title).sorted()
  }

  /// A model with a one-way relationship to forty others.
  private func makeBox() throws -> (CachedBox, ModelContainer, ModelContext) {
    let container = try ModelContainer(
      for: CachedBox.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let box = CachedBox()
    context.insert(box)
    for number in 0..<40 { box.notes?.append(CachedNote(number: number)) }
    return (box, container, context)
  }

  @Test func `each model that is appended is in both sides and in the store`() throws {
    #expect(shelf.books.map(\.title) == (0..<40).map(String.init))
    #expect(shelf.books.allSatisfy { $0.shelf === shelf && $0.modelContext === context })
    try context.save()
    #expect(try stored() == (0..<40).map(String.init).sorted())
    shelf.books.append(Volume(title: "more"))
    #expect(shelf.hasChanges)
    try context.save()
    #expect(try stored().count == 41)
  }

  @Test func `an array that nothing has changed is not made anew`() {
    func address(_ books: [Volume]) -> UnsafePointer<Volume>? {
      books.withUnsafeBufferPointer(\.baseAddress)
    }
    let first = shelf.books
    #expect(address(shelf.books) == address(first))
    shelf.books.append(Volume(title: "more"))
    let second = shelf.books
    #expect(address(shelf.books) == address(second))
  }

  @Test func `an array that was read stays as it was`() {
    let before = shelf.books
    shelf.books.append(Volume(title: "more"))
    #expect(before.count == 40)
    #expect(shelf.books.count == 41)
  }

  @Test func `a model that is there already is not added again`() {
    let first = shelf.books[0]
    shelf.books.append(first)
    #expect(shelf.books.count == 40)
    #expect(first.shelf === shelf)
  }

  @Test func `a model that moves in leaves its former owner`() {
    let other = Shelf(name: "Poetry")
    let book = Volume(title: "more", shelf: other)
    context.insert(book)
    _ = shelf.books
    shelf.books.append(book)
    #expect(other.books.isEmpty)
    #expect(book.shelf === shelf)
    #expect(shelf.books.last === book)
  }

  @Test func `changes of the other side show in the array`() {
    let books = shelf.books
    books[3].shelf = nil
    #expect(shelf.books == books.filter { $0 !== books[3] })
    books[3].shelf = shelf
    #expect(shelf.books.count == 40)
    #expect(shelf.books.last === books[3])
    let more = Volume(title: "more", shelf: shelf)
    context.insert(more)
    #expect(shelf.books.last === more)
  }

  @Test func `an array of as many other models is no addition`() throws {
    try context.save()
    let books = shelf.books
    shelf.books = [Volume(title: "new")] + books
    #expect(shelf.books.first?.title == "new")
    #expect(shelf.books.count == 41)
    #expect(shelf.books.allSatisfy { $0.shelf === shelf })
    shelf.books = Array(books.dropFirst()) + [Volume(title: "a"), Volume(title: "b")]
    #expect(shelf.books.map(\.title) == (1..<40).map(String.init) + ["a", "b"])
    #expect(books[0].shelf == nil)
  }

  @Test func `a rollback brings the former array back`() throws {
    try context.save()
    let before = Set(shelf.books.map(\.title))
    let book = Volume(title: "more")
    shelf.books.append(book)
    #expect(shelf.books.count == 41)
    context.rollback()
    #expect(Set(shelf.books.map(\.title)) == before)
    #expect(book.modelContext == nil)
  }

  @Test func `a batch deletion shows in the array`() throws {
    let (box, _, context) = try makeBox()
    try context.save()
    #expect(box.notes?.count == 40)
    try context.delete(model: CachedNote.self, where: #Predicate { $0.number == 7 })
    try context.save()
    #expect(box.notes?.count == 39)
    #expect(box.notes?.contains { $0.number == 7 } == false)
  }

  @Test func `a relationship that is no inverse of another takes each model once`() throws {
    let (box, container, context) = try makeBox()
    let notes = try #require(box.notes)
    box.notes?.append(notes[5])
    #expect(box.notes?.map(\.number) == Array(0..<40))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<CachedNote>()) == 40)
  }

  @Test func `models that were taken out are not kept alive`() throws {
    try context.save()
    weak var book: Volume?
    do {
      let books = shelf.books
      book = books[0]
      books[0].shelf = nil
      try context.save()
    }
    #expect(book == nil)
  }
}

@Model
private final class CachedBox {
  var notes: [CachedNote]? = []
  init() {}
}

@Model
private final class CachedNote {
  var number: Int
  init(number: Int) { self.number = number }
}
