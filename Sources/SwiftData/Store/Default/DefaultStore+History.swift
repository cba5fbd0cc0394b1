internal import Foundation
internal import Synchronization

extension DefaultStore {
  /// The kind of transaction that the history consists of.
  public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

  /// Returns the transactions that a descriptor asks for, oldest first unless it sorts.
  ///
  /// Changes of models that the schema does not have any more are left out.
  ///
  /// - Throws: `SwiftDataError.historyTokenExpired` where any of the transactions that follow a token was
  ///   deleted, what the predicate throws, or the database's error.
  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    let bounds = HistoryBounds(descriptor.predicate, store: identifier)
    let limit = Int(clamping: descriptor.fetchLimit)
    let isSorted = !descriptor.sortBy.isEmpty
    let predicate = descriptor.predicate
    var found = try connection.withLock { connection in
      try connection.transaction(.deferred) {
        var found: [DefaultHistoryTransaction] = []
        guard try hasHistory(connection) else { return found }
        try checkSchema(connection)
        try checkToken(bounds, connection)
        try HistoryReader(self, connection).read(bounds) { transaction in
          if try predicate?.evaluate(transaction) ?? true { found.append(transaction) }
          return isSorted || limit == 0 || found.count < limit
        }
        return found
      }
    }
    guard isSorted else { return found }
    found.sort(using: descriptor.sortBy)
    return limit > 0 ? Array(found.prefix(limit)) : found
  }

  /// Deletes the transactions that a descriptor asks for; its limit does not count.
  ///
  /// - Throws: `CocoaError.fileWriteNoPermission` where the configuration does not allow saving, what the
  ///   predicate throws, or the database's error. Nothing is deleted then.
  public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try checkAllowsSave()
    let bounds = HistoryBounds(descriptor.predicate, store: identifier)
    let predicate = descriptor.predicate
    try connection.withLock { connection in
      try connection.transaction(.immediate) {
        guard try hasHistory(connection) else { return }
        try checkSchema(connection)
        guard let predicate else {
          try connection.run("DELETE FROM ACHANGE")
          try connection.run("DELETE FROM ATRANSACTION")
          return
        }
        var numbers: [Int64] = []
        try HistoryReader(self, connection).read(bounds) { transaction in
          if try predicate.evaluate(transaction) {
            numbers.append(transaction.transactionIdentifier)
          }
          return true
        }
        for number in numbers {
          try connection.run("DELETE FROM ACHANGE WHERE ZTRANSACTIONID = ?", [.integer(number)])
          try connection.run("DELETE FROM ATRANSACTION WHERE Z_PK = ?", [.integer(number)])
        }
      }
    }
  }

  /// The number of the last transaction that there was, deleted ones among them.
  func lastTransaction() throws -> Int64 {
    try connection.withLock { try lastTransaction($0) }
  }

  /// Writes what a transaction has changed into the history.
  func write(_ recorder: HistoryRecorder, author: String?, _ connection: Connection) throws {
    guard !recorder.isEmpty else { return }
    if !hasHistoryTables.load(ordering: .relaxed) { try history.complete(connection, layout) }
    try recorder.write(author: author, connection)
  }

  /// Refuses where the configuration does not allow saving.
  func checkAllowsSave() throws {
    guard configuration.allowsSave else {
      throw CocoaError(
        .fileWriteNoPermission,
        userInfo: [
          NSLocalizedDescriptionKey:
            "The store '\(name)' was opened with allowsSave: false; its models can be changed but not saved."
        ])
    }
  }
}

extension DefaultStore {
  /// Whether the store has a history; one that nobody tracked has none.
  func hasHistory(_ connection: Connection) throws -> Bool {
    try connection.value(
      "SELECT 1 FROM sqlite_schema WHERE name IN ('ACHANGE', 'ATRANSACTION') LIMIT 1 OFFSET 1")
      != nil
  }

  private func lastTransaction(_ connection: Connection) throws -> Int64 {
    let statement = try connection.prepare("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002")
    return try statement.step() ? statement.integer(0) : 0
  }

