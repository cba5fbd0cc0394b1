import Foundation
import Testing

@testable import SwiftData

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
