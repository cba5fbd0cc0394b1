import Foundation
import SwiftData

/// A library's models as they were, and as they are: most of what a migration infers.
enum OldLibrary {
  struct Size: Codable, Equatable {
    var height: Double
    var width: Double
  }

  @Model final class Book {
    #Index<Book>([\.pages])
    var title: String
    var pages: Int
    var subtitle: String?
    var legacy: String
    var shelf: Shelf?
    var size: Size
    var tags: [Tag] = []
    @Relationship var firstReader: Reader?

    init(_ title: String, pages: Int, subtitle: String? = nil) {
      self.title = title
      self.pages = pages
      self.subtitle = subtitle
      legacy = "old"
      size = Size(height: 20, width: 12.5)
    }
  }

  @Model final class Shelf {
    var name: String
    @Relationship(inverse: \Book.shelf) var books: [Book] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Tag {
    var name: String
    @Relationship(inverse: \Book.tags) var books: [Book] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Reader {
    var name: String
    var loans: [Loan] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Loan {
    var date: Date

    init(_ date: Date) { self.date = date }
  }

  @Model final class Zine {
    var issue: Int

    init(_ issue: Int) { self.issue = issue }
  }

  static let schema = Schema([Book.self, Zine.self])
}

enum NewLibrary {
  struct Size: Codable, Equatable {
    var height: Double
    var width: Double
    var depth: Double?
  }

  @Model final class Author {
    var name: String

    init(_ name: String) { self.name = name }
  }

  @Model final class Book {
    #Index<Book>([\.heading])
    @Attribute(originalName: "title") var heading: String
    var pages: Int
    var subtitle: String = "none"
    var rating: Int = 3
    var languages: [String] = ["en"]
    var note: String?
    @Relationship(originalName: "shelf") var place: Shelf?
    var size: Size
    @Relationship(originalName: "tags") var labels: [Tag] = []
    /// Was one reader.
    @Relationship(originalName: "firstReader") var readers: [Reader] = []
    var author: Author?

    init(_ heading: String) {
      self.heading = heading
      pages = 0
      size = Size(height: 0, width: 0)
    }
  }

  @Model final class Shelf {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.place) var books: [Book] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Tag {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Book.labels) var books: [Book] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Reader {
    var name: String
    var loans: [Loan] = []
    @Relationship(inverse: \Book.readers) var books: [Book] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Loan {
    var date: Date
    /// The loans of a reader had no way back.
    @Relationship(inverse: \Reader.loans) var reader: Reader?

    init(_ date: Date) { self.date = date }
  }

  static let schema = Schema([Book.self])
}

extension MigratingStore {
  /// Writes a small library.
  func writeOldLibrary() throws {
    try open(OldLibrary.schema) { context in
      let shelf = OldLibrary.Shelf("Drama")
      let empty = OldLibrary.Shelf("Empty")
      let tags = ["norsk", "verse"].map { OldLibrary.Tag($0) }
      let nora = OldLibrary.Reader("Nora")
      nora.loans = [OldLibrary.Loan(Date(timeIntervalSinceReferenceDate: 7))]
      let brand = OldLibrary.Book("Brand", pages: 271, subtitle: "A poem")
      let peer = OldLibrary.Book("Peer Gynt", pages: 259)
      for model in [shelf, empty] { context.insert(model) }
      for model in tags { context.insert(model) }
      context.insert(nora)
      for book in [brand, peer] {
        context.insert(book)
        book.shelf = shelf
        book.firstReader = nora
      }
      brand.tags = tags
      peer.tags = [tags[1]]
      for issue in 1...3 { context.insert(OldLibrary.Zine(issue)) }
      try context.save()
    }
  }
}
