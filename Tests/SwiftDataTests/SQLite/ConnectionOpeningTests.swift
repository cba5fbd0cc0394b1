import Foundation
import Testing

@testable import SwiftData

@Suite struct ConnectionOpeningTests {
  @Test func `a new file gets the settings that SwiftData's own stores have`() throws {
    try withTemporaryFolder { folder in
      let connection = try Connection.open(path: folder.file("new.store"))
      #expect(try connection.value("PRAGMA journal_mode") == .text("wal"))
      #expect(try connection.value("PRAGMA page_size") == .integer(4096))
      #expect(try connection.value("PRAGMA auto_vacuum") == .integer(2))
      #expect(try connection.value("PRAGMA foreign_keys") == .integer(0))
    }
  }

  @Test func `a new file's first page is written once before the log takes over`() throws {
    try withTemporaryFolder { folder in
      let connection = try Connection.open(path: folder.file("new.store"))
      try withExtendedLifetime(connection) {
        let header = try folder.bytes(of: "new.store").prefix(100)
        // The header counts the transactions that were written into the file itself.
        #expect(Array(header[24..<28]) == [0, 0, 0, 1])
      }
    }
  }

  @Test func `an empty file becomes a new one`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.write(Data(), to: "empty.store")
      let connection = try Connection.open(path: path)
      #expect(try connection.value("PRAGMA journal_mode") == .text("wal"))
      #expect(try connection.value("PRAGMA auto_vacuum") == .integer(2))
    }
  }

  @Test func `an empty file with a log that belongs to it is refused, and both stay`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.write(Data(), to: "empty.store")
      let log = Data(repeating: 7, count: 5_000)
      _ = try folder.write(log, to: "empty.store-wal")
      for create in [true, false] {
        let error = try #require(throws: SQLiteError.self) {
          try Connection.open(path: path, create: create)
        }
        #expect(error.code == .corrupt)
        #expect(try folder.bytes(of: "empty.store") == Data())
        #expect(try folder.bytes(of: "empty.store-wal") == log)
      }
    }
  }

  @Test(arguments: [true, false])
  func `an empty file is not written where that is not wanted`(readOnly: Bool) throws {
    try withTemporaryFolder { folder in
      let path = try folder.write(Data(), to: "empty.store")
      let error = try #require(throws: SQLiteError.self) {
        try Connection.open(path: path, readOnly: readOnly, create: false)
      }
      #expect(error.message.contains("empty"))
      #expect(try folder.content == ["empty.store"])
      #expect(try folder.bytes(of: "empty.store") == Data())
    }
  }

  @Test func `what was written to a file is there when it opens again`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.makeDatabase()
      let connection = try Connection.open(path: path)
      #expect(try connection.value("SELECT count(*) FROM T") == .integer(500))
    }
  }

  @Test func `closing leaves one file behind`() throws {
    try withTemporaryFolder { folder in
      _ = try folder.makeDatabase("one.store")
      #expect(try folder.content == ["one.store"])
    }
  }

  @Test func `two databases in memory know nothing of each other`() throws {
    let first = try Connection.memory()
    let second = try Connection.memory()
    try first.execute("CREATE TABLE T (K)")
    #expect(throws: SQLiteError.self) { try second.execute("SELECT * FROM T") }
  }

  @Test(arguments: [
    (
      "text.store", Data("Dear diary, this is no database at all.".utf8),
      SQLiteError.Code.notADatabase
    ),
    ("zeros.store", Data(count: 8192), .notADatabase),
    ("magic.store", Data("SQLite format 3\0".utf8), .corrupt),
  ])
  func `a file that is no database is refused and untouched`(
    name: String, bytes: Data, code: SQLiteError.Code
  ) throws {
    try withTemporaryFolder { folder in
      let path = try folder.write(bytes, to: name)
      let error = try #require(throws: SQLiteError.self) { try Connection.open(path: path) }
      #expect(error.code == code)
      #expect(error.file == name)
      #expect(try folder.bytes(of: name) == bytes)
      #expect(try folder.content == [name])
    }
  }

  @Test(arguments: [16, 99, 100, 511, 4096, 8192, 20_000, -1])
  func `a database that ends too early is refused and untouched`(length: Int) throws {
    try withTemporaryFolder { folder in
      _ = try folder.makeDatabase()
      let whole = try folder.bytes(of: "sound.store")
      let part = length < 0 ? whole.dropLast(-length) : whole.prefix(length)
      let path = try folder.write(Data(part), to: "part.store")
      let error = try #require(throws: SQLiteError.self) { try Connection.open(path: path) }
      #expect(error.code == .corrupt)
      #expect(try folder.bytes(of: "part.store") == part)
      #expect(try folder.content == ["part.store", "sound.store"])
    }
  }

  @Test func `a damaged page is reported when it is read and the file stays`() throws {
    try withTemporaryFolder { folder in
      _ = try folder.makeDatabase()
      var bytes = try folder.bytes(of: "sound.store")
      bytes.replaceSubrange(4096 * 2..<4096 * 6, with: Data(repeating: 0xA5, count: 4096 * 4))
      let path = try folder.write(bytes, to: "damaged.store")
      let error = try #require(throws: SQLiteError.self) {
        let connection = try Connection.open(path: path)
        _ = try connection.value("SELECT sum(length(V)) FROM T")
      }
      #expect(error.code == .corrupt)
      #expect(try folder.bytes(of: "damaged.store") == bytes)
    }
  }

  @Test func `a folder is refused`() throws {
    try withTemporaryFolder { folder in
      let error = try #require(throws: SQLiteError.self) { try Connection.open(path: folder.path) }
      #expect(error.code == .cannotOpen)
      #expect(error.message.contains("folder"))
    }
  }

  @Test func `a missing folder is named and not made`() throws {
    try withTemporaryFolder { folder in
      let error = try #require(throws: SQLiteError.self) {
        try Connection.open(path: folder.file("absent/new.store"))
      }
      #expect(error.code == .cannotOpen)
      #expect(error.message == "the folder 'absent' does not exist")
      #expect(try folder.content == [])
    }
  }

  @Test(arguments: [true, false])
  func `a missing file is not made where that is not wanted`(readOnly: Bool) throws {
    try withTemporaryFolder { folder in
      let error = try #require(throws: SQLiteError.self) {
        try Connection.open(path: folder.file("new.store"), readOnly: readOnly, create: readOnly)
      }
      #expect(error.code == .cannotOpen)
      #expect(try folder.content == [])
    }
  }

  @Test func `a write-protected file is refused for writing and read otherwise`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.makeDatabase()
      let bytes = try folder.bytes(of: "sound.store")
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      let error = try #require(throws: SQLiteError.self) { try Connection.open(path: path) }
      #expect(error.code == .readOnly)
      let reader = try Connection.open(path: path, readOnly: true)
      #expect(try reader.value("SELECT count(*) FROM T") == .integer(500))
      try reader.close()
      #expect(try folder.bytes(of: "sound.store") == bytes)
    }
  }

  @Test func `a connection for reading refuses to write`() throws {
    try withTemporaryFolder { folder in
      let connection = try Connection.open(path: try folder.makeDatabase(), readOnly: true)
      let error = try #require(throws: SQLiteError.self) { try connection.run("DELETE FROM T") }
      #expect(error.code == .readOnly)
    }
  }

  @Test func `opening a database of another kind changes nothing until it is asked to`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.makeDatabase()
      let first = try Connection.open(path: path)
      #expect(try first.value("PRAGMA journal_mode = DELETE") == .text("delete"))
      try first.close()
      let bytes = try folder.bytes(of: "sound.store")

      let second = try Connection.open(path: path)
      #expect(try second.value("SELECT count(*) FROM T") == .integer(500))
      #expect(try folder.bytes(of: "sound.store") == bytes)
      try second.enableWriteAheadLog()
      #expect(try second.value("PRAGMA journal_mode") == .text("wal"))
    }
  }

  @Test func `threads that open one new file at once all get it`() async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let path = folder.file("shared.store")
    let sizes = try await withThrowingTaskGroup(of: StoredValue?.self) { group in
      for _ in 0..<16 {
        group.addTask { try Connection.open(path: path).value("PRAGMA page_size") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sizes == Array(repeating: .integer(4096), count: 16))
  }

  @Test func `a device is refused, and nothing is made beside it`() {
    let error = #expect(throws: SQLiteError.self) { try Connection.open(path: "/dev/null") }
    #expect(error?.code == .cannotOpen)
    #expect(error.map { "\($0)" }?.contains("isStoredInMemoryOnly") == true)
    #expect(!FileManager.default.fileExists(atPath: "/dev/null-journal"))
  }
}
