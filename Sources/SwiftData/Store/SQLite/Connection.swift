internal import CSQLite
internal import Foundation

/// One connection to a SQLite database.
///
/// It has no lock of its own: whoever owns it lets one thread at a time use it.
final class Connection {
  /// Where the database is.
  enum Location: Hashable, Sendable {
    /// A database of this connection alone, gone when it closes.
    case memory
    case file(path: String)
  }

  let location: Location
  let isReadOnly: Bool
  /// The file's name for error messages.
  let fileName: String?
  /// The C connection; nil once closed.
  private(set) var database: OpaquePointer?
  /// Bytes of the row that ``Statement/run(_:)`` binds.
  let scratch = ScratchBuffer()
  /// Whether the C connection is another's, whose open transaction this one works in.
  let isLent: Bool
  /// Where a lent connection notes the files that come and go with the transaction.
  private(set) var loanFiles: ExternalChanges?
  /// What is known of the file's models.
  var checked = SchemaWatch.Checked()
  /// Called before each statement is compiled, for tests; while it is there, no statement is kept for
  /// another use, so that each use is seen.
  private let beforeStatement: StoreTesting.StatementHook?

  private var cache: [String: StatementHandle] = [:]
  /// The statement that was taken from the cache last: many rows are often written with one.
  private var latest: (sql: String, handle: StatementHandle)?
  /// Texts that are made for one query each would otherwise pile up.
  private static let cacheLimit = 200

  /// Takes over an open C connection.
  convenience init(database: OpaquePointer, location: Location, isReadOnly: Bool) {
    self.init(database: database, location: location, isReadOnly: isReadOnly, isLent: false)
  }

  private init(database: OpaquePointer, location: Location, isReadOnly: Bool, isLent: Bool) {
    self.database = database
    self.location = location
    self.isReadOnly = isReadOnly
    self.isLent = isLent
    beforeStatement = StoreTesting.beforeStatement
    if case .file(let path) = location {
      fileName = StoreFile(path: path).name
    } else {
      fileName = nil
    }
  }

  deinit {
    // A statement in use keeps its connection alive, so nothing but the cache is left here.
    finalizeIdleStatements()
    if !isLent { sqlite3_close(database) }
  }

  /// The same C connection for somebody who works in the transaction that is open, until the loan
  /// ends.
  ///
  /// - Parameter files: Takes note of files of large values that the transaction writes and replaces.
  func lend(noting files: ExternalChanges) -> Connection? {
    guard let database else { return nil }
    let loan = Connection(
      database: database, location: location, isReadOnly: isReadOnly, isLent: true)
    loan.loanFiles = files
    return loan
  }

  /// Takes a lent connection away from whoever still has it: it refuses every call from now on.
  func endLoan() {
    guard isLent else { return }
    finalizeIdleStatements()
    database = nil
  }

  /// Closes the connection; a closed one refuses every call.
  ///
  /// - Throws: `SQLiteError` with `SQLITE_BUSY` while a statement is in use; the connection then
  ///   stays open.
  func close() throws(SQLiteError) {
    guard let database else { return }
    finalizeIdleStatements()
    let result = sqlite3_close(database)
    guard result == SQLITE_OK else { throw error(result) }
    self.database = nil
  }

  /// The key of the row that was inserted last.
  var lastInsertedRowKey: Int64 { database.map { sqlite3_last_insert_rowid($0) } ?? 0 }

  /// The number of rows that the last statement changed.
  var changes: Int { database.map { Int(sqlite3_changes($0)) } ?? 0 }

