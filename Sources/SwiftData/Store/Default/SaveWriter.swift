internal import Foundation

/// Writes the changes of one save, inside its transaction.
final class SaveWriter {
  private let request: DataStoreSaveChangesRequest<DefaultSnapshot>
  private let store: DefaultStore
  private let connection: Connection
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
  private var history: HistoryRecorder
  var hasWrittenHistory: Bool { !history.isEmpty }
  /// The permanent identifier for each temporary one.
  private(set) var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
  /// Stored models whose unique values change.
  private var moving: Set<PersistentIdentifier> = []
  /// Inserted models that collide with a stored one on a unique value, and so become updates of it.
  private var upserts: Set<PersistentIdentifier> = []
  /// Inserted models by others with the same unique value, whose rows theirs are.
  private var twins: [PersistentIdentifier: PersistentIdentifier] = [:]
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
  private func format(of snapshot: DefaultSnapshot) throws -> RowFormat {
    try format(of: snapshot.description)
  }

  /// The format of a model's rows, which is mostly that of the row before.
  private func format(of description: ModelDescription) throws -> RowFormat {
    if let latest, latest.entity.model === description { return latest }
    let format = try store.rowFormat(of: description.entityName)
    latest = format
    return format
  }

  private var remainingUpdates: [DefaultSnapshot] {
    request.updated.filter { !isGone($0.persistentIdentifier) }
  }

  /// Whether a batch deletion has taken a row out.
  private func isGone(_ identifier: PersistentIdentifier) -> Bool {
    !deletedInBatches.isEmpty && deletedInBatches.contains(identifier)
  }

  private func noteRow() throws {
    written += 1
    try afterRow?(written, rowCount)
  }
}

// MARK: - Keys

extension SaveWriter {
  /// Gives every inserted model its key: a new one, or that of the model with the same unique
  /// value, be it stored or inserted before.
  private func giveKeys() throws {
    // Models that inherit from one root share its keys.
    var counts: [InternedName: (description: ModelDescription, count: Int)] = [:]
    var holders: [UniqueValue: PersistentIdentifier] = [:]
    permanent.reserveCapacity(request.inserted.count)
    for snapshot in request.updated where !isGone(snapshot.persistentIdentifier) {
      let format = try format(of: snapshot)
      guard format.changesUniqueValue(snapshot), let key = snapshot.persistentIdentifier.rowKey
      else {
        continue
      }
      // The row gives its old value up, and has its new one already.
      moving.insert(snapshot.persistentIdentifier)
      permanent[snapshot.persistentIdentifier] = snapshot.persistentIdentifier
      _ = try holder(of: snapshot, format, &holders)
      try connection.prepare(format.vacateSQL).run([.integer(key)])
    }
    var constrained: [Int] = []
    for index in request.inserted.indices {
      let description = request.inserted[index].description
      if try format(of: description).uniqueConstraints.isEmpty {
        counts[description.rootName, default: (description, 0)].count += 1
      } else {
        constrained.append(index)
      }
    }
    for index in try destinationsFirst(constrained) {
      let snapshot = request.inserted[index]
      let format = try format(of: snapshot)
      let identifier = snapshot.persistentIdentifier
      let key = try keyOfCollision(snapshot, format)
      let twin = try holder(of: snapshot, format, &holders)
      if let key {
        permanent[identifier] = format.identifier(key)
        upserts.insert(identifier)
      } else if let twin {
        // Known at once where the other one is an update of a row itself.
        permanent[identifier] = permanent[twin]
        twins[identifier] = twin
        upserts.insert(identifier)
      } else {
        let description = snapshot.description
        counts[description.rootName, default: (description, 0)].count += 1
      }
    }
    for (root, (description, count)) in counts {
      let format = try store.rowFormat(of: description.entityName)
      var next = try reserveKeys(count, for: format.entity)
      for index in request.inserted.indices
      where request.inserted[index].description.rootName == root {
        let identifier = request.inserted[index].persistentIdentifier
        guard upserts.isEmpty || !upserts.contains(identifier) else { continue }
        permanent[identifier] = PersistentIdentifier(
          .row(
            store: store.storeName, entity: request.inserted[index].description.internedName,
            key: next))
        history.noteInsertion(
          of: try self.format(of: request.inserted[index].description).entity, key: next)
        next += 1
      }
    }
    for (identifier, twin) in twins { permanent[identifier] = permanent[twin] }
  }

  /// Orders inserted models so that those come first which others are unique together with.
  private func destinationsFirst(_ indices: [Int]) throws -> [Int] {
    var ordered: [Int] = []
    var waiting: [Int] = []
    for index in indices {
      let isFirst = try format(of: request.inserted[index]).uniqueConstraints.allSatisfy(
        \.isOfSlots)
      if isFirst { ordered.append(index) } else { waiting.append(index) }
    }
    if waiting.isEmpty { return ordered }
    var unready = Set(waiting.map { request.inserted[$0].persistentIdentifier })
    while !waiting.isEmpty {
      var later: [Int] = []
      for index in waiting {
        let snapshot = request.inserted[index]
        let destinations = try format(of: snapshot).uniqueConstraints.flatMap {
          $0.destinations(of: snapshot)
        }
        if destinations.contains(where: { unready.contains($0) }) {
          later.append(index)
        } else {
          ordered.append(index)
          unready.remove(snapshot.persistentIdentifier)
        }
      }
      // Models that are unique together with each other wait forever.
      if later.count == waiting.count { return ordered + later }
      waiting = later
    }
    return ordered
  }