  /// Refuses a token that asks for transactions which are gone.
  ///
  /// Numbers are given out one by one, so what is missing among them was deleted.
  private func checkToken(_ bounds: HistoryBounds, _ connection: Connection) throws {
    guard bounds.comesFromToken else { return }
    let first = max(bounds.first, 1)
    let last = try min(bounds.last, lastTransaction(connection))
    guard first <= last else { return }
    do {
      let statement = try connection.prepare(
        "SELECT COUNT(*) FROM ATRANSACTION WHERE Z_PK BETWEEN ? AND ?")
      try statement.bind([.integer(first), .integer(last)])
      guard try statement.step(), statement.integer(0) <= last - first else { return }
    }
    throw SwiftDataError(
      .historyTokenExpired,
      """
      some of the transactions \(first) to \(last) of the store '\(name)', which came after the token, were \
      deleted from the history: fetch without a token, and read the models anew
      """)
  }
}

/// Reads transactions with their changes, both in the order of their keys.
private struct HistoryReader {
  let store: DefaultStore
  let connection: Connection
  private let selectChangesSQL: String
  private let tombstoneCount: Int

  init(_ store: DefaultStore, _ connection: Connection) throws {
    self.store = store
    self.connection = connection
    var count = 0
    do {
      let statement = try connection.prepare(
        "SELECT COUNT(*) FROM pragma_table_info('ACHANGE') WHERE name LIKE 'ZTOMBSTONE%'")
      if try statement.step() { count = Int(statement.integer(0)) }
    }
    tombstoneCount = min(count, store.history.tombstoneCount)
    let tombstones = (0..<tombstoneCount).map { ", ZTOMBSTONE\($0)" }.joined()
    selectChangesSQL = """
      SELECT Z_PK, ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS\(tombstones) FROM ACHANGE \
      WHERE ZTRANSACTIONID BETWEEN ? AND ? ORDER BY ZTRANSACTIONID, Z_PK
      """
  }

  /// Passes the transactions within bounds on, until the body has enough.
  func read(
    _ bounds: HistoryBounds, _ body: (DefaultHistoryTransaction) throws -> Bool
  ) throws {
    guard bounds.first <= bounds.last else { return }
    let transactions = try connection.prepare(
      """
      SELECT t.Z_PK, t.ZTIMESTAMP, COALESCE(a.ZNAME, t.ZAUTHOR), COALESCE(b.ZNAME, t.ZBUNDLEID), \
      COALESCE(p.ZNAME, t.ZPROCESSID) FROM ATRANSACTION t \
      LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS \
      LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS \
      LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS \
      WHERE t.Z_PK BETWEEN ? AND ? ORDER BY t.Z_PK
      """)
    let range: [StoredValue] = [.integer(bounds.first), .integer(bounds.last)]
    try transactions.bind(range)
    let rows = try connection.prepare(selectChangesSQL)
    try rows.bind(range)
    var hasRow = try rows.step()
    while try transactions.step() {
      let number = transactions.integer(0)
      var changes: [HistoryChange] = []
      while hasRow, rows.integer(1) <= number {
        if rows.integer(1) == number, let change = change(at: rows) { changes.append(change) }
        hasRow = try rows.step()
      }
      func text(_ column: Int) -> String? {
        if case .text(let text) = transactions.column(column) { text } else { nil }
      }
      var seconds = 0.0
      if case .real(let real) = transactions.column(1, as: .timestamp) { seconds = real }
      let process = text(4) ?? ""
      let transaction = DefaultHistoryTransaction(
        timestamp: Date(timeIntervalSinceReferenceDate: seconds), changes: changes,
        token: DefaultHistoryToken([store.identifier: number]), transactionIdentifier: number,
        storeIdentifier: store.identifier, bundleIdentifier: text(3) ?? process,
        processIdentifier: process, author: text(2))
      guard try body(transaction) else { return }
    }
  }

