internal import CSQLite

extension Connection {
  /// When a transaction takes its locks.
  enum TransactionKind: String, Sendable {
    /// At the first read or write.
    case deferred = "DEFERRED"
    /// The write lock at once, so that it cannot fail halfway because another writer came first.
    case immediate = "IMMEDIATE"
    case exclusive = "EXCLUSIVE"
  }

  /// Runs a body in a transaction, which is committed when the body returns; on a lent connection, in
  /// a part of the transaction that is open.
  ///
  /// - Throws: What the body throws, or the `SQLiteError` of `BEGIN` or `COMMIT`. In each case the
  ///   database is as it was before and no transaction is open, except where one was open already:
  ///   that one stays.
  func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    if isLent { return try partOfLentTransaction(body) }
    try run("BEGIN \(kind.rawValue)")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // Some failures, a full disk among them, have SQLite roll back by itself.
      if isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// Runs a body in the transaction of whoever lent the connection.
  private func partOfLentTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    // After a full disk SQLite has rolled back by itself, and what came now would be written for good.
    guard isInTransaction else {
      throw SQLiteError(
        SQLITE_ABORT, message: "the transaction that this was a part of has ended", file: fileName)
    }
    return try savepoint(body)
  }

  /// Runs a body in a part of a transaction that can be undone by itself.
  ///
  /// Outside a transaction it is one.
  ///
  /// - Throws: What the body throws, or the `SQLiteError` of the release. The changes of the body
  ///   are undone, those before it in the same transaction are kept.
  func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try run("SAVEPOINT swiftdata")
    do {
      let result = try body()
      try run("RELEASE swiftdata")
      return result
    } catch {
      if isInTransaction {
        _ = try? run("ROLLBACK TO swiftdata")
        _ = try? run("RELEASE swiftdata")
      }
      throw error
    }
  }
}
