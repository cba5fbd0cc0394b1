internal import CSQLite
internal import Foundation

/// A compiled statement that is in use.
///
/// It cannot be copied; when it ends, the statement goes back to its connection's cache.
///
/// ```swift
/// let statement = try connection.prepare("SELECT ZNAME FROM ZTASK WHERE Z_PK > ?")
/// try statement.bind(.integer(3), at: 1)
/// while try statement.step() {
///   names.append(statement.column(0))
/// }
/// ```
struct Statement: ~Copyable {
  /// The C statement, which lives while this value does.
  let pointer: OpaquePointer
  let connection: Connection
  private let handle: StatementHandle

  init(handle: StatementHandle, connection: Connection) {
    self.handle = handle
    self.pointer = handle.pointer
    self.connection = connection
  }

  deinit {
    guard handle.isCached else {
      sqlite3_finalize(pointer)
      return
    }
    // A statement that is still at a row would hold a read transaction open.
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
    handle.isInUse = false
  }

  /// Goes to the next row.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: `SQLiteError`; the statement is then reset and can be used again.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw failure(result)
    }
  }

  /// Goes back to before the first row; values stay bound.
  func reset() { sqlite3_reset(pointer) }

  var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  /// The text with placeholders.
  var sql: String { sqlite3_sql(pointer).map { String(cString: $0) } ?? "" }

  func failure(_ result: Int32) -> SQLiteError {
    let error = connection.error(result, sql: sql)
    sqlite3_reset(pointer)
    return error
  }
}

/// A C statement and whether somebody uses it.
final class StatementHandle {
  let pointer: OpaquePointer
  /// Whether the connection keeps the statement for another use.
  let isCached: Bool
  var isInUse = true

  init(_ pointer: OpaquePointer, isCached: Bool) {
    self.pointer = pointer
    self.isCached = isCached
  }
}
