import Foundation
import Testing

@testable import SwiftData

@Suite struct ConnectionTests {
  @Test func `a statement is compiled once for a text`() throws {
    let connection = try Connection.memory()
    let count = connection.cachedStatementCount
    for number in 0..<10 {
      #expect(
        try connection.value("SELECT ?1 + 1", [.integer(Int64(number))])
          == .integer(Int64(number) + 1))
    }
    #expect(connection.cachedStatementCount == count + 1)
  }

  @Test func `the same text in an inner loop does not disturb the outer`() throws {
    let connection = try Connection.memory()
    try connection.execute("CREATE TABLE T (K INTEGER); INSERT INTO T VALUES (1), (2), (3)")
    var pairs: [[StoredValue]] = []
    let outer = try connection.prepare("SELECT K FROM T ORDER BY K")
    while try outer.step() {
      let inner = try connection.prepare("SELECT K FROM T ORDER BY K")
      while try inner.step() { pairs.append([outer.column(0), inner.column(0)]) }
    }
    #expect(pairs.count == 9)
    #expect(pairs.last == [.integer(3), .integer(3)])
  }

  @Test func `a statement that was left in the middle starts anew and without values`() throws {
    let connection = try Connection.memory()
    func leave() throws {
      let statement = try connection.prepare("SELECT ?1 UNION ALL SELECT 2")
      try statement.bind(.integer(7), at: 1)
      #expect(try statement.step())
    }
    try leave()
    #expect(try connection.value("SELECT ?1 UNION ALL SELECT 2") == .null)
  }

  @Test func `the cache does not grow without end`() throws {
    let connection = try Connection.memory()
    for number in 0..<1000 { _ = try connection.value("SELECT \(number)") }
    #expect(connection.cachedStatementCount <= 200)
  }

  @Test func `a script runs up to its first mistake`() throws {
    let connection = try Connection.memory()
    let error = try #require(throws: SQLiteError.self) {
      try connection.execute(
        "CREATE TABLE A (K); -- first\n CREATE TABLE B (K) ; CREATE TABLE A (K); CREATE TABLE C (K)"
      )
    }
    #expect(error.message == "table A already exists")
    #expect(
      try connection.value("SELECT group_concat(name) FROM sqlite_master") == .text("A,B"))
  }

  @Test(arguments: ["", "   ", "-- nothing", ";"])
  func `a script without statements does nothing`(script: String) throws {
    #expect(throws: Never.self) { try Connection.memory().execute(script) }
  }

  @Test(arguments: ["", "SELECT 1; SELECT 2"])
  func `only one statement can be prepared`(text: String) throws {
    let connection = try Connection.memory()
    let error = try #require(throws: SQLiteError.self) { _ = try connection.value(text) }
    #expect(error.code == .misuse)
  }

  @Test func `the last key and the number of changes are told`() throws {
    let connection = try Connection.memory()
    try connection.execute("CREATE TABLE T (K INTEGER PRIMARY KEY, V)")
    #expect(try connection.run("INSERT INTO T VALUES (41, 0), (42, 0)") == 2)
    #expect(connection.lastInsertedRowKey == 42)
    #expect(try connection.run("UPDATE T SET V = 1 WHERE K = 41") == 1)
  }

  @Test func `closing waits for nobody but says that a statement is in use`() throws {
    let connection = try Connection.memory()
    func closeInUse() throws -> SQLiteError? {
      let statement = try connection.prepare("SELECT 1")
      #expect(try statement.step())
      return #expect(throws: SQLiteError.self) { try connection.close() }
    }
    #expect(try closeInUse()?.code == .busy)
    try connection.close()
    let error = try #require(throws: SQLiteError.self) { try connection.execute("SELECT 1") }
    #expect(error.code == .misuse)
    #expect(throws: Never.self) { try connection.close() }
  }
}

@Suite struct ConnectionFunctionTests {
  @Test(arguments: [
    StoredValue.null, .integer(.min), .real(0.1), .text("naïve 🦊"), .text(""),
    .blob(Data([0, 1, 2])),
    .blob(Data()),
  ])
  func `a function takes and returns every kind of value`(value: StoredValue) throws {
    let connection = try Connection.memory()
    try connection.register([
      (name: "same", argumentCount: 1, deterministic: true, body: { @Sendable values in values[0] })
    ])
    #expect(try connection.value("SELECT same(?)", [value]) == value)
  }

  @Test func `a function can return the bytes of a UUID`() throws {
    let uuid = UUID()
    let connection = try Connection.memory()
    try connection.register([
      (name: "key", argumentCount: 0, deterministic: false, body: { @Sendable _ in .uuid(uuid) })
    ])
    #expect(
      try connection.value("SELECT key()") == .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) }))
  }

  @Test func `a function of any number of arguments gets them all`() throws {
    let connection = try Connection.memory()
    try connection.register([
      (
        name: "counted", argumentCount: -1, deterministic: true,
        body: { @Sendable values in .integer(Int64(values.count)) }
      )
    ])
    #expect(try connection.value("SELECT counted(1, 'b', NULL)") == .integer(3))
  }

  @Test func `texts are ordered by a collation of ours`() throws {
    let connection = try Connection.memory()
    try connection.register([
      (
        name: "by_length",
        compare: { @Sendable left, right in
          left.count < right.count ? .orderedAscending : .orderedDescending
        }
      )
    ])
    try connection.execute(
      "CREATE TABLE T (V VARCHAR); INSERT INTO T VALUES ('ccc'), ('éé'), ('a')")
    #expect(
      try connection.value(
        "SELECT group_concat(V) FROM (SELECT V FROM T ORDER BY V COLLATE by_length)")
        == .text("a,éé,ccc"))
  }

  @Test func `a function that SQLite refuses is an error`() throws {
    let connection = try Connection.memory()
    #expect(throws: SQLiteError.self) {
      try connection.register([
        (name: "wide", argumentCount: 4000, deterministic: true, body: { @Sendable _ in .null })
      ])
    }
  }
}
