import Foundation
import Testing

@testable import SwiftData

@Suite struct ColumnLayoutTests {
  @Model final class Sorted {
    struct Part: Codable {
      var zeta: String
      var alpha: String
      var count: Int
    }

    enum Level: Int, Codable { case low, high }

    var zone: String = ""
    var price: Decimal = 0
    var weight: Double = 0
    var born: Date = Date.distantPast
    var active: Bool = true
    var small: Int16 = 0
    var level: Level = Level.low
    var image: Data?
    var token: UUID?
    var names: [String] = []
    var link: URL?
    var part: Part?
    var area: Float = 0
    var owner: Sorted?
    @Relationship(inverse: \Sorted.owner) var owned: [Sorted] = []
    init() {}
  }

  @Test func `columns are grouped by kind, then in the alphabetical order of properties`() throws {
    let layout = try SchemaLayout(schema: Schema([Sorted.self]))
    #expect(
      layout.tables[0].creationStatement == """
        CREATE TABLE ZSORTED ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
        ZACTIVE INTEGER, ZLEVEL INTEGER, ZCOUNT INTEGER, ZSMALL INTEGER, ZOWNER INTEGER, \
        ZAREA FLOAT, ZBORN TIMESTAMP, ZWEIGHT FLOAT, ZPRICE DECIMAL, \
        ZLINK VARCHAR, ZZETA VARCHAR, ZALPHA VARCHAR, ZZONE VARCHAR, \
        ZTOKEN BLOB, ZNAMES BLOB, ZIMAGE BLOB )
        """)
  }

  @Model final class Repeated {
    struct Named: Codable {
      var name: String
      var id: Int
    }

    var id: String = ""
    var name: String = ""
    var first: Named?
    var second: Named?
    init() {}
  }

  @Test func `leaves of the same name get numbers in the order of columns`() throws {
    let entity = try SchemaLayout(schema: Schema([Repeated.self])).entities[0]
    // Slots are in declared order: id, name, first.name, first.id, second.name, second.id.
    #expect(entity.slotColumns == ["ZID2", "ZNAME1", "ZNAME", "ZID", "ZNAME2", "ZID1"])
  }

  @Test func `entities are numbered in the alphabetical order of their names`() throws {
    let layout = try SchemaLayout(schema: Schema([Sorted.self, Repeated.self]))
    #expect(layout.entities.map(\.name) == ["Repeated", "Sorted"])
    #expect(layout.entities.map(\.number) == [1, 2])
    #expect(layout.entity(for: Sorted.self)?.number == 2)
  }

  @Test func `statements take the values of a row in one order`() throws {
    let entity = try SchemaLayout(schema: Schema([Trip.self, Stop.self])).entitiesByName["Stop"]!
    #expect(entity.columns == ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME", "ZORDER", "ZTRIP", "ZNEXT"])
    #expect(
      entity.insertSQL == """
        INSERT INTO ZSTOP (Z_PK, Z_ENT, Z_OPT, ZNAME, ZORDER, ZTRIP, ZNEXT) \
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    #expect(
      entity.selectSQL
        == "SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZORDER, ZTRIP, ZNEXT FROM ZSTOP WHERE Z_PK = ?")
    #expect(entity.deleteSQL == "DELETE FROM ZSTOP WHERE Z_PK = ?")
  }

  @Model final class Trip {
    var name: String = ""
    @Relationship(inverse: \Stop.trip) var stops: [Stop] = []
    init() {}
  }

  @Model final class Stop {
    var name: String = ""
    var trip: Trip?
    var next: Stop?
    var order: Int = 0
    init() {}
  }
}

@Suite struct RelationshipLayoutTests {
  @Model final class Author {
    #Unique<Author>([\.name], [\.name, \.mentor])
    @Attribute(.unique) var code: String = ""
    var name: String = ""
    var mentor: Author?
    @Relationship(inverse: \Book.authors) var books: [Book] = []
    @Relationship(inverse: nil) var awards: [Award] = []
    var friends: [Author] = []
    init() {}
  }

  @Model final class Book {
    var title: String = ""
    var authors: [Author] = []
    init() {}
  }

  @Model final class Award {
    var title: String = ""
    init() {}
  }

  let layout: SchemaLayout

  init() throws { layout = try SchemaLayout(schema: Schema([Author.self, Book.self])) }

  private func relationship(_ entity: String, _ name: String) throws -> RelationshipLayout {
    let entity = try #require(layout.entitiesByName[entity])
    return try #require(entity.relationships.first { $0.name == name })
  }

  @Test func `a to-many without an inverse is a key in the destination's table`() throws {
    guard case .destinationForeignKey(let column) = try relationship("Author", "awards").storage
    else { return #expect(Bool(false), "not a key") }
    #expect(column == "Z1AWARDS")
    #expect(
      layout.creationStatements.contains(
        "CREATE INDEX ZAWARD_Z1AWARDS_INDEX ON ZAWARD (Z1AWARDS)"))
    // The key is none of the award's own values.
    #expect(layout.entitiesByName["Award"]?.columns == ["Z_PK", "Z_ENT", "Z_OPT", "ZTITLE"])
  }

  @Test func `a many-to-many has a table that the lower entity number names`() throws {
    guard case .joinTable(let books) = try relationship("Author", "books").storage,
      case .joinTable(let authors) = try relationship("Book", "authors").storage
    else { return #expect(Bool(false), "no tables") }
    #expect(
      books == .init(name: "Z_1BOOKS", ownerColumn: "Z_1AUTHORS", destinationColumn: "Z_3BOOKS"))
    #expect(
      authors == .init(name: "Z_1BOOKS", ownerColumn: "Z_3BOOKS", destinationColumn: "Z_1AUTHORS"))
    let statements = layout.creationStatements
    let table = try #require(
      statements.firstIndex(
        of: """
          CREATE TABLE Z_1BOOKS ( Z_1AUTHORS INTEGER, Z_3BOOKS INTEGER, \
          PRIMARY KEY (Z_1AUTHORS, Z_3BOOKS) )
          """))
    #expect(statements[0].hasPrefix("CREATE TABLE ZAUTHOR "))
    #expect(table == 1)
    #expect(
      statements.contains(
        "CREATE INDEX Z_1BOOKS_Z_3BOOKS_INDEX ON Z_1BOOKS (Z_3BOOKS, Z_1AUTHORS)"))
  }

  @Test func `a many-to-many that is its own inverse has a reflexive column`() throws {
    let schema = Schema([Author.self])
    // The compiler takes no key path to a property as an argument of the property's own macro.
    let relationship = try #require(schema.entitiesByName["Author"]?.relationshipsByName["friends"])
    relationship.inverseName = "friends"
    let layout = try SchemaLayout(schema: schema)
    let author = try #require(layout.entitiesByName["Author"])
    let index = try #require(author.relationships.firstIndex { $0.name == "friends" })
    guard case .joinTable(let friends) = author.relationships[index].storage else {
      return #expect(Bool(false), "no table")
    }
    #expect(
      friends
        == .init(name: "Z_1FRIENDS", ownerColumn: "Z_1FRIENDS", destinationColumn: "REFLEXIVE"))
    #expect(layout.tables.map(\.name).filter { $0 == "Z_1FRIENDS" }.count == 1)
  }

  @Test func `an existing store's name of a many-to-many table is taken`() throws {
    let existing = StoreDescription(tables: ["Z_3AUTHORS": ["Z_1AUTHORS", "Z_3BOOKS"]])
    let layout = try SchemaLayout(schema: Schema([Author.self, Book.self]), existing: existing)
    let author = try #require(layout.entitiesByName["Author"])
    guard case .joinTable(let books) = author.relationships[1].storage else {
      return #expect(Bool(false), "no table")
    }
    #expect(
      books == .init(name: "Z_3AUTHORS", ownerColumn: "Z_1AUTHORS", destinationColumn: "Z_3BOOKS"))
  }

  @Test func `unique attributes come before combinations, each with an index`() throws {
    #expect(
      layout.creationStatements.filter { $0.contains("UNIQUE INDEX Z_Author") } == [
        "CREATE UNIQUE INDEX Z_Author_UNIQUE_code ON ZAUTHOR (ZCODE COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Author_UNIQUE_name ON ZAUTHOR (ZNAME COLLATE BINARY ASC)",
        """
        CREATE UNIQUE INDEX Z_Author_UNIQUE_name_mentor ON ZAUTHOR (ZNAME COLLATE BINARY ASC, \
        ZMENTOR COLLATE BINARY ASC)
        """,
      ])
  }
}

@Suite struct JoinTableNameTests {
  enum Twins {
    @Model final class Book {
      var tags: [Tag] = []
      var Tags: [Label] = []
      init() {}
    }

    @Model final class Tag {
      @Relationship(inverse: \Book.tags) var books: [Book] = []
      init() {}
    }

    @Model final class Label {
      @Relationship(inverse: \Book.Tags) var books: [Book] = []
      init() {}
    }
  }

  enum Selves {
    @Model final class Person {
      var friends: [Person] = []
      @Relationship(inverse: \Person.friends) var Friends: [Person] = []
      init() {}
    }
  }

  @Test func `many-to-many relationships whose names differ in case only are refused`() {
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Schema([Twins.Book.self]),
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error == .loadIssueModelContainer)
    #expect("\(String(describing: error))".contains("'Book.Tags' and 'Book.tags'"))
  }

  @Test func `a relationship and its inverse whose names differ in case only are refused`() {
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Schema([Selves.Person.self]),
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error == .loadIssueModelContainer)
    #expect("\(String(describing: error))".contains("Person.friends"))
    #expect("\(String(describing: error))".contains("Person.Friends"))
  }
}

@Suite struct StoreDifferenceTests {
  @Model final class Note {
    var text: String = ""
    var place: Place?
    init() {}
    struct Place: Codable { var city: String }
  }

  private func description(
    _ change: (inout StoreDescription) -> Void = { _ in }
  ) throws -> (SchemaLayout, StoreDescription) {
    let layout = try SchemaLayout(schema: Schema([Note.self]))
    var store = StoreDescription(
      tables: ["ZNOTE": ["Z_PK", "Z_ENT", "Z_OPT", "ZTEXT", "ZCITY"]],
      entities: [.init(number: 1, name: "Note"), .init(number: 16001, name: "CHANGE")])
    change(&store)
    return (layout, store)
  }

  @Test func `a store of the schema has no differences`() throws {
    let (layout, store) = try description()
    #expect(layout.differences(from: store) == [])
  }

  @Test func `missing and unknown columns are named with their property and entity`() throws {
    let (layout, store) = try description { $0.tables["ZNOTE"]![4] = "ZTOWN" }
    #expect(
      layout.differences(from: store).map(\.description) == [
        "the store has no column ZNOTE.ZCITY for 'Note.place.city'",
        "the store has a column ZNOTE.ZTOWN that no property of 'Note' is stored in",
      ])
  }

  @Test func `columns of another type are named with their property`() throws {
    let (layout, store) = try description {
      $0.columnTypes = ["ZNOTE": ["ZTEXT": "INTEGER", "ZCITY": "VARCHAR"]]
    }
    #expect(
      layout.differences(from: store).map(\.description) == [
        "the store has ZNOTE.ZTEXT for 'Note.text' as INTEGER, the schema as VARCHAR"
      ])
  }

  @Test func `missing tables, unknown entities and other numbers are found`() throws {
    let (layout, store) = try description {
      $0.tables = [:]
      $0.entities = [.init(number: 1, name: "Memo"), .init(number: 2, name: "Note")]
    }
    #expect(
      layout.differences(from: store) == [
        .unknownEntity("Memo"), .otherNumber(entity: "Note", stored: 2, expected: 1),
        .missingTable("ZNOTE", entity: "Note"),
      ])
  }
}

@Suite struct StoreMetadataTests {
  @Model final class First {
    var a: Int = 0
    init() {}
  }

  @Test func `the hash function is SHA-256`() {
    func hex(_ text: String) -> String {
      SHA256.hash(Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
    #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      hex(String(repeating: "a", count: 1000))
        == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
  }

  @Test func `metadata comes back`() throws {
    let metadata = StoreMetadata(for: try SchemaLayout(schema: Schema([First.self])))
    let read = try StoreMetadata(propertyList: metadata.propertyList())
    #expect(read.versionIdentifiers == ["1.0.0"])
    #expect(read.entityHashes == metadata.entityHashes)
    #expect(read.fingerprint == metadata.fingerprint)
  }

  @Test func `bytes that are no metadata are an error`() {
    #expect(throws: StoreMetadata.Fault.self) { try StoreMetadata(propertyList: Data()) }
    #expect(throws: StoreMetadata.Fault.self) {
      try StoreMetadata(propertyList: Data("<plist><dict/></plist>".utf8))
    }
  }

  @Test func `a schema is compiled once for all who keep its layout`() throws {
    let schema = Schema([First.self])
    var layout: SchemaLayout? = try SchemaLayout.of(schema)
    #expect(try SchemaLayout.of(schema) === layout)
    layout = nil
    #expect(schema.sharedLayout.value == nil)
  }

  @Test func `the fingerprint tells schemas apart`() throws {
    let one = try SchemaLayout(schema: Schema([First.self]))
    let other = try SchemaLayout(schema: Schema([First.self, StoreDifferenceTests.Note.self]))
    let newer = try SchemaLayout(schema: Schema([First.self], version: Schema.Version(2, 0, 0)))
    #expect(one.fingerprint == (try SchemaLayout(schema: Schema([First.self]))).fingerprint)
    #expect(Set([one.fingerprint, other.fingerprint, newer.fingerprint]).count == 3)
    #expect(one.entityHashes["First"] == newer.entityHashes["First"])
  }
}
