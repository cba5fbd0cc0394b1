import Foundation
import Testing

@testable import SwiftData

@Suite struct ConnectionLockingTests {
  @Test func `a file that another connection locks is busy and stays as it is`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.makeDatabase()
      let owner = try Connection.open(path: path)
      try owner.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM T")
      let bytes = try folder.bytes(of: "sound.store")
      let error = try #require(throws: SQLiteError.self) {
        try Connection.open(path: path, busyTimeout: .milliseconds(20))
      }
      #expect(error.code == .busy)
      #expect(try folder.bytes(of: "sound.store") == bytes)
      try owner.execute("ROLLBACK")
      #expect(try owner.value("SELECT count(*) FROM T") == .integer(500))
    }
  }

  @Test func `a file that another process locks is busy`() async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let path = try folder.makeDatabase()
    let owner = try Connection.open(path: path)
    try owner.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM T")
    await #expect(processExitsWith: .exitCode(75)) { [path = path as String] in
      do {
        _ = try Connection.open(path: path, busyTimeout: .milliseconds(20))
      } catch SQLiteError.Code.busy {
        exit(75)
      }
    }
    try owner.execute("ROLLBACK")
  }

  @Test func `looking at a file before it is opened keeps the locks that the process has on it`()
    async throws
  {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let path = try folder.makeDatabase()
    let owner = try Connection.open(path: path)
    try owner.execute("BEGIN EXCLUSIVE; DELETE FROM T")
    #expect(try StoreFile(path: path).inspect() == .database)
    await #expect(processExitsWith: .exitCode(75)) { [path = path as String] in
      do {
        let connection = try Connection.open(path: path, busyTimeout: .milliseconds(20))
        _ = try connection.run("DELETE FROM T")
      } catch SQLiteError.Code.busy {
        exit(75)
      }
    }
    try owner.execute("ROLLBACK")
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `a connection that closes keeps the locks of another in the process`(mode: String)
    async throws
  {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let path = try folder.makeDatabase()
    let owner = try Connection.open(path: path)
    _ = try owner.value("PRAGMA journal_mode = \(mode)")
    // A write-ahead log is kept from being taken away by a lock on the file itself.
    try owner.execute(mode == "WAL" ? "BEGIN; SELECT * FROM T" : "BEGIN IMMEDIATE; DELETE FROM T")
    let second = try Connection.open(path: path)
    #expect(try second.value("SELECT count(*) FROM T") == .integer(500))
    try second.close()
    await #expect(processExitsWith: .exitCode(75)) {
      [path = path as String, mode = mode as String] in
      do {
        let connection = try Connection.open(path: path, busyTimeout: .milliseconds(20))
        if mode == "WAL" {
          _ = try connection.value("PRAGMA journal_mode = DELETE")
        } else {
          _ = try connection.run("DELETE FROM T")
        }
      } catch SQLiteError.Code.busy {
        exit(75)
      }
    }
    try owner.execute("ROLLBACK")
    #expect(try owner.value("SELECT count(*) FROM T") == .integer(500))
  }

  @Test func `a writer waits for another no longer than its timeout`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.makeDatabase()
      let first = try Connection.open(path: path)
      let second = try Connection.open(path: path, busyTimeout: .milliseconds(30))
      try first.transaction {
        let start = ContinuousClock.now
        let error = #expect(throws: SQLiteError.self) { try second.run("DELETE FROM T") }
        #expect(error?.code == .busy)
        #expect(start.duration(to: .now) >= .milliseconds(20))
      }
      #expect(try second.run("DELETE FROM T") == 500)
    }
  }

  @Test func `a reader sees the state before a transaction that is still open`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.makeDatabase()
      let writer = try Connection.open(path: path)
      let reader = try Connection.open(path: path)
      try writer.transaction {
        try writer.run("DELETE FROM T")
        #expect(try reader.value("SELECT count(*) FROM T") == .integer(500))
      }
      #expect(try reader.value("SELECT count(*) FROM T") == .integer(0))
    }
  }
}
