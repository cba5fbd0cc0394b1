internal import Foundation

/// Collects the changes of one transaction, and writes them into the history at its end.
struct HistoryRecorder {
  private enum Change {
    case update(entity: Int, key: Int64, columns: StoredValue)
    case delete(entity: Int, key: Int64, tombstones: [StoredValue])
  }

  private let format: HistoryFormat
  private var changes: [Change] = []
  private var insertions: [(entity: Int, keys: Range<Int64>)] = []

  init(_ format: HistoryFormat) { self.format = format }

  var isEmpty: Bool { changes.isEmpty && insertions.isEmpty }

  /// Notes a new row; rows of one entity with consecutive keys are noted as one.
  mutating func noteInsertion(of entity: EntityLayout, key: Int64) {
    let last = insertions.count - 1
    if last >= 0, insertions[last].entity == entity.number, insertions[last].keys.upperBound == key
    {
      insertions[last].keys = insertions[last].keys.lowerBound..<key + 1
    } else {
      insertions.append((entity.number, key..<key + 1))
    }
  }

  /// Notes a changed row; without properties all count.
  mutating func noteUpdate(of entity: EntityLayout, key: Int64, _ changed: PropertySet?) {
    if let changed, changed.isEmpty { return }
    changes.append(
      .update(
        entity: entity.number, key: key,
        columns: format.entities[entity.number - 1].columns(of: changed)))
  }

  /// The values of a row to keep when it is deleted, read while it is there.
  func tombstones(
    of entity: EntityLayout, key: Int64, _ connection: Connection
  ) throws -> [StoredValue] {
    let entity = format.entities[entity.number - 1]
    guard let sql = entity.selectPreservedSQL else { return [] }
    let statement = try connection.prepare(sql)
    try statement.bind(.integer(key), at: 1)
    guard try statement.step() else { return [] }
    var values: [StoredValue] = []
    var column = 0
    for property in entity.preserved {
      let count = property.attribute!.slots.count
      let parts = (column..<column + count).map { statement.column($0) }
      column += count
      values.append(HistoryFormat.tombstone(parts))
    }
    while values.count < format.tombstoneCount { values.append(.null) }
    return values
  }

  /// Notes a deleted row.
  mutating func noteDeletion(of entity: EntityLayout, key: Int64, tombstones: [StoredValue]) {
    changes.append(.delete(entity: entity.number, key: key, tombstones: tombstones))
  }
}

// MARK: - Writing

extension HistoryRecorder {
  /// Writes the transaction; nothing where nothing has changed.
  func write(author: String?, _ connection: Connection) throws {
    guard !isEmpty else { return }
    var highest = try Highest(connection)
    let count = insertions.reduce(Int64(changes.count)) { $0 + Int64($1.keys.count) }
    let first = try highest.next(\.change, count: count)
    let transaction = try highest.next(\.transaction)
    let process = ProcessInfo.processInfo.processName
    let strings = try [author, Bundle.main.bundleIdentifier ?? process, process].map { text in
      try text.map { try Self.key(of: $0, &highest, connection) } ?? .null
    }
    try connection.prepare(
      """
      INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP) \
      VALUES (?, 16002, ?, ?, ?, ?)
      """
    ).run([.integer(transaction)] + strings + [.real(Date().timeIntervalSinceReferenceDate)])
    try writeChanges(from: first, transaction, connection)
    try highest.write(connection)
  }

  private func writeChanges(
    from first: Int64, _ transaction: Int64, _ connection: Connection
  ) throws {
    var next = first
    for change in changes {
      switch change {
      case .update(let entity, let key, let columns):
        try connection.prepare(format.insertSQL).run([
          .integer(next), .integer(1), .integer(Int64(entity)), .integer(key),
          .integer(transaction), columns,
        ])
      case .delete(let entity, let key, let tombstones):
        let values: [StoredValue] = [
          .integer(next), .integer(2), .integer(Int64(entity)), .integer(key),
          .integer(transaction),
        ]
        if tombstones.isEmpty {
          try connection.prepare(format.insertSQL).run(values + [.null])
        } else {
          try connection.prepare(format.insertTombstoneSQL).run(values + tombstones)
        }
      }
      next += 1
    }
    for (entity, keys) in insertions.sorted(by: { $0.entity < $1.entity }) {
      // One statement for all rows of an entity: their keys follow each other.
      try connection.prepare(
        """
        WITH RECURSIVE row(key) AS (VALUES(?1) UNION ALL SELECT key + 1 FROM row WHERE key < ?2) \
        INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) \
        SELECT key + ?3, 16001, 0, ?4, key, ?5 FROM row
        """
      ).run([
        .integer(keys.lowerBound), .integer(keys.upperBound - 1), .integer(next - keys.lowerBound),
        .integer(Int64(entity)), .integer(transaction),
      ])
      next += Int64(keys.count)
    }
  }

