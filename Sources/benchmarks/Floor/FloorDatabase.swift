import CSQLite
import Foundation

/// A connection to SQLite as a program would open it that does by hand what the engine does.
///
/// It has the settings of the engine's own: write-ahead log, `synchronous` normal, no mutex.
final class FloorDatabase {
  private let database: OpaquePointer
  private var statements: [OpaquePointer] = []

  init(path: String?) throws {
    var database: OpaquePointer?
    let result = sqlite3_open_v2(
      path ?? ":memory:", &database,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard result == SQLITE_OK, let database else { throw FloorError(code: result) }
    self.database = database
    try execute("PRAGMA synchronous = NORMAL")
    if path != nil {
      try execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2; PRAGMA journal_mode = WAL")
    }
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }

  func execute(_ sql: String) throws {
    let result = sqlite3_exec(database, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw FloorError(code: result) }
  }

  /// A statement that lives as long as the connection.
  func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    let result = sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard result == SQLITE_OK, let statement else { throw FloorError(code: result) }
    statements.append(statement)
    return statement
  }
}

/// A result of the C API other than success.
struct FloorError: Error {
  let code: Int32
}

/// Fails unless a step ended its statement.
func requireDone(_ result: Int32) throws {
  guard result == SQLITE_DONE else { throw FloorError(code: result) }
}
