internal import Foundation

/// A deletion of all rows that satisfy a predicate, compiled for the built-in store.
struct BatchDeletion: Sendable {
  let entity: EntityLayout
  /// Selects the keys and entity numbers of the rows.
  let sql: String
  let bindings: [StoredValue]
  let includesSubclasses: Bool
  /// Called after each row, to make the deletion fail in a test.
  let afterRow: (@Sendable (Int, Int) throws -> Void)?

  /// - Throws: `SwiftDataError.unsupportedPredicate` or `.unsupportedKeyPath` for what SQL cannot express.
  init<T: PersistentModel>(
    _ request: DataStoreBatchDeleteRequest<T>, _ store: DefaultStore
  ) throws {
    let query = try FetchQuery(FetchDescriptor<T>(predicate: request.predicate), in: store.layout)
    entity = query.entity
    (sql, bindings) = query.statement(
      selecting: .identifiers, paged: false, store: store.identifier)
    includesSubclasses = request.includeSubclasses
    afterRow = StoreTesting.afterRow?.call
  }
}

/// Deletes rows as Core Data's triggers do: one after the other, each with what its relationships' rules
/// do to other rows. No model is made, and no context is asked.
///
/// What is refused, and in which words, is what apps report of Core Data; Docs/Differences.md has the reports.
/// A mandatory inverse refuses the deletion of a row that leads to a stored row (`OTO`), or that stored rows lead
/// to (`OTM`). Of a many-to-many relationship (`MTM`) it does where a destination has no pair with another row, so
/// a destination may lose all its rows but the last.
struct BatchRunner {
  private let store: DefaultStore
  private let connection: Connection
  private let files: ExternalChanges
  private(set) var history: HistoryRecorder
  /// The rows that are gone.
  private(set) var deleted: [PersistentIdentifier] = []

  init(
    _ store: DefaultStore, _ connection: Connection, _ history: HistoryRecorder,
    _ files: ExternalChanges
  ) {
    self.store = store
    self.connection = connection
    self.history = history
    self.files = files
  }

  mutating func run(_ deletion: BatchDeletion) throws {
    var rows: [Row] = []
    do {
      let statement = try connection.prepare(deletion.sql)
      try statement.bind(deletion.bindings)
      while try statement.step() {
        let number = statement.integer(1)
        guard deletion.includesSubclasses || number == deletion.entity.number else { continue }
        rows.append(Row(entity: try entity(number), key: statement.integer(0)))
      }
    }
    for (index, row) in rows.enumerated() {
      try delete(row)
      try deletion.afterRow?(index + 1, rows.count)
    }
  }

  private struct Row {
    let entity: EntityLayout
    let key: Int64
  }

  private func entity(_ number: Int64) throws -> EntityLayout {
    guard let entity = store.history.entity(number) else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "a row of the store '\(store.name)' is of the entity \(number) (Z_ENT), which the schema does not have"
      )
    }
    return entity.layout
  }

  /// Deletes a row, then whatever goes with it.
  private mutating func delete(_ first: Row) throws {
    var waiting = [first]
    while let row = waiting.popLast() {
      let keys = try destinationKeys(of: row)
      let tombstones = try history.tombstones(of: row.entity, key: row.key, connection)
      try files.noteFiles(of: row.key, store.rowFormat(of: row.entity.name), connection)
      try connection.prepare(row.entity.deleteSQL).run([.integer(row.key)])
      guard connection.changes > 0 else { continue }
      history.noteDeletion(of: row.entity, key: row.key, tombstones: tombstones)
      deleted.append(
        PersistentIdentifier(
          .row(store: store.storeName, entity: row.entity.model.internedName, key: row.key)))
      for relationship in row.entity.relationships {
        try applyRule(of: relationship, row, keys[relationship.name], &waiting)
      }
    }
  }

  /// The keys that a row has of the destinations of its to-one relationships.
  private func destinationKeys(of row: Row) throws -> [String: Int64] {
    let relationships = row.entity.relationships.filter { $0.foreignKeyColumn != nil }
    guard !relationships.isEmpty else { return [:] }
    let columns = relationships.map { $0.foreignKeyColumn! }.joined(separator: ", ")
    let statement = try connection.prepare(
      "SELECT \(columns) FROM \(row.entity.table) WHERE Z_PK = ?")
    try statement.bind(.integer(row.key), at: 1)
    guard try statement.step() else { return [:] }
    var keys: [String: Int64] = [:]
    for (index, relationship) in relationships.enumerated() where !statement.isNull(index) {
      keys[relationship.name] = statement.integer(index)
    }
    return keys
  }
}

// MARK: - Rules

