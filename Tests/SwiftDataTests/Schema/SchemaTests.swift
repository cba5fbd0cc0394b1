import Foundation

import Testing

@testable import SwiftData

private typealias Author = SchemaSamples.Author
private typealias Base = SchemaSamples.Base
private typealias Book = SchemaSamples.Book
private typealias Genre = SchemaSamples.Genre
private typealias Node = SchemaSamples.Node
private typealias Opaque = SchemaSamples.Opaque
private typealias Outer = SchemaSamples.Outer
private typealias Sub = SchemaSamples.Sub
private typealias Unstorable = SchemaSamples.Unstorable

@Suite struct `Schemas of model types` {
  @Test func `entities come in the given order, then those that relationships lead to`() {
    #expect(Schema([Book.self]).entities.map(\.name) == ["Book", "Author", "Genre"])
    #expect(Schema([Genre.self, Book.self]).entities.map(\.name) == ["Genre", "Book", "Author"])
  }

  @Test func `a type that is given twice is one entity`() throws {
    let schema = Schema([Genre.self, Genre.self])
    #expect(schema.entities.count == 1)
    try schema.validate()
  }

  @Test func `types may be given one by one`() {
    #expect(Schema(Genre.self, Node.self).entities.map(\.name) == ["Genre", "Node"])
    #expect(Schema(Genre.self, version: Schema.Version(2, 0, 0)).version.major == 2)
  }

  @Test func `the name of an entity leaves out the types around it`() {
    #expect(Schema.entityName(for: Outer.Inner.self) == "Inner")
    #expect(Schema([Outer.Inner.self]).entity(for: Outer.Inner.self)?.name == "Inner")
    #expect(Schema([Genre.self]).entity(for: Node.self) == nil)
  }

  @Test func `properties keep their declared order`() throws {
    let entity = try #require(Schema([Book.self]).entitiesByName["Book"])
    #expect(
      entity.storedProperties.map(\.name) == [
        "isbn", "title", "pages", "size", "rating", "author", "genres", "parts",
      ])
    #expect(entity.relationshipsByName.keys.sorted() == ["author", "genres", "parts"])
    #expect(entity.attributes.count == 5)
  }

  @Test func `attributes have type, options, default and original name`() throws {
    let entity = try #require(Schema([Book.self]).entitiesByName["Book"])
    let isbn = try #require(entity.attributesByName["isbn"])
    #expect(isbn.isUnique)
    #expect(ObjectIdentifier(isbn.valueType) == ObjectIdentifier(String.self))
    #expect(!isbn.isOptional)
    let title = try #require(entity.attributesByName["title"])
    #expect(title.originalName == "name")
    #expect(title.hashModifier == "2")
    #expect(title.defaultValue as? String == "Untitled")
    let pages = try #require(entity.attributesByName["pages"])
    #expect(pages.isOptional)
    #expect(pages.originalName == "pages")
    #expect(pages.options == [.externalStorage])
  }

  @Test func `a structure is a composite attribute with its properties as parts`() throws {
    let entity = try #require(Schema([Book.self]).entitiesByName["Book"])
    let size = try #require(entity.attributesByName["size"] as? Schema.CompositeAttribute)
    #expect(size.properties.map(\.name) == ["width", "height"])
    #expect(size.properties.map(\.isOptional) == [false, true])
    #expect(size.isOptional)
  }

  @Test func `an enum with payloads is a composite attribute with its cases as parts`() throws {
    let entity = try #require(Schema([Book.self]).entitiesByName["Book"])
    let rating = try #require(entity.attributesByName["rating"] as? Schema.CompositeAttribute)
    #expect(rating.properties.map(\.name) == ["stars", "none"])
    let stars = try #require(rating.properties.first as? Schema.CompositeAttribute)
    #expect(stars.properties.map(\.name) == ["count"])
  }

  @Test func `relationships have destination, rule, counts and key path`() throws {
    let entity = try #require(Schema([Author.self]).entitiesByName["Author"])
    let books = try #require(entity.relationshipsByName["books"])
    #expect(books.destination == "Book")
    #expect(books.deleteRule == .cascade)
    #expect(books.keypath == \Author.books)
    #expect(!books.isToOneRelationship)
    #expect(books.minimumModelCount == 0)
    #expect(books.maximumModelCount == 9)
  }

  @Test func `single attributes, unique declarations and indexes end up in the entity's lists`()
    throws
  {
    let entity = try #require(Schema([Book.self]).entitiesByName["Book"])
    #expect(entity.uniquenessConstraints == [["isbn"], ["title", "pages"]])
    #expect(
      entity.indices == [
        ["binary", "title"], ["binary", "pages", "title"], ["rtree", "pages"],
        ["binary", "size.width"],
      ])
  }

  @Test func `a schema does not share its descriptions with another one`() throws {
    let first = try #require(Schema([Book.self]).entitiesByName["Book"]?.attributesByName["title"])
    first.originalName = "changed"
    let second = try #require(Schema([Book.self]).entitiesByName["Book"]?.attributesByName["title"])
    #expect(second.originalName == "name")
  }

  @Test func `a versioned schema gives its models and its version`() {
    enum First: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 4, 2)
      static var models: [any PersistentModel.Type] { [Genre.self] }
    }
    let schema = Schema(versionedSchema: First.self)
    #expect(schema.version == Schema.Version(1, 4, 2))
    #expect(schema.entities.map(\.name) == ["Genre"])
  }

  @Test func `schemas of the same models and version are equal`() {
    #expect(Schema([Book.self]) == Schema([Genre.self, Book.self]))
    #expect(Schema([Book.self]) != Schema([Book.self], version: Schema.Version(1, 0, 1)))
    #expect(Schema([Genre.self]) != Schema([Node.self]))
    #expect(Schema() == Schema())
  }

  @Test func `a saved schema loads as an equal one`() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("schema-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    let schema = Schema([Book.self, Sub.self, Node.self], version: Schema.Version(3, 2, 1))
    try schema.save(to: url)
    let loaded = try Schema.load(from: url)
    #expect(loaded == schema)
    #expect(
      loaded.entitiesByName["Book"]?.attributesByName["title"]?.defaultValue as? String
        == "Untitled")
    #expect(loaded.entitiesByName["Sub"]?.superentity === loaded.entitiesByName["Base"])
    try loaded.validate()
  }
}