  /// Whether a transaction is open.
  var isInTransaction: Bool { database.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  /// The error for a result, with the message that the connection has for it.
  func error(_ result: Int32, sql: String? = nil) -> SQLiteError {
    SQLiteError(result, database: database, sql: sql, file: fileName)
  }
}

// MARK: - Statements

extension Connection {
  /// A statement ready to bind and step, taken from the cache where it was used before.
  ///
  /// It goes back to the cache, reset and without values, when the variable that holds it ends.
  func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    if let latest, latest.sql == sql, !latest.handle.isInUse {
      latest.handle.isInUse = true
      return Statement(handle: latest.handle, connection: self)
    }
    if let handle = cache[sql] {
      if handle.isInUse {
        // Its rows are being read further out: this use gets a statement of its own.
        return Statement(
          handle: StatementHandle(try compile(sql), isCached: false), connection: self)
      }
      handle.isInUse = true
      latest = (sql, handle)
      return Statement(handle: handle, connection: self)
    }
    if cache.count >= Self.cacheLimit { finalizeIdleStatements() }
    let handle = StatementHandle(try compile(sql), isCached: beforeStatement == nil)
    if handle.isCached { cache[sql] = handle }
    return Statement(handle: handle, connection: self)
  }

  /// Runs statements without parameters, one after the other, and ignores their rows.
  ///
  /// - Throws: The error of the first that fails; those before it have been carried out.
  func execute(_ sql: String) throws(SQLiteError) {
    var rest = Substring(sql)
    while !rest.isEmpty {
      let (statement, used) = try compileFirst(of: rest)
      // A zero byte ends the text for SQLite.
      guard used > 0 else { return }
      let text = rest.utf8.prefix(used)
      rest = rest[text.endIndex...]
      guard let statement else { continue }
      defer { sqlite3_finalize(statement) }
      var result = sqlite3_step(statement)
      while result == SQLITE_ROW { result = sqlite3_step(statement) }
      guard result == SQLITE_DONE else {
        throw error(
          result, sql: String(Substring(text)).trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }
  }

  /// The first column of the first row; nil where there is no row.
  func value(_ sql: String, _ bindings: [StoredValue] = []) throws(SQLiteError) -> StoredValue? {
    let statement = try prepare(sql)
    try statement.bind(bindings)
    return try statement.step() ? statement.column(0) : nil
  }

  /// Runs a statement with values and returns how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ bindings: [StoredValue] = []) throws(SQLiteError) -> Int {
    let statement = try prepare(sql)
    try statement.run(bindings)
    return changes
  }

  /// The number of statements that the cache holds.
  var cachedStatementCount: Int { cache.count }

  private func finalizeIdleStatements() {
    latest = nil
    for (sql, handle) in cache where !handle.isInUse {
      sqlite3_finalize(handle.pointer)
      cache[sql] = nil
    }
  }

  private func compile(_ sql: String) throws(SQLiteError) -> OpaquePointer {
    let (statement, used) = try compileFirst(of: Substring(sql), persistent: true)
    guard let statement else {
      throw SQLiteError(
        SQLITE_MISUSE, message: "there is no statement in the text", sql: sql, file: fileName)
    }
    let rest = sql.utf8.dropFirst(used)
    guard rest.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x3B }) else {
      sqlite3_finalize(statement)
      throw SQLiteError(
        SQLITE_MISUSE, message: "a prepared text holds one statement only", sql: sql, file: fileName
      )
    }
    return statement
  }

  /// Compiles the first statement of a text and tells how many bytes it takes.
  private func compileFirst(
    of sql: Substring, persistent: Bool = false
  ) throws(SQLiteError) -> (statement: OpaquePointer?, used: Int) {
    guard let database else {
      throw SQLiteError(
        SQLITE_MISUSE, message: "the connection is closed", sql: String(sql), file: fileName)
    }
    if let beforeStatement { try beforeStatement.call(String(sql)) }
    var statement: OpaquePointer?
    var used = 0
    let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let result = String(sql).withCString { start in
      var tail: UnsafePointer<CChar>?
      let result = sqlite3_prepare_v3(database, start, -1, flags, &statement, &tail)
      used = tail.map { $0 - start } ?? 0
      return result
    }
    guard result == SQLITE_OK else { throw error(result, sql: String(sql)) }
    return (statement, used)
  }
}