  /// The key of a text that many transactions share.
  private static func key(
    of text: String, _ highest: inout Highest, _ connection: Connection
  ) throws -> StoredValue {
    let known = try connection.value(
      "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", [.text(text)])
    if let known { return known }
    let key = StoredValue.integer(try highest.next(\.string))
    try connection.run(
      "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, 16003, ?)",
      [key, .text(text)])
    return key
  }
}

/// The highest keys of the history's tables.
private struct Highest {
  var change: Int64 = 0
  var transaction: Int64 = 0
  var string: Int64 = 0
  private var stored: [Int64] = [0, 0, 0]

  init(_ connection: Connection) throws {
    let statement = try connection.prepare(
      "SELECT Z_ENT - 16001, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT BETWEEN 16001 AND 16003")
    while try statement.step() { stored[Int(statement.integer(0))] = statement.integer(1) }
    (change, transaction, string) = (stored[0], stored[1], stored[2])
  }

  /// Gives keys out, and returns the first of them.
  mutating func next(
    _ table: WritableKeyPath<Highest, Int64>, count: Int64 = 1
  ) throws -> Int64 {
    let last = self[keyPath: table]
    let (new, overflow) = last.addingReportingOverflow(count)
    guard last >= 0, !overflow else {
      throw SwiftDataError(
        .modelValidationFailure,
        """
        the store has no keys left for its history: something else than SwiftData has written it. \
        The highest key is \(last).
        """)
    }
    self[keyPath: table] = new
    return last + 1
  }

  /// Writes those that have changed.
  func write(_ connection: Connection) throws {
    for (index, key) in [change, transaction, string].enumerated() where key != stored[index] {
      try connection.prepare("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?").run([
        .integer(key), .integer(Int64(16001 + index)),
      ])
    }
  }
}

// MARK: - Tombstones and tables

extension HistoryFormat {
  /// The value of a tombstone column for the columns of an attribute.
  ///
  /// One column is kept as it is; of a composite, the parts as JSON.
  fileprivate static func tombstone(_ parts: [StoredValue]) -> StoredValue {
    if parts.count == 1 { return parts[0] }
    if parts.allSatisfy(\.isNull) { return .null }
    let list = parts.map { part -> [String: String] in
      switch part {
      case .null: [:]
      case .integer(let integer): ["i": "\(integer)"]
      case .real(let real): ["r": "\(real)"]
      case .text(let text): ["t": text]
      case .blob(let data): ["b": data.base64EncodedString()]
      case .uuid(let uuid): ["b": withUnsafeBytes(of: uuid.uuid) { Data($0) }.base64EncodedString()]
      }
    }
    return (try? JSONEncoder().encode(list)).map { .blob($0) } ?? .null
  }

  /// The columns of a composite from its tombstone.
  static func parts(ofTombstone data: Data) -> [StoredValue]? {
    guard let list = try? JSONDecoder().decode([[String: String]].self, from: data) else {
      return nil
    }
    return list.map { part in
      if let text = part["t"] { return .text(text) }
      if let integer = part["i"].flatMap({ Int64($0) }) { return .integer(integer) }
      if let real = part["r"].flatMap({ Double($0) }) { return .real(real) }
      if let data = part["b"].flatMap({ Data(base64Encoded: $0) }) { return .blob(data) }
      return .null
    }
  }

  /// Makes tables and columns that a store written with another schema, or without a history, lacks.
  func complete(_ connection: Connection, _ layout: SchemaLayout) throws {
    var present: Set<String> = []
    do {
      let statement = try connection.prepare("SELECT name FROM pragma_table_info('ACHANGE')")
      while try statement.step() {
        if case .text(let name) = statement.column(0) { present.insert(name) }
      }
    }
    if present.isEmpty {
      for statement in layout.historyStatements { try connection.execute(statement) }
    } else {
      for index in 0..<tombstoneCount where !present.contains("ZTOMBSTONE\(index)") {
        try connection.execute("ALTER TABLE ACHANGE ADD COLUMN ZTOMBSTONE\(index) BLOB")
      }
    }
    for entity in SchemaLayout.historyEntities {
      try connection.run(
        "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, 0)",
        [.integer(Int64(entity.number)), .text(entity.name)])
    }
  }
}
