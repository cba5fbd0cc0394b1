import Foundation
import Testing

@testable import SwiftData

@Suite struct StatementTests {
  static let values: [StoredValue] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-.infinity), .text(""),
    .text("a"), .text("fifteen or more UTF-8 bytes: 日本語 🇯🇵"), .text("zero \0 inside"),
    .text(String(repeating: "long ", count: 5000)), .blob(Data()), .blob(Data([0, 255, 0])),
    .blob(Data(repeating: 7, count: 70_000)),
  ]

  private func makeTable(_ columns: String) throws -> Connection {
    let connection = try Connection.memory()
    try connection.execute("CREATE TABLE T (\(columns))")
    return connection
  }

  @Test(arguments: values)
  func `a bound value is read back as it was`(value: StoredValue) throws {
    #expect(try Connection.memory().value("SELECT ?", [value]) == value)
  }

  @Test func `a row that is run in one go is stored as it was`() throws {
    let values = Self.values
    let connection = try makeTable(values.indices.map { "C\($0)" }.joined(separator: ", "))
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    let insertion = try connection.prepare("INSERT INTO T VALUES (\(marks))")
    try insertion.run(values)
    try insertion.run(values.reversed())
    let statement = try connection.prepare("SELECT * FROM T ORDER BY rowid")
    var rows: [[StoredValue]] = []
    while try statement.step() { rows.append(values.indices.map { statement.column($0) }) }
    #expect(rows == [values, values.reversed()])
  }

  @Test func `a row that breaks a rule leaves the statement ready for the next`() throws {
    let connection = try makeTable("K INTEGER PRIMARY KEY, V VARCHAR NOT NULL")
    let insertion = try connection.prepare("INSERT INTO T VALUES (?, ?)")
    #expect(throws: SQLiteError.self) { try insertion.run([.integer(1), .null]) }
    try insertion.run([.integer(1), .text("second try")])
    #expect(try connection.value("SELECT V FROM T") == .text("second try"))
  }

  @Test func `sixteen bytes are a UUID only where the column is one`() throws {
    let uuid = UUID()
    let connection = try makeTable("U BLOB")
    try connection.run("INSERT INTO T VALUES (?)", [.uuid(uuid)])
    let statement = try connection.prepare("SELECT U FROM T")
    #expect(try statement.step())
    #expect(statement.column(0) == .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) }))
    #expect(statement.column(0, as: .uuid) == .uuid(uuid))
    #expect(statement.column(0, as: .binary) == .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) }))
  }

  @Test(arguments: [
    ("7", LeafStorage.integer, StoredValue.integer(7)),
    ("7", .timestamp, .real(7)),
    ("7.5", .float, .real(7.5)),
    ("7", .decimal, .real(7)),
    ("'0.1000000000000000000000001'", .decimal, .text("0.1000000000000000000000001")),
    ("7", .string, .text("7")),
    ("'8 apples'", .integer, .integer(8)),
    ("x'0102'", .uuid, .blob(Data([1, 2]))),
    ("NULL", .integer, .null),
    ("NULL", .string, .null),
    ("NULL", .uuid, .null),
  ])
  func `a value comes as the kind of its column has it`(
    literal: String, storage: LeafStorage, expected: StoredValue
  ) throws {
    let connection = try Connection.memory()
    let statement = try connection.prepare("SELECT \(literal)")
    #expect(try statement.step())
    #expect(statement.column(0, as: storage) == expected)
  }

  @Test func `bytes that are not UTF-8 come as replacement characters`() throws {
    #expect(try Connection.memory().value("SELECT CAST(x'61FF62' AS TEXT)") == .text("a\u{FFFD}b"))
  }

  @Test func `a parameter that the statement does not have is an error`() throws {
    let connection = try Connection.memory()
    let error = try #require(throws: SQLiteError.self) {
      _ = try connection.value("SELECT ?", [.null, .null])
    }
    #expect(error.code == .range)
  }

  @Test func `a statement can run again after reset with the same values`() throws {
    let connection = try Connection.memory()
    let statement = try connection.prepare("SELECT ?")
    try statement.bind(.text("kept"), at: 1)
    #expect(try statement.step())
    #expect(try !statement.step())
    statement.reset()
    #expect(try statement.step())
    #expect(statement.column(0) == .text("kept"))
    #expect(statement.isNull(0) == false)
    #expect(statement.columnCount == 1)
  }

  @Test func `an integer column is read without a detour`() throws {
    let connection = try Connection.memory()
    let statement = try connection.prepare("SELECT 5, NULL")
    #expect(try statement.step())
    #expect(statement.integer(0) == 5)
    #expect(statement.integer(1) == 0)
    #expect(statement.isNull(1) == true)
  }
}
