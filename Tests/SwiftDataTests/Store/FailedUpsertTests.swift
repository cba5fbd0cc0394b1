import Foundation
import Testing

@_spi(Testing) @testable import SwiftData

#if !THREAD_SANITIZER
  import Synchronization
#endif

/// Saves that fail while an insertion becomes the update of a row.
@Suite struct FailedUpsertTests {
  @Model final class Town {
    @Attribute(.unique) var code: Int
    var mayor: String

    init(code: Int, mayor: String) {
      self.code = code
      self.mayor = mayor
    }
  }

  /// Saves over a row with a failure of one statement.
  ///
  /// - Returns: Whether the statement was reached.
  private func save(failingAt position: Int) throws -> Bool {
    try withMigratingStore { store in
      try store.open(Town.self) { context throws in
        context.insert(Town(code: 1, mayor: "old"))
        try context.save()
      }
      // Counts from the save on; a connection has the hook that it was opened with.
      let count = Mutex<Int?>(nil)
      let hook = StoreTesting.StatementHook { sql throws(SQLiteError) in
        if sql.hasPrefix("ROLLBACK") { return }
        let isNext = count.withLock { count in
          count = count.map { $0 + 1 }
          return count == position
        }
        if isNext { throw SQLiteError(13, message: "database or disk is full", sql: sql) }
      }
      return try StoreTesting.$beforeStatement.withValue(hook) {
        try store.open(Town.self) { context throws in
          context.insert(Town(code: 1, mayor: "new"))
          count.withLock { $0 = 0 }
          var isSaved = true
          do {
            try context.save()
          } catch {
            isSaved = false
          }
          let reached = count.withLock { count in
            defer { count = nil }
            return count ?? 0
          }
          #expect(
            try store.rows("SELECT ZMAYOR FROM ZTOWN") == [isSaved ? "new" : "old"],
            "failure at the statement \(position)")
          return reached >= position
        }
      }
    }
  }

  @Test func `a save that throws has stored nothing, whichever statement failed`() throws {
    var position = 1
    while try save(failingAt: position) { position += 1 }
    #expect(position > 4)
  }
}
