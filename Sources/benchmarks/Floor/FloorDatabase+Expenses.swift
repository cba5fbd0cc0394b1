import CSQLite
import Foundation

extension FloorDatabase {
  /// A database with all tables, and rows in that of the expenses.
  static func make(path: String?, rows: ArraySlice<ExpenseValues> = []) throws -> FloorDatabase {
    let database = try FloorDatabase(path: path)
    try database.createTables()
    if !rows.isEmpty { try database.insert(rows) }
    return database
  }

  /// Stores expenses in one transaction, keeps the highest key and records the rows in the history, as a
  /// save does.
  func insert(_ rows: ArraySlice<ExpenseValues>) throws {
    try execute("BEGIN IMMEDIATE")
    let highest = try prepare("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1")
    guard sqlite3_step(highest) == SQLITE_ROW else { throw FloorError(code: SQLITE_EMPTY) }
    let before = sqlite3_column_int64(highest, 0)
    var key = before
    sqlite3_reset(highest)
    let insertion = try prepare("INSERT INTO ZEXPENSE VALUES (?, 1, 1, ?, ?, NULL, ?, ?, ?, ?, ?)")
    for values in rows {
      key += 1
      bind(values, key: key, to: insertion)
      try requireDone(sqlite3_step(insertion))
      sqlite3_reset(insertion)
    }
    try execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(key) WHERE Z_ENT = 1")
    try recordInsertions(after: before, through: key)
    try execute("COMMIT")
  }

  /// Records new rows in the history: a transaction, and one change for each.
  private func recordInsertions(after before: Int64, through last: Int64) throws {
    try execute(
      """
      INSERT OR IGNORE INTO ATRANSACTIONSTRING VALUES (1, 16003, NULL, 'benchmarks');
      INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP) \
      VALUES ((SELECT Z_MAX + 1 FROM Z_PRIMARYKEY WHERE Z_ENT = 16002), 16002, 1, 1, \
      \(Date().timeIntervalSinceReferenceDate));
      WITH RECURSIVE row(key) AS (VALUES(\(before + 1)) UNION ALL SELECT key + 1 FROM row WHERE key < \(last)) \
      INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) \
      SELECT key - \(before) + (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16001), 16001, 0, 1, key, \
      (SELECT Z_MAX + 1 FROM Z_PRIMARYKEY WHERE Z_ENT = 16002) FROM row;
      UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + \(last - before) WHERE Z_ENT = 16001;
      UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_ENT = 16002;
      UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_ENT = 16003
      """)
  }

  private func bind(_ values: ExpenseValues, key: Int64, to statement: OpaquePointer) {
    sqlite3_bind_int64(statement, 1, key)
    sqlite3_bind_int64(statement, 2, Int64(values.category))
    sqlite3_bind_int64(statement, 3, values.isPaid ? 1 : 0)
    sqlite3_bind_double(statement, 4, values.amount)
    sqlite3_bind_double(statement, 5, values.date.timeIntervalSinceReferenceDate)
    bind(values.name, at: 6, to: statement)
    if let note = values.note {
      bind(note, at: 7, to: statement)
    } else {
      sqlite3_bind_null(statement, 7)
    }
    _ = withUnsafeBytes(of: values.id.uuid) {
      sqlite3_bind_blob(statement, 8, $0.baseAddress, 16, csqlite_transient())
    }
  }

  private func bind(_ text: String, at index: Int32, to statement: OpaquePointer) {
    var text = text
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(
          statement, index, $0.baseAddress, Int32($0.count), csqlite_transient())
      }
    }
  }

  /// A statement for every column of the expenses that satisfy a condition.
  func prepareSelection(where condition: String = "") throws -> OpaquePointer {
    try prepare(
      """
      SELECT Z_PK, Z_ENT, Z_OPT, ZCATEGORY, ZISPAID, ZTRIP, ZAMOUNT, ZDATE, ZNAME, ZNOTE, ZID \
      FROM ZEXPENSE \(condition)
      """)
  }

  /// Reads all rows of a selection into Swift values, which is what a caller wants, and sums them up.
  func sum(_ selection: OpaquePointer) throws -> Int {
    var sum = 0
    var result = sqlite3_step(selection)
    while result == SQLITE_ROW {
      sum &+= values(selection).sum
      result = sqlite3_step(selection)
    }
    try requireDone(result)
    sqlite3_reset(selection)
    return sum
  }

  private func values(_ row: OpaquePointer) -> ExpenseValues {
    ExpenseValues(
      amount: sqlite3_column_double(row, 6),
      category: Int(sqlite3_column_int64(row, 3)),
      date: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row, 7)),
      id: sqlite3_column_blob(row, 10).map { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        ?? UUID(),
      isPaid: sqlite3_column_int64(row, 4) != 0,
      name: text(row, 8) ?? "",
      note: text(row, 9))
  }

  private func text(_ row: OpaquePointer, _ index: Int32) -> String? {
    guard let bytes = sqlite3_column_text(row, index) else { return nil }
    let count = Int(sqlite3_column_bytes(row, index))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}
