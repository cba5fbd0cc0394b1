internal import Foundation

// The keys that a save gives out, and those that it leads to.
extension SaveWriter {
  /// Gives every inserted model its key: a new one, or that of the model with the same unique
  /// value, be it stored or inserted before.
  func giveKeys() throws {
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
  func refuseGoneDestinations(
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
  func key(of identifier: PersistentIdentifier?) throws -> StoredValue {
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
  func entity(of relationship: SnapshotRelationship, _ format: RowFormat) -> StoredValue {
    let destination = relationship.destinations.first
    return format.entityNumber(of: destination.flatMap { permanent[$0] } ?? destination)
  }
}
