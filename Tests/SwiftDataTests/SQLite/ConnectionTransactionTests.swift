import Foundation
import Testing

@testable import SwiftData

@Suite struct ConnectionTransactionTests {
  private struct Refusal: Error {}

  private func makeConnection() throws -> Connection {
    let connection = try Connection.memory()
    try connection.execute("CREATE TABLE T (K INTEGER PRIMARY KEY, V VARCHAR)")
    return connection
  }

  @Test func `a transaction that ends is committed`() throws {
    let connection = try makeConnection()
    let key = try connection.transaction {
      try connection.run("INSERT INTO T (V) VALUES ('a')")
      return connection.lastInsertedRowKey
    }
    #expect(key == 1)
    #expect(!connection.isInTransaction)
    #expect(try connection.value("SELECT count(*) FROM T") == .integer(1))
  }

  @Test func `a transaction whose body throws leaves nothing`() throws {
    let connection = try makeConnection()
    #expect(throws: Refusal.self) {
      try connection.transaction {
        try connection.run("INSERT INTO T (V) VALUES ('a')")
        throw Refusal()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.value("SELECT count(*) FROM T") == .integer(0))
  }

  @Test func `a commit that fails leaves nothing and no open transaction`() throws {
    let connection = try makeConnection()
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE C (T INTEGER REFERENCES T (K) DEFERRABLE INITIALLY DEFERRED)
      """)
    let error = try #require(throws: SQLiteError.self) {
      try connection.transaction { _ = try connection.run("INSERT INTO C VALUES (99)") }
    }
    #expect(error.code == .constraint)
    #expect(error.sql == "COMMIT")
    #expect(!connection.isInTransaction)
    #expect(try connection.value("SELECT count(*) FROM C") == .integer(0))
  }

  @Test func `a disk that is full leaves the state before the transaction`() throws {
    let connection = try makeConnection()
    try connection.execute("PRAGMA max_page_count = 8; INSERT INTO T (V) VALUES ('kept')")
    let error = try #require(throws: SQLiteError.self) {
      try connection.transaction {
        for _ in 0..<1000 {
          try connection.run(
            "INSERT INTO T (V) VALUES (?)", [.text(String(repeating: "x", count: 500))])
        }
      }
    }
    #expect(error.code == .full)
    #expect(!connection.isInTransaction)
    #expect(try connection.value("SELECT group_concat(V) FROM T") == .text("kept"))
  }

  @Test func `a transaction within a transaction is refused and the outer goes on`() throws {
    let connection = try makeConnection()
    try connection.transaction {
      try connection.run("INSERT INTO T (V) VALUES ('outer')")
      #expect(throws: SQLiteError.self) { try connection.transaction {} }
      #expect(connection.isInTransaction)
    }
    #expect(try connection.value("SELECT V FROM T") == .text("outer"))
  }

  @Test func `a savepoint that fails takes back its own part alone`() throws {
    let connection = try makeConnection()
    try connection.transaction {
      try connection.run("INSERT INTO T (V) VALUES ('before')")
      #expect(throws: Refusal.self) {
        try connection.savepoint {
          try connection.run("INSERT INTO T (V) VALUES ('lost')")
          throw Refusal()
        }
      }
      try connection.savepoint { _ = try connection.run("INSERT INTO T (V) VALUES ('after')") }
    }
    #expect(try connection.value("SELECT group_concat(V) FROM T") == .text("before,after"))
  }

  @Test func `savepoints nest`() throws {
    let connection = try makeConnection()
    try connection.savepoint {
      try connection.run("INSERT INTO T (V) VALUES ('a')")
      try? connection.savepoint {
        try connection.savepoint { _ = try connection.run("INSERT INTO T (V) VALUES ('b')") }
        throw Refusal()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.value("SELECT group_concat(V) FROM T") == .text("a"))
  }

  @Test func `a rollback while rows are being read ends the reading with an error`() throws {
    let connection = try makeConnection()
    try connection.run("INSERT INTO T (V) VALUES ('a'), ('b')")
    let error = try #require(throws: SQLiteError.self) {
      let reading = try connection.prepare("SELECT V FROM T")
      try? connection.transaction {
        _ = try reading.step()
        try connection.execute("CREATE TABLE U (K)")
        throw Refusal()
      }
      _ = try reading.step()
    }
    #expect(error.code == .abort)
    #expect(error.extendedCode == 516)
  }
}