extension BatchRunner {
  private mutating func applyRule(
    of relationship: RelationshipLayout, _ row: Row, _ ownKey: Int64?, _ waiting: inout [Row]
  ) throws {
    let destinations = try destinations(of: relationship, row, ownKey)
    let rule = relationship.deleteRule
    if !destinations.isEmpty, rule == .deny {
      throw refusal("deny rule", row.entity, relationship)
    }
    if rule == .cascade { waiting += destinations.reversed() }
    let inverse = inverse(of: relationship)
    let key = StoredValue.integer(row.key)
    switch relationship.storage {
    case .foreignKey:
      guard rule == .nullify, let inverse, let destination = destinations.first else { return }
      if !inverse.isOptional { throw refusal("OTO", row.entity, relationship) }
      guard let column = inverse.foreignKeyColumn else { return }
      try clear(column, of: destination, key, inverse)
    case .destinationForeignKey(let column):
      guard rule == .nullify else { return }
      if let inverse, !inverse.isOptional, !destinations.isEmpty {
        throw refusal("OTM", row.entity, relationship)
      }
      for destination in destinations { try clear(column, of: destination, key, inverse) }
    case .joinTable(let table):
      if rule == .nullify, let inverse, !inverse.isOptional {
        for destination in destinations {
          let others = try connection.value(
            """
            SELECT 1 FROM \(table.name) WHERE \(table.destinationColumn) = ? \
            AND \(table.ownerColumn) <> ? LIMIT 1
            """, [.integer(destination.key), key])
          if others == nil { throw refusal("MTM", row.entity, relationship) }
        }
      }
      try connection.prepare(table.deleteAllSQL).run([key])
      guard rule == .nullify, let inverse else { return }
      for destination in destinations { noteUpdate(of: destination, inverse) }
    }
  }

  /// The destinations that still are in the store.
  private func destinations(
    of relationship: RelationshipLayout, _ row: Row, _ ownKey: Int64?
  ) throws -> [Row] {
    if relationship.deleteRule == .noAction { return [] }
    let sql: String
    let key: Int64
    if let own = relationship.selectDestinationsSQL {
      (sql, key) = (own, row.key)
    } else if let ownKey {
      (sql, key) = (
        "SELECT Z_PK, Z_ENT FROM \(relationship.destinationTable) WHERE Z_PK = ?", ownKey
      )
    } else {
      return []
    }
    let statement = try connection.prepare(sql)
    try statement.bind(.integer(key), at: 1)
    var rows: [Row] = []
    while try statement.step() {
      rows.append(Row(entity: try entity(statement.integer(1)), key: statement.integer(0)))
    }
    return rows
  }

  private func inverse(of relationship: RelationshipLayout) -> RelationshipLayout? {
    store.layout.entitiesByName[relationship.destinationEntity]?.relationships.first {
      $0.name == relationship.inverseName
    }
  }

  /// Takes the key of the deleted row out of another.
  private mutating func clear(
    _ column: String, of row: Row, _ key: StoredValue, _ property: RelationshipLayout?
  ) throws {
    let columns = [column, property?.entityColumn].compactMap { $0.map { "\($0) = NULL" } }
    try connection.prepare(
      """
      UPDATE \(row.entity.table) SET \(columns.joined(separator: ", ")), Z_OPT = Z_OPT + 1 \
      WHERE Z_PK = ? AND \(column) = ?
      """
    ).run([.integer(row.key), key])
    if connection.changes > 0, let property { noteUpdate(of: row, property) }
  }

  private mutating func noteUpdate(of row: Row, _ relationship: RelationshipLayout) {
    guard let property = row.entity.model.index(named: relationship.name) else { return }
    var changes = PropertySet()
    changes.insert(property)
    history.noteUpdate(of: row.entity, key: row.key, changes)
  }

  private func refusal(
    _ kind: String, _ entity: EntityLayout, _ relationship: RelationshipLayout
  ) -> CocoaError {
    let reason = kind == "deny rule" ? kind : "mandatory \(kind) nullify inverse"
    return CocoaError(
      CocoaError.Code(rawValue: 134050),
      userInfo: [
        NSLocalizedDescriptionKey: """
        Constraint trigger violation: Batch delete failed due to \(reason) on \
        \(entity.name)/\(relationship.name). Nothing was deleted: fetch the models and delete them one by \
        one, or make the relationship's inverse optional.
        """
      ])
  }
}

extension SchemaLayout {
  /// Whether a deletion in a batch of an entity can be refused because of a relationship.
  func canRefuseBatchDeletion(of entity: EntityLayout) -> Bool {
    var waiting = entities.filter { entity.numbers.contains($0.number) }
    var seen = Set(waiting.map(\.number))
    while let next = waiting.popLast() {
      for relationship in next.relationships {
        let destination = entitiesByName[relationship.destinationEntity]
        switch relationship.deleteRule {
        case .deny: return true
        case .nullify:
          let inverse = destination?.relationships.first { $0.name == relationship.inverseName }
          if let inverse, !inverse.isOptional { return true }
        case .cascade:
          for number in destination?.numbers ?? [] where seen.insert(number).inserted {
            waiting.append(entities[number - 1])
          }
        default: break
        }
      }
    }
    return false
  }
}
