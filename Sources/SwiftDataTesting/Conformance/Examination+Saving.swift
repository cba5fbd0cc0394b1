internal import Foundation
internal import SwiftData

extension Examination {
  func checkInsertions() throws {
    let context = ModelContext(container)
    let plain = ConformanceBook("a")
    let full = ConformanceBook("b", pages: .max)
    full.subtitle = "a subtitle — ünïcode ☂️ \"quoted\""
    full.rating = -3
    full.price = 0.1
    full.isLent = true
    full.genre = .drama
    full.size = ConformanceSize(width: -1, height: 0, unit: "")
    full.keywords = []
    full.cover = Data(repeating: 7, count: 4096)
    let bare = ConformanceBook("", pages: 0)
    for book in [plain, full, bare] { context.insert(book) }
    let expected = [plain, full, bare].sorted { $0.title < $1.title }.map(BookValues.init)
    try context.save()
    let other = ModelContext(container)
    expectValues(try books(in: other), expected)
  }

  func checkUpdates() throws {
    let context = try save(["a", "b", "c"])
    let books = try books(in: context)
    try require("the number of books", books.count, equals: 3)
    books[1].title = "b2"
    books[1].pages = -1
    books[1].subtitle = "new"
    books[1].size.unit = "mm"
    books[1].keywords.append("fourth")
    books[1].genre = .prose
    try context.save()
    let other = ModelContext(container)
    expectValues(try self.books(in: other), books.map(BookValues.init))
    books[1].subtitle = nil
    books[2].rating = 5
    try context.save()
    let third = ModelContext(container)
    expectValues(try self.books(in: third), books.map(BookValues.init))
  }

  private func expectValues(_ books: [ConformanceBook], _ expected: [BookValues]) {
    expect("the number of books", books.count, equals: expected.count)
    for (book, expected) in zip(books.map(BookValues.init), expected) {
      for (found, expected) in zip(book.parts, expected.parts) where found != expected {
        note("'\(book.title)' was expected to have \(expected)", found: found)
      }
    }
  }

  func checkDeletions() throws {
    let context = try save(["a", "b", "c"])
    let books = try books(in: context)
    try require("the number of books", books.count, equals: 3)
    context.delete(books[1])
    try context.save()
    expect("the titles after the deletion of 'b'", try titles(), equals: ["a", "c"])
    context.delete(books[0])
    context.insert(ConformanceBook("d"))
    books[2].title = "e"
    try context.save()
    expect(
      "the titles after the deletion of 'a', an insertion and a change in one save", try titles(),
      equals: ["d", "e"])
  }

  func checkAtomicity() throws {
    let context = try save(["a", "b", "c"])
    let books = try books(in: context)
    try require("the number of books", books.count, equals: 3)
    let before = try soundSnapshots()
    books[0].pages = 1
    context.delete(books[1])
    for title in ["d", "e", "f"] { context.insert(ConformanceBook(title)) }
    books[2].fragile = ConformanceFragile(text: "broken")
    context.insert(ConformanceBook("broken"))
    log.brokenText = "broken"
    defer { log.brokenText = nil }
    do {
      try context.save()
    } catch {
      let after = try soundSnapshots()
      expect(
        "the models that are stored after a failed save", Set(after.keys), equals: Set(before.keys))
      for (identifier, snapshot) in before {
        expect(
          "the values of a model after a failed save", after[identifier]?.values ?? [:],
          equals: snapshot.values)
      }
      log.brokenText = nil
      try context.save()
    }
    expect(
      "the titles after the save was repeated", try titles(),
      equals: ["a", "broken", "c", "d", "e", "f"])
    let pages = try self.books(in: context).first { $0.title == "a" }?.pages
    expect("the pages of 'a' after the save was repeated", pages, equals: 1)
  }

  func checkErasing() throws {
    try save(["a", "b"])
    do {
      try container.erase()
    } catch DataStoreError.unsupportedFeature {
      return expect("the titles after a refused erase()", try titles(), equals: ["a", "b"])
    }
    expect("the titles after erase()", try titles(), equals: [])
    try save(["c"])
    expect("the titles after a save that follows erase()", try titles(), equals: ["c"])
  }

  func checkPersistence() throws {
    let before = try saveLibrary()
    try reopen()
    let after = try soundSnapshots()
    expect("the models after the store was reopened", Set(after.keys), equals: Set(before.keys))
    for (identifier, snapshot) in before {
      expect(
        "the values of a model after the store was reopened", after[identifier]?.values ?? [:],
        equals: snapshot.values)
      expect(
        "the relationships of a model after the store was reopened",
        after[identifier]?.related.mapValues(Set.init) ?? [:],
        equals: snapshot.related.mapValues(Set.init))
    }
    try save(["new"])
    let identifiers = Set(try soundSnapshots().keys)
    expect("the number of models after a further save", identifiers.count, equals: before.count + 1)
  }

  private func saveLibrary() throws -> [PersistentIdentifier: CodedSnapshot] {
    let context = ModelContext(container)
    let author = ConformanceAuthor("Elif")
    author.books = ["a", "b"].map { ConformanceBook($0) }
    author.books[0].chapters = [ConformanceChapter(1), ConformanceChapter(2)]
    author.books[0].tags = [ConformanceTag("new")]
    context.insert(author)
    try context.save()
    author.name = "Elif B."
    try context.save()
    return try soundSnapshots()
  }
}

/// The values of a book, for comparison.
private struct BookValues {
  var title: String
  var parts: [String]

  init(_ book: ConformanceBook) {
    title = book.title
    parts = [
      "title \(String(reflecting: book.title))", "pages \(book.pages)", "price \(book.price)",
      "isLent \(book.isLent)", "published \(book.published.timeIntervalSinceReferenceDate)",
      "code \(book.code)", "cover \(book.cover.base64EncodedString())",
      "subtitle \(String(reflecting: book.subtitle))", "rating \(String(reflecting: book.rating))",
      "genre \(book.genre.rawValue)", "size \(book.size)", "keywords \(book.keywords)",
      "fragile \(book.fragile.text)",
    ]
  }
}
