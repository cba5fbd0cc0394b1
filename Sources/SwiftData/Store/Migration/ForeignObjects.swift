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
  }

  /// Takes the triggers away.
  ///
  /// - Returns: The tables whose triggers SQLite could compile: those that it cannot afterwards need what is gone.
  func removeTriggers(on connection: Connection) throws -> Set<String> {
    var sound: Set<String> = []
    for table in Set(triggers.map(\.table)).sorted() {
      if try Self.compilationError(of: table, connection) == nil { sound.insert(table) }
    }
    for trigger in triggers { try connection.execute("DROP TRIGGER \(trigger.name.quotedForSQL)") }
    return sound
  }

  /// Makes the indexes and triggers again. One that needs a column which is gone is reported and left out: a
  /// trigger would fail every save.
  func restore(_ sound: Set<String>, on connection: Connection) throws {
    for (name, index) in indexes {
      do throws(SQLiteError) {
        try connection.execute(index.sql)
      } catch {
        guard error.code == .error else { throw error }
        Self.report("the index '\(name)' of \(index.table)", error)
      }
    }
    for trigger in triggers where remaining.contains(trigger.table) {
      try connection.execute(trigger.sql)
      guard sound.contains(trigger.table),
        let error = try Self.compilationError(of: trigger.table, connection)
      else { continue }
      try connection.execute("DROP TRIGGER \(trigger.name.quotedForSQL)")
      Self.report("the trigger '\(trigger.name)' of \(trigger.table)", error)
    }
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
