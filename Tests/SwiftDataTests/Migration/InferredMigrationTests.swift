import Foundation
import Testing

@testable import SwiftData

/// What a container does with a store of other models, where no plan says anything.
@Suite struct InferredMigrationTests {
  private func migrated<Result>(_ body: (ModelContext) throws -> Result) throws -> Result {
    try withMigratingStore { store in
      try store.writeOldLibrary()
      return try store.open(NewLibrary.schema, body)
    }
  }

  private func books(_ context: ModelContext) throws -> [NewLibrary.Book] {
    try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.heading)]))
  }

  @Test func `a renamed attribute keeps its values`() throws {
    try migrated { context throws in
      #expect(try books(context).map(\.heading) == ["Brand", "Peer Gynt"])
    }
  }

  @Test func `new attributes are nil or have their default`() throws {
    try migrated { context throws in
      for book in try books(context) {
        #expect(book.rating == 3)
        #expect(book.note == nil)
        #expect(book.languages == ["en"])
        #expect(book.author == nil)
      }
    }
  }

  @Test func `an attribute that becomes mandatory takes its default in place of nil`() throws {
    try migrated { context throws in
      #expect(try books(context).map(\.subtitle) == ["A poem", "none"])
    }
  }

  @Test func `a structure keeps its parts, and a new one of them is nil`() throws {
    try migrated { context throws in
      #expect(
        try books(context).map(\.size)
          == Array(repeating: NewLibrary.Size(height: 20, width: 12.5, depth: nil), count: 2))
    }
  }

  @Test func `renamed relationships lead where they led`() throws {
    try migrated { context throws in
      let books = try books(context)
      #expect(books.map { $0.place?.name } == ["Drama", "Drama"])
      #expect(books.map { $0.labels.map(\.name).sorted() } == [["norsk", "verse"], ["verse"]])
      let shelves = try context.fetch(
        FetchDescriptor<NewLibrary.Shelf>(sortBy: [SortDescriptor(\.name)]))
      #expect(shelves.map(\.books.count) == [2, 0])
    }
  }

  @Test func `a to-one relationship becomes many-to-many`() throws {
    try migrated { context throws in
      #expect(try books(context).map { $0.readers.map(\.name) } == [["Nora"], ["Nora"]])
      let reader = try #require(try context.fetch(FetchDescriptor<NewLibrary.Reader>()).first)
      #expect(reader.books.count == 2)
    }
  }

  @Test func `a one-way relationship gets a way back`() throws {
    try migrated { context throws in
      let loan = try #require(try context.fetch(FetchDescriptor<NewLibrary.Loan>()).first)
      #expect(loan.reader?.name == "Nora")
    }
  }

  @Test func `a new entity is empty, and can be saved`() throws {
    try migrated { context throws in
      #expect(try context.fetchCount(FetchDescriptor<NewLibrary.Author>()) == 0)
      let book = try #require(try books(context).first)
      book.author = NewLibrary.Author("Ibsen")
      try context.save()
      #expect(
        try ModelContext(context.container).fetchCount(FetchDescriptor<NewLibrary.Author>()) == 1)
    }
  }

  @Test func `identifiers keep their keys, and the store its identifier`() throws {
    try withMigratingStore { store in
      try store.writeOldLibrary()
      let before = try store.open(OldLibrary.schema) { context in
        try context.fetch(FetchDescriptor<OldLibrary.Book>(sortBy: [SortDescriptor(\.title)]))
          .map(\.persistentModelID)
      }
      let after = try store.open(NewLibrary.schema) { try books($0).map(\.persistentModelID) }
      #expect(before == after)
    }
  }

  @Test func `tables and indexes are those of a new store`() throws {
    try withMigratingStore { store in
      try store.writeOldLibrary()
      try store.open(NewLibrary.schema)
      #expect(try store.statements == statementsOfNewStore(NewLibrary.schema))
    }
  }

  @Test func `entities are numbered anew, and keep their highest keys`() throws {
    try withMigratingStore { store in
      try store.writeOldLibrary()
      try store.open(NewLibrary.schema)
      #expect(
        try store.rows("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16001")
          == ["1|Author|0", "2|Book|2", "3|Loan|1", "4|Reader|1", "5|Shelf|2", "6|Tag|2"])
      #expect(try store.rows("SELECT DISTINCT Z_ENT FROM ZTAG") == ["6"])
    }
  }

  @Test func `a new highest key follows the old one`() throws {
    try migrated { context throws in
      let shelf = NewLibrary.Shelf("Lyrics")
      context.insert(shelf)
      try context.save()
      #expect(shelf.persistentModelID.rowKey == 3)
    }
  }

  @Test func `the way back is inferred too, and drops what the older models lack`() throws {
    try withMigratingStore { store in
      try store.writeOldLibrary()
      try store.open(NewLibrary.schema)
      let error = #expect(throws: SwiftDataError.self) { try store.open(OldLibrary.schema) }
      // The older model has no original names: its titles are new, mandatory and without default.
      #expect(cocoaCode(error) == 134190 || cocoaCode(error) == 134110)
      #expect(try store.open(NewLibrary.schema) { try books($0).count } == 2)
    }
  }

  @Test func `a store that fits is not written to`() throws {
    try withMigratingStore { store in
      try store.writeOldLibrary()
      let before = try store.files
      try store.open(OldLibrary.schema)
      #expect(try store.files == before)
    }
  }

  @Test func `a store that does not allow saving is not migrated`() throws {
    try withMigratingStore { store in
      try store.writeOldLibrary()
      let before = try store.files
      let error = #expect(throws: SwiftDataError.self) {
        try store.open(NewLibrary.schema, allowsSave: false)
      }
      #expect(error == .loadIssueModelContainer)
      #expect("\(try #require(error))".contains("does not allow saving"))
      #expect(try store.files["app.store"] == before["app.store"])
    }
  }
}
