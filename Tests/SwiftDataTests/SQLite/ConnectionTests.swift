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