  /// The values of a unique constraint, to find inserted models that share them.
  private struct UniqueValue: Hashable {
    let entity: String
    let constraint: Int
    let values: [StoredValue]
  }

  /// The inserted model that has the same unique value; notes the values for those that follow.
  private func holder(
    of snapshot: DefaultSnapshot, _ format: RowFormat,
    _ holders: inout [UniqueValue: PersistentIdentifier]
  ) throws -> PersistentIdentifier? {
    var keys: [UniqueValue] = []
    for (index, constraint) in format.uniqueConstraints.enumerated() {
      let values = try values(of: constraint, in: snapshot)
      guard !values.contains(where: \.isNull) else { continue }
      keys.append(
        UniqueValue(
          entity: snapshot.description.entityName, constraint: index, values: values))
    }
    let holder = keys.compactMap { holders[$0] }.first
    for key in keys where holders[key] == nil {
      holders[key] = holder ?? snapshot.persistentIdentifier
    }
    return holder
  }

  private func values(
    of constraint: UniqueConstraint, in snapshot: DefaultSnapshot
  ) throws -> [StoredValue] {
    try constraint.parts.map { part in
      switch part {
      case .slot(let slot): snapshot.slots[slot]
      case .toOne(let relationship):
        try uniqueKey(of: snapshot.relationships[relationship].destinations.first)
      }
    }
  }

  /// What tells destinations apart: the key, or a name for a model that gets its key later.
  private func uniqueKey(of destination: PersistentIdentifier?) throws -> StoredValue {
    guard let destination, destination.isTemporary, permanent[destination] == nil else {
      return try key(of: destination)
    }
    return .text("\(twins[destination] ?? destination)")
  }

  /// Raises the highest key of an entity.
  ///
  /// - Returns: The first of the reserved keys.
  private func reserveKeys(_ count: Int, for entity: EntityLayout) throws -> Int64 {
    let number = StoredValue.integer(Int64(entity.rootNumber))
    let root = store.layout.entities[entity.rootNumber - 1].name
    var highest: Int64 = 0
    do {
      let statement = try connection.prepare(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ? AND Z_NAME = ?")
      try statement.bind([number, .text(root)])
      guard try statement.step() else {
        throw SwiftDataError(
          .modelValidationFailure,
          "the store '\(store.name)' has been migrated since it was opened: make a new ModelContainer"
        )
      }
      highest = statement.integer(0)
    }
    guard highest >= 0, highest < Int64.max - Int64(count) else {
      throw SwiftDataError(
        .modelValidationFailure,
        "the store '\(store.name)' has no keys left for '\(root)': something else than SwiftData has written it"
      )
    }
    try connection.prepare("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?").run([
      .integer(highest + Int64(count)), number,
    ])
    return highest + 1
  }

  /// Refuses a model whose required destination a batch deletion of the same save takes.
  private func refuseGoneDestinations(
    of snapshot: DefaultSnapshot, _ format: RowFormat, _ changes: PropertySet?
  ) throws {
    guard !deletedInBatches.isEmpty else { return }
    for toOne in format.toOnes {
      let relationship = format.entity.relationships[toOne.relationship]
      let property = snapshot.description.relationshipProperties[toOne.relationship]
      guard !relationship.isOptional, changes?.contains(property) ?? true,
        let destination = snapshot.relationships[toOne.relationship].destinations.first,
        isGone(destination)
      else { continue }
      throw ValidationError.make(
        .missingRequiredProperty, model: format.entity.name, property: relationship.name,
        "\(format.entity.name).\(relationship.name) is a required value, and a batch deletion of the same save deletes its destination. Save before, or set another one."
      )
    }
  }

  /// The key of a stored row that an inserted model shares a unique value with.
  private func keyOfCollision(_ snapshot: DefaultSnapshot, _ format: RowFormat) throws -> Int64? {
    for constraint in format.uniqueConstraints {
      let values = try values(of: constraint, in: snapshot)
      guard !values.contains(where: \.isNull) else { continue }
      // No stored row leads to a model that is new.
      guard
        !zip(constraint.parts, values).contains(where: { part, value in
          if case .toOne = part, case .text = value { true } else { false }
        })
      else { continue }
      let statement = try connection.prepare(constraint.selectSQL)
      try statement.bind(values)
      if try statement.step() { return statement.integer(0) }
    }
    return nil
  }

  /// The key column's value for a destination.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` for a model of another store, whose key means nothing here.
  private func key(of identifier: PersistentIdentifier?) throws -> StoredValue {
    guard let identifier else { return .null }
    guard let resolved = identifier.isTemporary ? permanent[identifier] : identifier else {
      return .null
    }
    if isGone(resolved) { return .null }
    guard resolved.store == store.storeName, let key = resolved.rowKey else {
      throw SwiftDataError(
        .modelValidationFailure,
        """
        a relationship leads to \(resolved), which another store than '\(store.name)' holds: keep \
        related models in one configuration
        """)
    }
    return .integer(key)
  }

  /// The number of the entity of a to-one destination.
  private func entity(of relationship: SnapshotRelationship, _ format: RowFormat) -> StoredValue {
    let destination = relationship.destinations.first
    return format.entityNumber(of: destination.flatMap { permanent[$0] } ?? destination)
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
