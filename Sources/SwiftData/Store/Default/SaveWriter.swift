internal import Foundation

/// Writes the changes of one save, inside its transaction.
final class SaveWriter {
  let request: DataStoreSaveChangesRequest<DefaultSnapshot>
  let store: DefaultStore
  let connection: Connection
  private let afterRow: (@Sendable (Int, Int) throws -> Void)?
  private let rowCount: Int
  private var written = 0
  /// The format of the last row.
  private var latest: RowFormat?
  /// The values of the last inserted row, kept for their memory.
  private var rowValues: [StoredValue] = []
  private let batches: [BatchDeletion]
  /// The rows that batch deletions have taken out before the rest of the save.
  private(set) var deletedInBatches: Set<PersistentIdentifier> = []
  /// What the history will say of the save.
  var history: HistoryRecorder
  var hasWrittenHistory: Bool { !history.isEmpty }
  /// The permanent identifier for each temporary one.
  var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
  /// Stored models whose unique values change.
  var moving: Set<PersistentIdentifier> = []
  /// Inserted models that collide with a stored one on a unique value, and so become updates of it.
  var upserts: Set<PersistentIdentifier> = []
  /// Inserted models by others with the same unique value, whose rows theirs are.
  var twins: [PersistentIdentifier: PersistentIdentifier] = [:]
  /// The rows that they became updates of.
  var updatedByInsertion: [PersistentIdentifier] { upserts.compactMap { permanent[$0] } }

  /// The files of large values that come and go with the save.
  let files: ExternalChanges

  init(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>, _ store: DefaultStore,
    _ connection: Connection, _ batches: [BatchDeletion] = [],
    afterRow: (@Sendable (Int, Int) throws -> Void)?
  ) {
    self.request = request
    self.store = store
    self.connection = connection
    self.batches = batches
    self.afterRow = afterRow
    history = HistoryRecorder(store.history)
    files = ExternalChanges(store.external)
    rowCount = request.inserted.count + request.updated.count + request.deleted.count
  }

  func write() throws {
    if !batches.isEmpty {
      let runner = try store.run(batches, connection, history, files)
      history = runner.history
      deletedInBatches = Set(runner.deleted)
    }
    // Rows that leave make room for unique values of rows that come.
    for snapshot in request.deleted { try delete(snapshot) }
    try giveKeys()
    for snapshot in request.updated where !isGone(snapshot.persistentIdentifier) {
      try update(snapshot)
    }
    if upserts.isEmpty {
      for snapshot in request.inserted { try insert(snapshot) }
    } else {
      for snapshot in request.inserted where !upserts.contains(snapshot.persistentIdentifier) {
        try insert(snapshot)
      }
      // Their rows are there now, and the last of them wins.
      for snapshot in request.inserted where upserts.contains(snapshot.persistentIdentifier) {
        try insert(snapshot)
      }
    }
    try writeCollections(of: request.inserted)
    try writeCollections(of: deletedInBatches.isEmpty ? request.updated : remainingUpdates)
    try store.write(history, author: request.editingState.author, connection)
  }

  private func writeCollections(of snapshots: [DefaultSnapshot]) throws {
    // A snapshot is only taken out of the list where there is something to write.
    for index in snapshots.indices where snapshots[index].description.hasCollections {
      try writeCollections(snapshots[index])
    }
  }

  /// The format of a snapshot's row.
  func format(of snapshot: DefaultSnapshot) throws -> RowFormat {
    try format(of: snapshot.description)
  }

  /// The format of a model's rows, which is mostly that of the row before.
  func format(of description: ModelDescription) throws -> RowFormat {
    if let latest, latest.entity.model === description { return latest }
    let format = try store.rowFormat(of: description.entityName)
    latest = format
    return format
  }

  var remainingUpdates: [DefaultSnapshot] {
    request.updated.filter { !isGone($0.persistentIdentifier) }
  }

  /// Whether a batch deletion has taken a row out.
  func isGone(_ identifier: PersistentIdentifier) -> Bool {
    !deletedInBatches.isEmpty && deletedInBatches.contains(identifier)
  }

  private func noteRow() throws {
    written += 1
    try afterRow?(written, rowCount)
  }
}

// MARK: - Rows

extension SaveWriter {
  private func insert(_ snapshot: DefaultSnapshot) throws {
    let format = try format(of: snapshot)
    guard let identifier = permanent[snapshot.persistentIdentifier], let key = identifier.rowKey
    else { return }
    try refuseGoneDestinations(of: snapshot, format, nil)
    if upserts.contains(snapshot.persistentIdentifier) {
      try writeRow(snapshot, format, key: key, changes: nil)
    } else {
      rowValues.removeAll(keepingCapacity: true)
      rowValues.append(.integer(key))
      rowValues.append(.integer(Int64(format.entity.number)))
      rowValues.append(.integer(1))
      rowValues.append(contentsOf: snapshot.slots)
      for external in format.externalSlots {
        rowValues[3 + external.slot] = try files.column(for: snapshot.slots[external.slot])
      }
      try refuseNaN(in: rowValues, of: snapshot)
      for toOne in format.toOnes {
        let destination = snapshot.relationships[toOne.relationship]
        if case .one(nil) = destination {
          rowValues.append(.null)
        } else {
          rowValues.append(try self.key(of: destination.destinations.first))
        }
      }
      for relationship in format.polymorphicToOnes {
        rowValues.append(entity(of: snapshot.relationships[relationship], format))
      }
      try connection.prepare(format.entity.insertSQL).run(rowValues)
    }
    try noteRow()
  }

