import Foundation
import Testing

@testable import SwiftData

/// Tables, indexes, triggers and views that somebody else made in a store's file.
@Suite struct ForeignObjectTests {
  enum First {
    @Model final class Plant {
      var name: String
      var height: Int = 1
      var beds: [Bed] = []

      init(_ name: String) { self.name = name }
    }

    @Model final class Bed {
      var size: Int
      @Relationship(inverse: \Plant.beds) var plants: [Plant] = []

      init(_ size: Int) { self.size = size }
    }

    static var schema: Schema { Schema([Plant.self, Bed.self]) }
  }

  enum Second {
    @Model final class Plant {
      var name: String
      var soil: String = "loam"

      init(_ name: String) { self.name = name }
    }

    static var schema: Schema { Schema([Plant.self]) }
  }

  /// A schema in which another property has the column of one that is renamed.
  enum Renamed {
    @Model final class Plant {
      var name: String
      var height: Int = 0
      @Attribute(originalName: "height") var tallness: Int = 0

      init(_ name: String) { self.name = name }
    }

    static var schema: Schema { Schema([Plant.self]) }
  }

  /// A schema with an entity whose table has the name of somebody else's.
  enum Taken {
    @Model final class Plant {
      var name: String

      init(_ name: String) { self.name = name }
    }

    @Model final class Ebra {
      var stripes: Int = 1

      init() {}
    }

    static var schema: Schema { Schema([Plant.self, Ebra.self]) }
  }

  /// Writes a store with the first models, then adds what somebody else makes.
  private func withStore(
    adding statements: String..., body: (MigratingStore) throws -> Void
  ) throws {
    try withMigratingStore { store in
      try store.open(First.schema) { context in
        let plant = First.Plant("Rue")
        context.insert(plant)
        plant.beds = [First.Bed(2)]
        try context.save()
      }
      for statement in statements { try store.execute(statement) }
      try body(store)
    }
  }

  private func objects(_ store: MigratingStore, _ type: String) throws -> [String] {
    try store.rows("SELECT name FROM sqlite_schema WHERE type = '\(type)' ORDER BY name")
  }

  // MARK: - Tables

  @Test(arguments: [true, false])
  func `tables of others stay, whatever their names begin with`(hasModel: Bool) throws {
    try withStore(
      adding: "CREATE TABLE ZEBRA (STRIPES INTEGER); INSERT INTO ZEBRA VALUES (7)",
      "CREATE TABLE ZZLOG (Z_PK INTEGER PRIMARY KEY, LINE TEXT); INSERT INTO ZZLOG VALUES (1, 'x')",
      "CREATE TABLE \"Z_odd name\" (V); INSERT INTO \"Z_odd name\" VALUES (3)"
    ) { store in
      if !hasModel { try store.forgetModel() }
      try store.open(Second.schema)
      #expect(try store.rows("SELECT * FROM ZEBRA") == ["7"])
      #expect(try store.rows("SELECT * FROM ZZLOG") == ["1|x"])
      #expect(try store.rows("SELECT * FROM \"Z_odd name\"") == ["3"])
      #expect(try store.rows("SELECT ZNAME, ZSOIL FROM ZPLANT") == ["Rue|loam"])
    }
  }

  @Test(arguments: [true, false])
  func `tables of entities and relationships that are gone do not stay`(hasModel: Bool) throws {
    try withStore(adding: "CREATE TABLE ZEBRA (STRIPES INTEGER)") { store in
      if !hasModel { try store.forgetModel() }
      try store.open(Second.schema)
      let tables = try objects(store, "table")
      #expect(tables.filter { $0.hasPrefix("Z") && !$0.hasPrefix("Z_") } == ["ZEBRA", "ZPLANT"])
      #expect(
        tables.filter { $0.hasPrefix("Z_") } == ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"])
    }
  }

  @Test func `another's table with an entity's columns stays where the store has its model`() throws
  {
    try withStore(adding: "CREATE TABLE ZEBRA (Z_PK, Z_ENT, Z_OPT)") { store in
      try store.open(Second.schema)
      #expect(try objects(store, "table").contains("ZEBRA"))
    }
  }

  @Test(arguments: ["TABLE ZEBRA (A)", "TABLE zebra (A)", "VIEW ZEBRA AS SELECT 1"])
  func `an entity whose table's name is taken is refused, and the store stays`(made: String) throws
  {
    try withStore(adding: "CREATE \(made)") { store in
      let before = try store.files
      let error = #expect(throws: SwiftDataError.self) { try store.open(Taken.schema) }
      #expect(error == .loadIssueModelContainer)
      #expect("\(try #require(error))".contains("ZEBRA"))
      #expect("\(try #require(error))".contains("'Ebra'"))
      #expect(try store.files == before)
    }
  }

