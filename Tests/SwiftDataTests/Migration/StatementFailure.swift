import Foundation

@_spi(Testing) @testable import SwiftData

#if !THREAD_SANITIZER
  import Synchronization
#endif

/// Fails one of the statements of the connections that are opened in its scope, or only counts them.
final class StatementFailure: Sendable {
  private struct State {
    var count = 0
    var texts: [String] = []
    var hasFailed = false
    var wasSpared = false
  }

  private let state = Mutex(State())
  /// The position of the statement that fails, from 1; 0 fails none.
  let position: Int
  /// Called just before the statement fails.
  private let atFailure: @Sendable () -> Void

  init(at position: Int = 0, atFailure: @escaping @Sendable () -> Void = {}) {
    self.position = position
    self.atFailure = atFailure
  }

  /// The statements that were begun.
  var count: Int { state.withLock { $0.count } }

  var texts: [String] { state.withLock { $0.texts } }

  /// Whether the statement was one whose failure ends the process, and so was let through.
  var wasSpared: Bool { state.withLock { $0.wasSpared } }

  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  func whileArmed<Result>(_ body: () throws -> Result) rethrows -> Result {
    let hook = StoreTesting.StatementHook { sql throws(SQLiteError) in try self.meet(sql) }
    return try StoreTesting.$beforeStatement.withValue(hook) { try body() }
  }

  /// Whether a statement loads a relationship for a getter, which cannot throw.
  private static func isOfGetter(_ sql: String) -> Bool {
    sql.hasPrefix("SELECT") && sql.hasSuffix("= ?") && !sql.contains("Z_PRIMARYKEY")
  }

  private func meet(_ sql: String) throws(SQLiteError) {
    let fails = state.withLock { state in
      state.count += 1
      state.texts.append(sql)
      // Undoing is not made to fail: SQLite would do it by itself when the process ends.
      if sql.hasPrefix("ROLLBACK") { return false }
      guard state.count >= position, position > 0, !state.hasFailed else { return false }
      state.hasFailed = true
      state.wasSpared = Self.isOfGetter(sql)
      return true
    }
    if fails {
      atFailure()
      if wasSpared { return }
      throw SQLiteError(13, message: "database or disk is full", sql: sql)
    }
  }
}