  private func update(_ snapshot: DefaultSnapshot) throws {
    let format = try format(of: snapshot)
    guard let key = snapshot.persistentIdentifier.rowKey else { return }
    if snapshot.changesNothingStored { return try noteRow() }
    var changes = snapshot.changes
    try refuseGoneDestinations(of: snapshot, format, changes)
    if moving.contains(snapshot.persistentIdentifier) {
      // All its unique values were vacated.
      for constraint in format.uniqueConstraints {
        for property in constraint.properties { changes?.insert(property) }
      }
    }
    try writeRow(snapshot, format, key: key, changes: changes)
    try noteRow()
  }

  /// Writes the changed columns of a row.
  private func writeRow(
    _ snapshot: DefaultSnapshot, _ format: RowFormat, key: Int64, changes: PropertySet?
  ) throws {
    var columns: [String] = []
    var values: [StoredValue] = []
    for property in snapshot.description.properties
    where changes.map({ $0.contains(property.index) }) ?? true {
      switch property.kind {
      case .attribute(let attribute):
        for slot in attribute.slots {
          columns.append(format.entity.slotColumns[slot])
          values.append(snapshot.slots[slot])
        }
        if !format.externalSlots.isEmpty, attribute.isExternal {
          let slot = attribute.slots.lowerBound
          try files.noteFile(in: format.entity.slotColumns[slot], of: key, format, connection)
          values[values.count - 1] = try files.column(for: snapshot.slots[slot])
        }
      case .relationship(let relationship):
        let index = relationship.relationshipIndex
        guard case .foreignKey(let column) = format.entity.relationships[index].storage else {
          continue
        }
        columns.append(column)
        values.append(try self.key(of: snapshot.relationships[index].destinations.first))
        guard let entityColumn = format.entity.relationships[index].entityColumn else { continue }
        columns.append(entityColumn)
        values.append(entity(of: snapshot.relationships[index], format))
      }
    }
    try refuseNaN(in: values, of: snapshot)
    let assignments = columns.map { ", \($0) = ?" }.joined()
    values.append(.integer(key))
    try connection.prepare(
      "UPDATE \(format.entity.table) SET Z_OPT = Z_OPT + 1\(assignments) WHERE Z_PK = ?"
    ).run(values)
    history.noteUpdate(of: format.entity, key: key, changes)
    if connection.changes == 0 {
      throw CocoaError(
        CocoaError.Code(rawValue: 133020),
        userInfo: [
          NSLocalizedDescriptionKey:
            "The model \(snapshot.persistentIdentifier) cannot be saved: its row was deleted by another context. Roll back, or delete the model here too."
        ])
    }
  }

  private func delete(_ snapshot: DefaultSnapshot) throws {
    let format = try format(of: snapshot)
    guard let key = snapshot.persistentIdentifier.rowKey else { return }
    let tombstones = try history.tombstones(of: format.entity, key: key, connection)
    try files.noteFiles(of: key, format, connection)
    try connection.deleteRow(key, of: format.entity)
    if connection.changes > 0 {
      history.noteDeletion(of: format.entity, key: key, tombstones: tombstones)
    }
    try noteRow()
  }

  /// SQLite keeps NULL in the place of what is not a number, which a later read could not make sense of.
  private func refuseNaN(in values: [StoredValue], of snapshot: DefaultSnapshot) throws {
    for value in values {
      guard case .real(let number) = value, number.isNaN else { continue }
      throw SwiftDataError(
        .modelValidationFailure,
        """
        a \(snapshot.description.entityName) has a value that is not a number (NaN), which a store \
        cannot keep: use an optional and store nil
        """)
    }
  }

  /// Writes the to-many relationships that no column of the model's own row holds.
  private func writeCollections(_ snapshot: DefaultSnapshot) throws {
    guard !snapshot.relationships.isEmpty else { return }
    let format = try format(of: snapshot)
    for (index, value) in snapshot.relationships.enumerated() {
      if let changes = snapshot.changes,
        !changes.contains(snapshot.description.relationshipProperties[index])
      {
        continue
      }
      let added: [PersistentIdentifier]
      let removed: [PersistentIdentifier]
      switch value {
      case .one: continue
      case .many(_, let new, let gone): (added, removed) = (new, gone)
      case .future(let new, let gone): (added, removed) = (new, gone)
      }
      guard !added.isEmpty || !removed.isEmpty else { continue }
      let owner = try key(of: snapshot.persistentIdentifier)
      let relationship = format.entity.relationships[index]
      switch relationship.storage {
      case .foreignKey: continue
      case .destinationForeignKey(let column):
        guard relationship.inverseName == nil else { continue }
        let table = relationship.destinationTable
        for identifier in removed {
          try connection.prepare(
            "UPDATE \(table) SET \(column) = NULL WHERE Z_PK = ? AND \(column) = ?"
          ).run([try key(of: identifier), owner])
        }
        for identifier in added {
          try connection.prepare("UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?").run([
            owner, try key(of: identifier),
          ])
        }
      case .joinTable(let table):
        for identifier in removed {
          try connection.prepare(table.deleteSQL).run([owner, try key(of: identifier)])
        }
        for identifier in added {
          let key = try key(of: identifier)
          // A destination that a batch deletion of the same save takes has no pair.
          if !key.isNull { try connection.prepare(table.insertSQL).run([owner, key]) }
        }
      }
    }
  }
}