  /// The change that a statement is at; nil for a model that the schema does not have.
  private func change(at row: borrowing Statement) -> HistoryChange? {
    guard let entity = store.history.entity(row.integer(3)) else { return nil }
    let place = ChangePlace(
      change: row.integer(0), transaction: row.integer(1),
      identifier: PersistentIdentifier(
        .row(
          store: store.storeName, entity: entity.layout.model.internedName, key: row.integer(4))))
    switch row.integer(2) {
    case 0: return place.insertion(of: entity.layout.model.type)
    case 1:
      guard case .blob(let bitmap) = row.column(5) else {
        return place.update(of: entity.layout.model.type, [])
      }
      let keyPaths = entity.properties(in: bitmap).map {
        entity.layout.model.properties[$0].keyPath
      }
      return place.update(of: entity.layout.model.type, keyPaths)
    case 2:
      return place.deletion(of: entity.layout.model.type, tombstone(of: entity, at: row))
    default: return nil
    }
  }

  private func tombstone(
    of entity: HistoryFormat.Entity, at row: borrowing Statement
  ) -> [(AnyKeyPath, any Sendable)] {
    var values: [(AnyKeyPath, any Sendable)] = []
    for (index, property) in entity.preserved.enumerated() where index < tombstoneCount {
      guard let attribute = property.attribute, !row.isNull(6 + index) else { continue }
      var slots: ContiguousArray<StoredValue> = []
      let leaves = attribute.codec.leaves
      if leaves.count == 1 {
        slots = [row.column(6 + index, as: leaves[0].storage)]
      } else if case .blob(let data) = row.column(6 + index),
        let parts = HistoryFormat.parts(ofTombstone: data), parts.count == leaves.count
      {
        slots = ContiguousArray(
          zip(parts, leaves).map { part, leaf in
            if case .blob(let data) = part, leaf.storage == .uuid, data.count == 16 {
              return .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
            }
            return part
          })
      }
      guard !slots.isEmpty,
        let value = try? attribute.codec.decodeAny(from: slots, at: 0, soundOptionals: true)
      else { continue }
      values.append((property.keyPath, Self.sendable(value)))
    }
    return values
  }

  /// A value that was decoded for one tombstone and is nowhere else.
  private static func sendable(_ value: Any) -> any Sendable {
    func open<T>(_ value: T) -> any Sendable {
      if let optional = value as? any OptionalValue { return optional.unwrappedSendable }
      return unsafeBitCast(value as Any, to: (any Sendable).self)
    }
    return _openExistential(value, do: open)
  }
}

/// An optional of whatever type.
private protocol OptionalValue {
  var unwrappedSendable: any Sendable { get }
}

extension Optional: OptionalValue {
  fileprivate var unwrappedSendable: any Sendable {
    // A marker protocol has no table of its own: both existentials look alike.
    unsafeBitCast(self.map { $0 as Any } ?? (self as Any), to: (any Sendable).self)
  }
}

/// What the changes of all kinds have in common.
private struct ChangePlace {
  let change: Int64
  let transaction: Int64
  let identifier: PersistentIdentifier

  func insertion<M: PersistentModel>(of type: M.Type) -> HistoryChange {
    .insert(
      DefaultHistoryInsert<M>(
        changeIdentifier: change, transactionIdentifier: transaction,
        changedPersistentIdentifier: identifier))
  }

  func update<M: PersistentModel>(
    of type: M.Type, _ keyPaths: [any AnyKeyPath & Sendable]
  ) -> HistoryChange {
    // The root of a model's own key paths is the model, or one that it inherits from.
    let attributes = keyPaths.map {
      unsafeBitCast($0, to: (any PartialKeyPath<M> & Sendable).self)
    }
    return .update(
      DefaultHistoryUpdate<M>(
        changeIdentifier: change, transactionIdentifier: transaction,
        changedPersistentIdentifier: identifier, updatedAttributes: attributes))
  }

  func deletion<M: PersistentModel>(
    of type: M.Type, _ tombstone: [(AnyKeyPath, any Sendable)]
  ) -> HistoryChange {
    .delete(
      DefaultHistoryDelete<M>(
        changeIdentifier: change, transactionIdentifier: transaction,
        changedPersistentIdentifier: identifier,
        tombstone: HistoryTombstone(tombstone.map { (keyPath: $0, value: $1) })))
  }
}
