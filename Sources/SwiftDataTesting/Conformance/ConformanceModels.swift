internal import Foundation
internal import SwiftData

/// What the checks of stores save: attributes of all kinds, and relationships of all kinds.
@Model final class ConformanceBook {
  var title: String
  var pages: Int
  var price: Double
  var isLent: Bool
  var published: Date
  var code: UUID
  var cover: Data
  var subtitle: String?
  var rating: Int?
  var genre: ConformanceGenre
  var size: ConformanceSize
  var keywords: [String]
  var fragile: ConformanceFragile
  @Relationship(deleteRule: .nullify) var author: ConformanceAuthor?
  @Relationship(deleteRule: .cascade, inverse: \ConformanceChapter.book)
  var chapters: [ConformanceChapter] = []
  @Relationship(deleteRule: .nullify, inverse: \ConformanceTag.books)
  var tags: [ConformanceTag] = []
  @Relationship(deleteRule: .nullify, inverse: \ConformanceBook.sequel)
  var prequel: ConformanceBook?
  var sequel: ConformanceBook?

  init(_ title: String, pages: Int = 100) {
    self.title = title
    self.pages = pages
    price = 9.5
    isLent = false
    published = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
    code = UUID()
    cover = Data([0, 127, 255])
    genre = .poetry
    size = ConformanceSize(width: 12.5, height: 20, unit: "cm")
    keywords = ["first", "", "third"]
    fragile = ConformanceFragile(text: title)
  }
}

@Model final class ConformanceAuthor {
  var name: String
  @Relationship(deleteRule: .nullify, inverse: \ConformanceBook.author)
  var books: [ConformanceBook] = []

  init(_ name: String) { self.name = name }
}

@Model final class ConformanceChapter {
  var number: Int
  var book: ConformanceBook?

  init(_ number: Int) { self.number = number }
}

@Model final class ConformanceTag {
  var text: String
  var books: [ConformanceBook] = []

  init(_ text: String) { self.text = text }
}

@Model class ConformanceVehicle {
  var name: String
  var wheels: Int
  @Relationship(deleteRule: .nullify) var garage: ConformanceGarage?

  init(_ name: String, wheels: Int) {
    self.name = name
    self.wheels = wheels
  }
}

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Model final class ConformanceLorry: ConformanceVehicle {
  var load: Double
  var note: String?

  init(_ name: String, load: Double) {
    self.load = load
    super.init(name, wheels: 6)
  }
}

@Model final class ConformanceGarage {
  var city: String
  @Relationship(deleteRule: .nullify, inverse: \ConformanceVehicle.garage)
  var vehicles: [ConformanceVehicle] = []

  init(_ city: String) { self.city = city }
}

enum ConformanceGenre: String, Codable, CaseIterable {
  case poetry, prose, drama
}

struct ConformanceSize: Codable, Equatable {
  var width: Double
  var height: Double
  var unit: String
}

/// A value that refuses to be encoded where a check says so, as a broken value of an app would.
struct ConformanceFragile: Codable, Equatable {
  /// The text of the value that cannot be encoded now.
  @TaskLocal static var brokenText: String?

  struct Broken: Error {}

  var text: String

  private enum CodingKeys: CodingKey { case text }

  init(text: String) { self.text = text }

  func encode(to encoder: any Encoder) throws {
    if text == Self.brokenText { throw Broken() }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
  }
}

extension Schema {
  /// The models of the checks.
  static var conformance: Schema {
    Schema([
      ConformanceBook.self, ConformanceAuthor.self, ConformanceChapter.self, ConformanceTag.self,
    ])
  }

  /// The same, with models that inherit where the system has them.
  static var conformanceHeirs: Schema {
    guard #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return conformance
    }
    return Schema([
      ConformanceBook.self, ConformanceAuthor.self, ConformanceChapter.self, ConformanceTag.self,
      ConformanceVehicle.self, ConformanceLorry.self, ConformanceGarage.self,
    ])
  }
}
