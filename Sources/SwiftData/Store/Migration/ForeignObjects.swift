internal import Foundation

/// The indexes and triggers that somebody else made on tables which a migration makes anew.
///
/// SQLite drops them with a table. Triggers go for the time of any migration, whose statements are none of
/// theirs. Views and triggers of other tables stay as they are: their texts name the tables of the models.
struct ForeignObjects {
  private let indexes: [(name: String, index: StoreContent.Index)]
  private let triggers: [StoreContent.Trigger]
  /// The tables that the file has afterwards.
  private let remaining: Set<String>
  /// The columns of all tables before.
  private let columns: [String: [String]]

  /// - Parameters:
  ///   - own: The tables of the models in the store.
  ///   - dropped: Those that are dropped, perhaps to be made anew.
  ///   - layout: What the store becomes.
  init(_ content: StoreContent, own: Set<String>, dropped: Set<String>, _ layout: SchemaLayout) {
    let remaining = Set(layout.tables.map(\.name)).union(
      content.description.tables.keys.filter { !own.contains($0) })
    indexes = content.indexes.filter { name, index in
      dropped.contains(index.table) && remaining.contains(index.table) && !content.isOfModels(name)
    }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let bookkeeping = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ACHANGE"]
    triggers = content.triggers.filter {
      own.contains($0.table) || bookkeeping.contains($0.table)
    }
    self.remaining = remaining
    columns = content.description.tables
  }

  /// Takes the triggers away.
  ///
  /// - Returns: Those that SQLite could compile, each by itself: those that it cannot afterwards need what is gone.
  func removeTriggers(on connection: Connection) throws -> Set<String> {
    for trigger in triggers { try connection.execute("DROP TRIGGER \(trigger.name.quotedForSQL)") }
    return try withoutDoubleQuotedTexts(connection) {
      var sound: Set<String> = []
      for trigger in triggers {
        try connection.execute(trigger.sql)
        if try Self.compilationError(of: trigger.table, connection) == nil {
          sound.insert(trigger.name)
        }
        try connection.execute("DROP TRIGGER \(trigger.name.quotedForSQL)")
      }
      return sound
    }
  }

  /// Makes the indexes and triggers again. One that needs a column which is gone is reported and left out: a
  /// trigger would fail every save.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` where the new values violate a unique index.
  func restore(_ sound: Set<String>, on connection: Connection) throws {
    for (name, index) in indexes { try restore(name, index, on: connection) }
    let present = triggers.filter { remaining.contains($0.table) }
    try withoutDoubleQuotedTexts(connection) {
      for trigger in present where sound.contains(trigger.name) {
        try connection.execute(trigger.sql)
        guard let error = try Self.compilationError(of: trigger.table, connection) else { continue }
        try connection.execute("DROP TRIGGER \(trigger.name.quotedForSQL)")
        Self.report("the trigger '\(trigger.name)' of \(trigger.table)", error)
      }
    }
    for trigger in present where !sound.contains(trigger.name) {
      try connection.execute(trigger.sql)
    }
  }

  private func restore(
    _ name: String, _ index: StoreContent.Index, on connection: Connection
  ) throws {
    do throws(SQLiteError) {
      try withoutDoubleQuotedTexts(connection) { () throws(SQLiteError) in
        try connection.execute(index.sql)
      }
    } catch {
      if error.code == .constraint {
        throw MigrationError.make(
          .failed,
          """
          the index '\(name)' of \(index.table), which the models do not declare, allows no two equal rows, and \
          the migrated ones are: drop it, or make the values differ in a custom stage
          """, reason: error.message)
      }
      guard error.code == .error else { throw error }
      // A text in double quotes is no column that is gone.
      let isColumnGone = columns[index.table, default: []].contains {
        error.message.contains($0)
      }
      if !isColumnGone, (try? connection.execute(index.sql)) != nil { return }
      Self.report("the index '\(name)' of \(index.table)", error)
    }
  }

  /// SQLite takes `"name"` for a text where no column has the name, so that what needs a lost one would seem whole.
  private func withoutDoubleQuotedTexts<Result, Failure: Error>(
    _ connection: Connection, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    connection.allowDoubleQuotedTexts(false)
    defer { connection.allowDoubleQuotedTexts(true) }
    return try body()
  }

  /// Has SQLite compile statements that would set off every trigger of a table, without running them.
  ///
  /// - Returns: The error where a trigger cannot be compiled.
  private static func compilationError(
    of table: String, _ connection: Connection
  ) throws -> SQLiteError? {
    var columns: [String] = []
    do {
      let statement = try connection.prepare("SELECT name FROM pragma_table_info(?)")
      try statement.bind(.text(table), at: 1)
      while try statement.step() {
        if case .text(let name) = statement.column(0) { columns.append(name.quotedForSQL) }
      }
    }
    let name = table.quotedForSQL
    let changes = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
    for sql in [
      "INSERT INTO \(name) DEFAULT VALUES", "UPDATE \(name) SET \(changes)", "DELETE FROM \(name)",
    ] {
      do throws(SQLiteError) {
        // A text that was compiled before would be taken as it was then.
        try connection.execute("EXPLAIN \(sql)")
      } catch {
        guard error.code == .error else { throw error }
        return error
      }
    }
    return nil
  }

  private static func report(_ object: String, _ error: SQLiteError) {
    FileHandle.standardError.write(
      Data("SwiftData: warning: \(object) did not outlast the migration: \(error.message).\n".utf8))
  }
}
