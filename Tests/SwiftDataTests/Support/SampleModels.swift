import SwiftData

// The models that most tests of the engine use: a library with shelves, books, authors and readers.

@Model
final class Shelf {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Volume.shelf) var books: [Volume] = []

  init(name: String) { self.name = name }
}

@Model
final class Volume {
  var title: String
  var pages: Int
  var published: Date?
  var isLent = false
  var shelf: Shelf?
  @Relationship(inverse: \Writer.books) var authors: [Writer] = []
  @Relationship(deleteRule: .nullify) var sequel: Volume?
  var prequel: Volume?

  init(title: String, pages: Int = 100, published: Date? = nil, shelf: Shelf? = nil) {
    self.title = title
    self.pages = pages
    self.published = published
    self.shelf = shelf
  }
}

@Model
final class Writer {
  @Attribute(.unique) var name: String
  var books: [Volume] = []

  init(name: String) { self.name = name }
}

@Model
final class Loan {
  var reader: String
  @Relationship(deleteRule: .deny) var book: Volume?

  init(reader: String, book: Volume? = nil) {
    self.reader = reader
    self.book = book
  }
}

extension ModelContainer {
  /// A library in memory.
  static func library() throws -> ModelContainer {
    try ModelContainer(
      for: Shelf.self, Volume.self, Writer.self, Loan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}