  @Test func `a foreign key of another table leads to the table of the new models`() throws {
    try withStore(adding: "CREATE TABLE NOTES (PLANT REFERENCES ZPLANT (Z_PK), V TEXT)") { store in
      try store.open(Second.schema)
      #expect(
        try store.rows("SELECT \"table\" FROM pragma_foreign_key_list('NOTES')") == ["ZPLANT"])
    }
  }

  // MARK: - Indexes

  @Test(arguments: ["mine", "odd name", "it's", "a \"quoted\" one", "Z_MORE", "select"])
  func `an index of another's stays with a table that is made anew`(name: String) throws {
    let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
    try withStore(adding: "CREATE INDEX \(quoted) ON ZPLANT (ZNAME COLLATE NOCASE)") { store in
      let statement = try store.rows("SELECT sql FROM sqlite_schema WHERE name LIKE '%NOCASE%'")
      try store.open(Second.schema)
      #expect(try objects(store, "index").contains(name))
      #expect(
        try store.rows("SELECT sql FROM sqlite_schema WHERE name LIKE '%NOCASE%'") == statement)
      #expect(try store.rows("PRAGMA integrity_check") == ["ok"])
    }
  }

  @Test func `an index of another's stays on a table that is not made anew`() throws {
    try withStore(adding: "CREATE INDEX \"odd name\" ON ZPLANT (ZNAME)") { store in
      // Another entity comes.
      try store.open(Schema([First.Plant.self, First.Bed.self, Taken.Ebra.self]))
      #expect(try objects(store, "index").contains("odd name"))
    }
  }

  @Test func `an index of another's over a column that is gone goes with it`() throws {
    try withStore(
      adding: "CREATE INDEX low ON ZPLANT (ZHEIGHT)", "CREATE INDEX kept ON ZPLANT (ZNAME)"
    ) { store in
      try store.open(Second.schema)
      let indexes = try objects(store, "index")
      #expect(indexes.contains("kept"))
      #expect(!indexes.contains("low"))
    }
  }

  @Test func `an index of another's is no reason to migrate`() throws {
    try withStore(adding: "CREATE INDEX Z_MORE ON ZPLANT (ZHEIGHT)") { store in
      try store.forgetModel()
      let before = try store.rows("SELECT hex(Z_PLIST) FROM Z_METADATA")
      try store.open(First.schema)
      #expect(try store.rows("SELECT hex(Z_PLIST) FROM Z_METADATA") == before)
      #expect(try objects(store, "index").contains("Z_MORE"))
    }
  }

  // MARK: - Triggers and views

  private let log = "CREATE TABLE LOG (LINE TEXT)"

  @Test func `a trigger stays with its table, and the migration does not set it off`() throws {
    try withStore(
      adding: log,
      """
      CREATE TRIGGER "my log" AFTER INSERT ON ZPLANT BEGIN INSERT INTO LOG VALUES (new.ZNAME); END
      """,
      "CREATE TRIGGER again AFTER UPDATE ON ZPLANT BEGIN INSERT INTO LOG VALUES ('changed'); END"
    ) { store in
      try store.open(Second.schema) { context in
        #expect(try store.rows("SELECT * FROM LOG") == [])
        context.insert(Second.Plant("Sage"))
        try context.save()
      }
      #expect(try objects(store, "trigger") == ["again", "my log"])
      #expect(try store.rows("SELECT * FROM LOG") == ["Sage"])
    }
  }

  @Test func `a trigger that needs a column which is gone does not stay to fail every save`() throws
  {
    try withStore(
      adding: log,
      "CREATE TRIGGER high AFTER INSERT ON ZPLANT BEGIN INSERT INTO LOG VALUES (new.ZHEIGHT); END",
      "CREATE TRIGGER named AFTER INSERT ON ZPLANT BEGIN INSERT INTO LOG VALUES (new.ZNAME); END"
    ) { store in
      try store.open(Second.schema) { context in
        context.insert(Second.Plant("Sage"))
        try context.save()
      }
      #expect(try objects(store, "trigger") == ["named"])
      #expect(try store.rows("SELECT * FROM LOG") == ["Sage"])
    }
  }

  @Test func `a trigger of a table that is gone goes with it`() throws {
    try withStore(
      adding: log, "CREATE TRIGGER t AFTER INSERT ON ZBED BEGIN INSERT INTO LOG VALUES ('x'); END"
    ) { store in
      try store.open(Second.schema)
      #expect(try objects(store, "trigger") == [])
    }
  }

  @Test func `a trigger of another's table that writes models stays`() throws {
    try withStore(
      adding: log,
      "CREATE TRIGGER t AFTER INSERT ON LOG BEGIN UPDATE ZPLANT SET ZNAME = new.LINE; END"
    ) { store in
      try store.open(Second.schema)
      try store.execute("INSERT INTO LOG VALUES ('Sage')")
      #expect(try store.rows("SELECT ZNAME FROM ZPLANT") == ["Sage"])
    }
  }

  @Test func `a view reads the table of the new models, also in a second migration`() throws {
    try withStore(
      adding: "CREATE VIEW \"all plants\" AS SELECT ZNAME FROM ZPLANT",
      "CREATE VIEW heights AS SELECT ZHEIGHT FROM ZPLANT",
      "CREATE TRIGGER change INSTEAD OF DELETE ON \"all plants\" BEGIN DELETE FROM ZPLANT; END"
    ) { store in
      try store.open(Second.schema)
      #expect(try store.rows("SELECT * FROM \"all plants\"") == ["Rue"])
      try store.open(First.schema)
      #expect(try store.rows("SELECT * FROM \"all plants\"") == ["Rue"])
      #expect(try store.rows("SELECT * FROM heights") == ["1"])
      try store.execute("DELETE FROM \"all plants\"")
      #expect(try store.rows("SELECT * FROM ZPLANT") == [])
    }
  }

  @Test func `a view of a column that is gone stays, and fails when it is read`() throws {
    try withStore(adding: "CREATE VIEW heights AS SELECT ZHEIGHT FROM ZPLANT") { store in
      try store.open(Second.schema)
      #expect(try objects(store, "view") == ["heights"])
      let error = #expect(throws: SQLiteError.self) { try store.rows("SELECT * FROM heights") }
      #expect("\(try #require(error))".contains("ZHEIGHT"))
    }
  }

  // MARK: - What SQLite takes for another thing

  @Test func `an index in whose statement a lost column is in double quotes goes`() throws {
    try withStore(
      adding: "CREATE INDEX gone ON ZPLANT (\"ZHEIGHT\")",
      "CREATE INDEX text ON ZPLANT (ZNAME) WHERE ZNAME <> \"none\""
    ) { store in
      try store.open(Second.schema)
      let indexes = try objects(store, "index")
      #expect(!indexes.contains("gone"))
      #expect(indexes.contains("text"))
    }
  }

  @Test func `a trigger that writes a lost column in double quotes goes`() throws {
    try withStore(
      adding: "CREATE TABLE LOG (LINE TEXT)",
      """
      CREATE TRIGGER gone AFTER INSERT ON ZPLANT \
      BEGIN INSERT INTO LOG SELECT "ZHEIGHT" FROM ZPLANT; END
      """,
      "CREATE TRIGGER text AFTER INSERT ON ZPLANT BEGIN INSERT INTO LOG VALUES (\"new\"); END"
    ) { store in
      try store.open(Second.schema)
      #expect(try objects(store, "trigger") == ["text"])
    }
  }

  @Test(arguments: ["zplant", "ZPlant"])
  func `a trigger stays in whatever case it names its table`(table: String) throws {
    try withStore(
      adding: "CREATE TABLE LOG (LINE TEXT)",
      "CREATE TRIGGER low AFTER INSERT ON \(table) BEGIN INSERT INTO LOG VALUES (new.zname); END"
    ) { store in
      try store.open(Second.schema)
      #expect(try objects(store, "trigger") == ["low"])
      #expect(try store.rows("SELECT * FROM LOG").isEmpty)
    }
  }

  @Test func `a trigger that was unsound before does not keep one that is now`() throws {
    try withStore(
      adding: "CREATE TRIGGER unsound AFTER INSERT ON ZPLANT BEGIN SELECT unknown(1); END",
      "CREATE TRIGGER lost AFTER DELETE ON ZPLANT BEGIN SELECT old.ZHEIGHT; END"
    ) { store in
      try store.open(Second.schema)
      #expect(try objects(store, "trigger") == ["unsound"])
    }
  }

  @Test func `a unique index of another's that new values violate is named, and the store stays`()
    throws
  {
    try withStore(
      adding: """
        INSERT INTO ZPLANT (Z_PK, Z_ENT, Z_OPT, ZNAME, ZHEIGHT) \
        SELECT 2, Z_ENT, 1, 'Ivy', 2 FROM ZPLANT
        """, "CREATE UNIQUE INDEX mine ON ZPLANT (ZHEIGHT)"
    ) { store in
      let before = try store.files
      let error = #expect(throws: SwiftDataError.self) { try store.open(Renamed.schema) }
      #expect(error == .loadIssueModelContainer)
      #expect("\(try #require(error))".contains("the index 'mine' of ZPLANT"))
      #expect(try store.files == before)
    }
  }

  @Test func `an index without a name is no reason to end the process`() throws {
    try withStore(adding: "CREATE INDEX \"\" ON ZPLANT (ZNAME)") { store in
      try store.open(Second.schema)
      #expect(try objects(store, "index").contains(""))
    }
  }

  @Test func `a column of another's goes with a table that is made anew`() throws {
    try withStore(adding: "ALTER TABLE ZPLANT ADD COLUMN NOTE TEXT") { store in
      try store.open(First.schema)
      #expect(try store.rows("SELECT COUNT(NOTE) FROM ZPLANT") == ["0"])
      try store.open(Second.schema)
      let columns = try store.rows("SELECT name FROM pragma_table_info('ZPLANT')")
      #expect(!columns.contains("NOTE"))
    }
  }
}
