internal import Foundation

extension DefaultStore {
  /// Loads the destinations of relationships of all snapshots, with one query for each relationship.
  ///
  /// To-many relationships of the snapshots have their destinations afterwards.
  ///
  /// - Returns: The snapshots of the destinations.
  func prefetch(
    _ relationships: [Int], of entity: EntityLayout, into snapshots: inout [DefaultSnapshot],
    _ connection: Connection
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    var related: [PersistentIdentifier: DefaultSnapshot] = [:]
    for index in relationships {
      let relationship = entity.relationships[index]
      let format = try rowFormat(of: relationship.destinationEntity)
      let columns = format.entity.rowColumns.map { "t.\($0)" }.joined(separator: ", ")
      let rows = "SELECT \(columns)"
      let listed = "IN (SELECT value FROM json_each(?))"
      switch relationship.storage {
      case .foreignKey:
        let keys = Set(
          snapshots.compactMap { $0.relationships[index].destinations.first?.rowKey })
        let statement = try connection.prepare(
          "\(rows) FROM \(relationship.destinationTable) t WHERE t.Z_PK \(listed)")
        try statement.bind(.text(Self.list(keys)), at: 1)
        var hasRow = try statement.step()
        try checkSchema(connection)
        while hasRow {
          if let snapshot = format.anySnapshot(at: statement, loader: self) {
            related[snapshot.persistentIdentifier] = snapshot
          }
          hasRow = try statement.step()
        }
      case .destinationForeignKey(let column):
        let statement = try connection.prepare(
          """
          \(rows), t.\(column) FROM \(relationship.destinationTable) t \
          WHERE t.\(column) \(listed) ORDER BY t.Z_PK
          """)
        try collect(statement, format, index, connection, &snapshots, &related)
      case .joinTable(let join):
        let statement = try connection.prepare(
          """
          \(rows), j.\(join.ownerColumn) FROM \(join.name) j \
          JOIN \(relationship.destinationTable) t ON t.Z_PK = j.\(join.destinationColumn) \
          WHERE j.\(join.ownerColumn) \(listed) ORDER BY t.Z_PK
          """)
        try collect(statement, format, index, connection, &snapshots, &related)
      }
    }
    return related
  }

  /// Reads destinations, whose rows end with the owner's key, and gives them to their owners.
  private func collect(
    _ statement: borrowing Statement, _ format: RowFormat, _ index: Int, _ connection: Connection,
    _ snapshots: inout [DefaultSnapshot], _ related: inout [PersistentIdentifier: DefaultSnapshot]
  ) throws {
    let owners = snapshots.compactMap(\.persistentIdentifier.rowKey)
    try statement.bind(.text(Self.list(owners)), at: 1)
    var destinations: [Int64: [PersistentIdentifier]] = [:]
    var hasRow = try statement.step()
    try checkSchema(connection)
    while hasRow {
      if let snapshot = format.anySnapshot(at: statement, loader: self) {
        let owner = statement.integer(format.entity.rowColumns.count)
        destinations[owner, default: []].append(snapshot.persistentIdentifier)
        related[snapshot.persistentIdentifier] = snapshot
      }
      hasRow = try statement.step()
    }
    for position in snapshots.indices {
      let key = snapshots[position].persistentIdentifier.rowKey ?? 0
      snapshots[position].relationships[index] = .many(
        destinations[key] ?? [], added: [], removed: [])
    }
  }

  /// Keys as the JSON that `json_each` takes apart.
  private static func list(_ keys: some Sequence<Int64>) -> String {
    "[\(keys.map(String.init).joined(separator: ","))]"
  }
}
