import SwiftData

// The models that most tests of the engine use: a library with shelves, books, authors and readers.

@Model
final class Shelf {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []

  init(name: String) { self.name = name }
}

@Model
final class Book {
  var title: String
  var pages: Int
  var published: Date?
  var isLent = false
  var shelf: Shelf?
  @Relationship(inverse: \Author.books) var authors: [Author] = []
  @Relationship(deleteRule: .nullify) var sequel: Book?
  var prequel: Book?

  init(title: String, pages: Int = 100, published: Date? = nil, shelf: Shelf? = nil) {
    self.title = title
    self.pages = pages
    self.published = published
    self.shelf = shelf
  }
}

@Model
final class Author {
  @Attribute(.unique) var name: String
  var books: [Book] = []

  init(name: String) { self.name = name }
}

@Model
final class Loan {
  var reader: String
  @Relationship(deleteRule: .deny) var book: Book?

  init(reader: String, book: Book? = nil) {
    self.reader = reader
    self.book = book
  }
}

extension ModelContainer {
  /// A library in memory.
  static func library() throws -> ModelContainer {
    try ModelContainer(
      for: Shelf.self, Book.self, Author.self, Loan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}