@Suite struct `Coding of types` {
  private struct Hidden: Codable {}

  @Test func `a type that could not be found again is refused`() {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(CodedType(Hidden.self)) }
  }
}

@Suite struct `Schemas that no store can be made for` {
  @Test func `two models of the same name are told apart in the error`() {
    let schema = Schema([Genre.self, Outer.Genre.self])
    #expect { try schema.validate() } throws: { error in
      let text = (error as? SwiftDataError)?.explanation ?? ""
      return text.contains("Outer.Genre") && text.contains("entity name 'Genre'")
    }
  }

  @Test func `an attribute that cannot be stored is named with its reason`() {
    #expect(
      ModelDescription.of(Unstorable.self).unsupportedProperties.map(\.property) == ["date", "box"])
    #expect { try Schema([Unstorable.self]).validate() } throws: { error in
      let text = (error as? SwiftDataError)?.explanation ?? ""
      return text.contains("'Unstorable.date'")
        && text.contains("Unexpected property within Persisted Struct/Enum: _CalendarProtocol")
        && text.contains("'Unstorable.box'")
    }
  }

  @Test func `an attribute with the option codable is stored whatever it holds`() throws {
    try Schema([Opaque.self]).validate()
  }
}

@Suite struct `Inheritance of entities` {
  @Test func `a subclass brings its superclass and has only its own properties as stored ones`()
    throws
  {
    let schema = Schema([Sub.self])
    let sub = try #require(schema.entity(for: Sub.self))
    let base = try #require(schema.entity(for: Base.self))
    #expect(sub.superentity === base)
    #expect(sub.superentityName == "Base")
    #expect(base.subentities == [sub])
    #expect(sub.storedProperties.map(\.name) == ["extra"])
    #expect(sub.inheritedProperties.map(\.name) == ["name"])
    #expect(sub.properties.map(\.name) == ["name", "extra"])
  }

  @Test func `a superclass does not bring its subclasses`() {
    #expect(Schema([Base.self]).entities.map(\.name) == ["Base"])
  }
}

@Suite struct `Schemas put together by hand` {
  @Test func `properties are sorted into attributes, relationships and constraints`() {
    let isbn = Schema.Attribute(name: "isbn", options: [.unique], valueType: String.self)
    let shelf = Schema.Relationship()
    shelf.name = "shelf"
    shelf.destination = "Shelf"
    let book = Schema.Entity(
      "Book", properties: isbn, shelf, Schema.Index<Genre>([\.name]))
    #expect(book.attributes == [isbn])
    #expect(book.relationships == [shelf])
    #expect(book.uniquenessConstraints == [["isbn"]])
    #expect(book.indices == [["binary", "name"]])
  }

