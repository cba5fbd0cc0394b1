internal import CSQLite
internal import Foundation
internal import Synchronization

extension Connection {
  /// Opens a database of its own in memory.
  static func memory() throws(SQLiteError) -> Connection {
    try connect(":memory:", location: .memory, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
  }

  /// Opens a database file.
  ///
  /// An existing file is read and left as it is: whoever opens it decides, once the content turned
  /// out to be right, to turn it to the write-ahead log with ``enableWriteAheadLog()``. A new file
  /// gets SwiftData's settings at once.
  ///
  /// - Parameters:
  ///   - readOnly: Whether the connection refuses to write.
  ///   - create: Whether a missing file is made. The folder must exist.
  ///   - busyTimeout: How long to wait for a lock that another connection holds.
  /// - Throws: `SQLiteError`. A file that was there has the same bytes as before, and one that was
  ///   not isn't there, unless another process has made it meanwhile.
  static func open(
    path: String, readOnly: Bool = false, create: Bool = true, busyTimeout: Duration = .seconds(5)
  ) throws(SQLiteError) -> Connection {
    let file = StoreFile(path: path)
    if (try? file.inspect()) == .database {
      return try openExisting(file, readOnly: readOnly, busyTimeout: busyTimeout)
    }
    // A file that is being made is empty or incomplete for a moment. The lock keeps containers that are made at
    // the same time from seeing each other's.
    return try creation.withLock { _ throws(SQLiteError) in
      let end = ContinuousClock.now + busyTimeout
      while true {
        do throws(SQLiteError) {
          return try openOrCreate(file, readOnly, create: create, busyTimeout)
        } catch {
          // To turn a file to the write-ahead log, SQLite does not wait for another process that does the same.
          guard error.code == .busy, ContinuousClock.now < end else { throw error }
          usleep(10_000)
        }
      }
    }
  }

  private static func openOrCreate(
    _ file: StoreFile, _ readOnly: Bool, create: Bool, _ busyTimeout: Duration
  ) throws(SQLiteError) -> Connection {
    let condition = try file.inspect()
    if condition == .database {
      return try openExisting(file, readOnly: readOnly, busyTimeout: busyTimeout)
    }
    if readOnly || !create {
      throw SQLiteError(
        SQLITE_CANTOPEN,
        message: condition == .empty
          ? "the file is empty, and nothing is to be written" : "there is no such file",
        file: file.name)
    }
    return try createNew(file, wasEmpty: condition == .empty, busyTimeout: busyTimeout)
  }

  /// Turns a file to the write-ahead log, as SwiftData has it; nothing happens to one that is there
  /// already.
  func enableWriteAheadLog() throws(SQLiteError) {
    guard case .file = location, !isReadOnly else { return }
    if case .text("wal")? = try value("PRAGMA journal_mode") { return }
    guard case .text("wal")? = try value("PRAGMA journal_mode = WAL") else {
      throw SQLiteError(
        SQLITE_IOERR, message: "the file system does not allow a write-ahead log", file: fileName)
    }
  }

  /// Has a database that is being made free its pages when it is told to.
  ///
  /// SQLite takes the setting when it compiles the statement. Running it would make the first page in a
  /// transaction of its own, with three waits for the disk, and the write-ahead log needs another one.
  private func setIncrementalVacuum() throws(SQLiteError) {
    do {
      _ = try prepare("PRAGMA auto_vacuum = 2")
    }
    // Documented is that some settings are taken at once, not which.
    if try value("PRAGMA auto_vacuum") != .integer(2) { try execute("PRAGMA auto_vacuum = 2") }
  }

  /// Whether closing leaves the write-ahead log as it is, instead of carrying it over into the file.
  func keepLogOnClose(_ keep: Bool) {
    if let database { _ = csqlite_keep_log_on_close(database, keep ? 1 : 0) }
  }

  /// Whether a name in double quotes that names nothing is taken for a text, as SQLite does by default.
  func allowDoubleQuotedTexts(_ allow: Bool) {
    if let database { csqlite_allow_double_quoted_texts(database, allow ? 1 : 0) }
  }

  fileprivate static let creation = Mutex<Void>(())

  private static func openExisting(
    _ file: StoreFile, readOnly: Bool, busyTimeout: Duration
  ) throws(SQLiteError) -> Connection {
    if !readOnly { try requireWritable(file) }
    let connection = try connect(
      file.path, location: .file(path: file.path),
      flags: readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE, busyTimeout: busyTimeout)
    // Nothing is read before the first statement, so this is where a damaged or locked file shows.
    _ = try connection.value("PRAGMA schema_version")
    return connection
  }

  private static func requireWritable(_ file: StoreFile) throws(SQLiteError) {
    guard file.isReadOnly else { return }
    throw SQLiteError(
      SQLITE_READONLY, message: "the file is read-only, but the store is to be written",
      file: file.name)
  }

  private static func createNew(
    _ file: StoreFile, wasEmpty: Bool, busyTimeout: Duration
  ) throws(SQLiteError) -> Connection {
    if wasEmpty { try requireWritable(file) }
    let connection = try connect(
      file.path, location: .file(path: file.path),
      flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, busyTimeout: busyTimeout)
    do throws(SQLiteError) {
      try connection.execute("PRAGMA page_size = 4096")
      try connection.setIncrementalVacuum()
      try connection.enableWriteAheadLog()
    } catch {
      try? connection.close()
      // A file that another process has locked, or filled meanwhile, is that process's.
      if error.code == .busy || !file.isBare { throw error }
      for suffix in ["-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)
      }
      if wasEmpty {
        truncate(file.path, 0)
      } else {
        try? FileManager.default.removeItem(atPath: file.path)
      }
      throw error
    }
    return connection
  }

  private static func connect(
    _ path: String, location: Location, flags: Int32, busyTimeout: Duration = .zero
  ) throws(SQLiteError) -> Connection {
    var database: OpaquePointer?
    let result = sqlite3_open_v2(
      path, &database, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard result == SQLITE_OK, let database else {
      var fileName: String?
      if case .file = location { fileName = StoreFile(path: path).name }
      let error = SQLiteError(result, database: database, file: fileName)
      sqlite3_close(database)
      throw error
    }
    let connection = Connection(
      database: database, location: location, isReadOnly: flags & SQLITE_OPEN_READONLY != 0)
    sqlite3_busy_timeout(database, Int32(clamping: busyTimeout.milliseconds))
    // SwiftData keeps references right by itself. A commit that is not yet on the disk may be lost
    // when the power fails, but the file stays whole.
    try connection.execute("PRAGMA foreign_keys = OFF; PRAGMA synchronous = NORMAL")
    return connection
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds.multipliedReportingOverflow(by: 1000).partialValue
      + components.attoseconds / 1_000_000_000_000_000
  }
}
