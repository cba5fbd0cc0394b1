import Foundation
import Testing

@testable import SwiftData

@Suite struct SQLiteErrorTests {
  private func violation(_ table: String, _ insertion: String) throws -> SQLiteError {
    let connection = try Connection.memory()
    try connection.execute(table)
    return try #require(throws: SQLiteError.self) {
      for _ in 0..<2 { try connection.run(insertion) }
    }
  }

  @Test func `a violated unique index names its columns`() throws {
    let error = try violation(
      "CREATE TABLE ZTASK (ZID, ZNEXT); CREATE UNIQUE INDEX U ON ZTASK (ZID, ZNEXT)",
      "INSERT INTO ZTASK VALUES (1, 2)")
    #expect(error.code == .constraint)
    #expect(error.isUniquenessViolation)
    #expect(
      error.constraintColumns == [
        .init(table: "ZTASK", column: "ZID"), .init(table: "ZTASK", column: "ZNEXT"),
      ])
    #expect(error.description.contains("ZTASK.ZID, ZTASK.ZNEXT already"))
  }

  @Test func `a violated primary key counts as uniqueness`() throws {
    let error = try violation(
      "CREATE TABLE T (K INTEGER PRIMARY KEY)", "INSERT INTO T VALUES (1)")
    #expect(error.isUniquenessViolation)
    #expect(error.constraintColumns == [.init(table: "T", column: "K")])
  }

  @Test func `a missing value names its column and is no question of uniqueness`() throws {
    let error = try violation("CREATE TABLE T (V NOT NULL)", "INSERT INTO T VALUES (NULL)")
    #expect(!error.isUniquenessViolation)
    #expect(error.constraintColumns == [.init(table: "T", column: "V")])
  }

  @Test func `a rule that is not about columns names none`() throws {
    let error = try violation("CREATE TABLE T (V CHECK (V < 1.5))", "INSERT INTO T VALUES (2)")
    #expect(error.code == .constraint)
    #expect(error.constraintColumns == [])
  }

  @Test func `an error shows the statement but none of its values`() throws {
    let connection = try Connection.memory()
    try connection.execute("CREATE TABLE T (V VARCHAR UNIQUE)")
    let error = try #require(throws: SQLiteError.self) {
      for _ in 0..<2 { try connection.run("INSERT INTO T VALUES (?)", [.text("secret")]) }
    }
    #expect(error.sql == "INSERT INTO T VALUES (?)")
    #expect(!error.description.contains("secret"))
  }

  @Test func `an error names the file but not its folder`() throws {
    try withTemporaryFolder { folder in
      let connection = try Connection.open(path: folder.file("trips.store"))
      let error = try #require(throws: SQLiteError.self) {
        try connection.execute("SELECT nothing")
      }
      #expect(error.file == "trips.store")
      #expect(error.description.contains("'trips.store'"))
      #expect(!error.description.contains(folder.path))
    }
  }

  @Test func `an error is caught by its primary code`() throws {
    let error: any Error = SQLiteError(11 | 2 << 8, message: "malformed")
    let matches = if case SQLiteError.Code.corrupt = error { true } else { false }
    #expect(matches)
    let others = if case SQLiteError.Code.full = error { true } else { false }
    #expect(!others)
  }

  @Test(arguments: [
    SQLiteError.Code.full, .ioError, .busy, .locked, .readOnly, .corrupt, .notADatabase,
    .constraint,
    .cannotOpen, .schema, .permission,
  ])
  func `a common error says what to do`(code: SQLiteError.Code) {
    let error = SQLiteError(code.rawValue, message: "it failed")
    #expect(error.recoverySuggestion?.isEmpty == false)
    #expect(error.localizedDescription.contains("it failed (\(code) \(code.rawValue))"))
  }

  @Test func `a long statement is cut in the description`() {
    let error = SQLiteError(1, message: "it failed", sql: String(repeating: "x", count: 5000))
    #expect(error.description.count < 600)
  }

  @Test func `an extended code is told beside the primary one`() {
    let error = SQLiteError(266, message: "disk I/O error")
    #expect(error.code == .ioError)
    #expect(error.description.hasPrefix("disk I/O error (SQLITE_IOERR, extended code 266)"))
  }
}