  @Test func `subentities inherit properties and belong to the schema`() throws {
    let name = Schema.Attribute(name: "name", valueType: String.self)
    let cat = Schema.Entity("Cat")
    let animal = Schema.Entity("Animal", subentities: cat, properties: name)
    let schema = Schema(animal)
    #expect(schema.entities.map(\.name) == ["Animal", "Cat"])
    #expect(cat.superentity === animal)
    #expect(cat.attributesByName["name"] === name)
  }

  @Test func `an unknown destination is a fault`() {
    let shelf = Schema.Relationship()
    shelf.name = "shelf"
    shelf.destination = "Shelf"
    let schema = Schema(Schema.Entity("Book", properties: shelf))
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try schema.validate() }
  }

  @Test func `setting attributes keeps relationships and the order of those that stay`() {
    let names = ["c", "a", "b"]
    let entity = Schema.Entity("Thing")
    let link = Schema.Relationship()
    link.name = "link"
    entity.storedProperties = names.map { Schema.Attribute(name: $0, valueType: Int.self) } + [link]
    entity.attributesByName["a"] = nil
    entity.attributes.insert(Schema.Attribute(name: "d", valueType: Int.self))
    #expect(entity.storedProperties.map(\.name) == ["c", "b", "link", "d"])
  }
}

@Suite struct `Versions of schemas` {
  @Test func `versions are ordered by major, minor and patch`() {
    let versions = [(2, 0, 0), (1, 10, 0), (1, 2, 9), (1, 2, 10)].map(Schema.Version.init)
    #expect(versions.sorted().map(\.description) == ["1.2.9", "1.2.10", "1.10.0", "2.0.0"])
  }

  @Test func `a version survives coding, and a negative number is refused`() throws {
    let version = Schema.Version(1, 2, 3)
    let data = try JSONEncoder().encode(version)
    #expect(try JSONDecoder().decode(Schema.Version.self, from: data) == version)
    let negative = Data(#"{"major": 1, "minor": -2, "patch": 0}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Schema.Version.self, from: negative)
    }
  }

  @Test func `a negative number ends the process`() async {
    await #expect(processExitsWith: .failure) { _ = Schema.Version(1, -1, 0) }
  }
}

// MARK: - Models

/// Not private, because a private type cannot be found by the name in a saved schema.
enum SchemaSamples {
  struct Size: Codable {
    var width: Double
    var height: Double?
  }

  enum Rating: Codable {
    case none
    case stars(count: Int)
  }

  @Model final class Book {
    #Index<Book>([\.title], [\.pages, \.title])
    #Index<Book>(.rtree([\.pages]), .binary([\.size?.width]))
    #Unique<Book>([\.title, \.pages])
    @Attribute(.unique) var isbn: String
    @Attribute(originalName: "name", hashModifier: "2") var title: String = "Untitled"
    @Attribute(.externalStorage) var pages: Data?
    var size: Size?
    var rating: Rating
    var author: Author?
    var genres: [Genre]
    var parts: [Book]?

    init() {
      isbn = ""
      rating = Rating.none
      genres = []
    }
  }

  @Model final class Author {
    @Relationship(deleteRule: .cascade, maximumModelCount: 9, inverse: \Book.author)
    var books: [Book] = []

    init() {}
  }

  @Model final class Genre {
    var name: String = ""

    init() {}
  }

  @Model final class Node {
    var parent: Node?
    var children: [Node] = []

    init() {}
  }

  enum Outer {
    @Model final class Inner {
      var value: Int = 0

      init() {}
    }

    @Model final class Genre {
      var name: String = ""

      init() {}
    }
  }

  @Model final class Unstorable {
    var date: DateComponents?
    var fine: Int
    var box: PersistentIdentifier?

    init() { fine = 0 }
  }

  @Model final class Opaque {
    @Attribute(.codable) var date: DateComponents
    @Attribute(.codable) var other: PersistentIdentifier?

    init() { date = DateComponents() }
  }

  /// Written by hand, as `@Model` on a class that inherits from a model is a matter of the macro.
  class Base: PersistentModel {
    class var schemaMetadata: [Schema.PropertyMetadata] {
      [Schema.PropertyMetadata(name: "name", keypath: \Base.name)]
    }

    var persistentBackingData: any BackingData<Base>
    var name: String { "" }

    required init(backingData: any BackingData<Base>) { persistentBackingData = backingData }
  }

  final class Sub: Base {
    override class var schemaMetadata: [Schema.PropertyMetadata] {
      super.schemaMetadata + [Schema.PropertyMetadata(name: "extra", keypath: \Sub.extra)]
    }

    var extra: Int { 0 }
  }
}
