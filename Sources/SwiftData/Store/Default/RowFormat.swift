/// How the rows of one entity turn into snapshots and back.
final class RowFormat: Sendable {
  let entity: EntityLayout
  let store: InternedName
  /// The values that at most one row may have.
  let uniqueConstraints: [UniqueConstraint]
  /// The files of large values.
  let external: ExternalStorage
  /// The slots whose columns may refer to files.
  let externalSlots: [ExternalSlot]
  /// How each slot's column is read.
  private let storages: [LeafStorage]
  /// The relationships with a key in the row, and the entity that each leads to.
  let toOnes: [(relationship: Int, entity: InternedName)]
  /// Those of them whose destination's entity is in the row, too.
  let polymorphicToOnes: [Int]
  /// The names of entities by their numbers.
  private let entityNames: [Int64: InternedName]
  /// The formats of the entity and of those that inherit from it by number, with the places of their
  /// columns in a statement; empty where none inherits.
  let family: [Int64: (format: RowFormat, columns: [Int])]
  /// The relationships of a row before its keys are read.
  private let relationships: ContiguousArray<SnapshotRelationship>

  init(
    _ entity: EntityLayout, in layout: SchemaLayout, store: InternedName, external: ExternalStorage,
    withoutFamily: Bool = false
  ) {
    self.entity = entity
    self.store = store
    self.external = external
    externalSlots = entity.model.properties.compactMap { property in
      guard let attribute = property.attribute, attribute.isExternal else { return nil }
      return ExternalSlot(
        slot: attribute.slots.lowerBound, property: property.name, isOptional: property.isOptional)
    }
    let lineage = entity.isInFamily ? layout.lineage(of: entity).reversed() : [entity]
    let constraints = lineage.flatMap {
      layout.schema.entitiesByName[$0.name]?.uniquenessConstraints ?? []
    }
    uniqueConstraints = constraints.compactMap { UniqueConstraint(properties: $0, of: entity) }
    storages = entity.model.properties.flatMap { property -> [LeafStorage] in
      guard let attribute = property.attribute, !attribute.isEphemeral else { return [] }
      return attribute.codec.leaves.map(\.storage)
    }
    toOnes = entity.relationships.enumerated().compactMap { index, relationship in
      relationship.isToOne ? (index, InternedName.named(relationship.destinationEntity)) : nil
    }
    relationships = ContiguousArray(
      entity.relationships.map { $0.isToOne ? .one(nil) : .future(added: [], removed: []) })
    polymorphicToOnes = toOnes.map(\.relationship).filter {
      entity.relationships[$0].entityColumn != nil
    }
    entityNames = Dictionary(
      uniqueKeysWithValues: layout.entities.map { (Int64($0.number), $0.model.internedName) })
    var family: [Int64: (format: RowFormat, columns: [Int])] = [:]
    for member in withoutFamily || entity.descendants.isEmpty ? [] : [entity] + entity.descendants {
      family[Int64(member.number)] = (
        RowFormat(
          member, in: layout, store: store, external: external, withoutFamily: true),
        member.columns.map { entity.rowColumns.firstIndex(of: $0)! }
      )
    }
    self.family = family
  }

  /// The snapshot of the row that a statement is at, whose columns are those of
  /// `FetchQuery.Selection.rows`.
  func snapshot(
    at statement: borrowing Statement, loader: any RelationshipLoading
  ) -> DefaultSnapshot {
    let count = storages.count
    // Not `unsafeUninitializedCapacity`, which is not specialised and looks the buffer's type up.
    var slots: ContiguousArray<StoredValue> = []
    slots.reserveCapacity(count)
    for slot in 0..<count { slots.append(statement.column(slot + 3, as: storages[slot])) }
    for external in externalSlots {
      slots[external.slot] = self.external.value(of: slots[external.slot], external, entity)
    }
    var relationships = relationships
    for (position, toOne) in toOnes.enumerated() {
      let column = 3 + count + position
      if !statement.isNull(column) {
        relationships[toOne.relationship] = .one(
          PersistentIdentifier(
            .row(store: store, entity: toOne.entity, key: statement.integer(column))))
      }
    }
    if !polymorphicToOnes.isEmpty {
      for (position, relationship) in polymorphicToOnes.enumerated() {
        resolve(
          &relationships[relationship], statement.integer(3 + count + toOnes.count + position))
      }
    }
    return DefaultSnapshot(
      row: identifier(statement.integer(0)), entity.model, slots: slots,
      relationships: relationships, loader: loader)
  }

  /// Whether rows of several entities come with the entity's.
  var isFamily: Bool { !family.isEmpty }

  /// The snapshot of the row that a statement is at, which may be of an entity that inherits; nil for
  /// one of another.
  func familySnapshot(
    at statement: borrowing Statement, loader: any RelationshipLoading
  ) -> DefaultSnapshot? {
    guard let (format, columns) = family[statement.integer(1)] else { return nil }
    return format.snapshot(at: statement, columns: columns, loader: loader)
  }

  /// The snapshot of the row that a statement is at, be it of the entity alone or of one that inherits.
  func anySnapshot(
    at statement: borrowing Statement, loader: any RelationshipLoading
  ) -> DefaultSnapshot? {
    isFamily
      ? familySnapshot(at: statement, loader: loader) : snapshot(at: statement, loader: loader)
  }

  private func snapshot(
    at statement: borrowing Statement, columns: [Int], loader: any RelationshipLoading
  ) -> DefaultSnapshot {
    let count = storages.count
    var slots: ContiguousArray<StoredValue> = []
    slots.reserveCapacity(count)
    for slot in 0..<count {
      slots.append(statement.column(columns[slot + 3], as: storages[slot]))
    }
    for external in externalSlots {
      slots[external.slot] = self.external.value(of: slots[external.slot], external, entity)
    }
    var relationships = relationships
    for (position, toOne) in toOnes.enumerated() {
      let column = columns[3 + count + position]
      guard !statement.isNull(column) else { continue }
      relationships[toOne.relationship] = .one(
        PersistentIdentifier(
          .row(store: store, entity: toOne.entity, key: statement.integer(column))))
    }
    for (position, relationship) in polymorphicToOnes.enumerated() {
      let column = columns[3 + count + toOnes.count + position]
      resolve(&relationships[relationship], statement.integer(column))
    }
    return DefaultSnapshot(
      row: identifier(statement.integer(0)), entity.model, slots: slots,
      relationships: relationships, loader: loader)
  }

  /// Names the entity of a destination.
  private func resolve(_ relationship: inout SnapshotRelationship, _ number: Int64) {
    guard case .one(let destination?) = relationship, let key = destination.rowKey,
      let entity = entityNames[number]
    else { return }
    relationship = .one(PersistentIdentifier(.row(store: store, entity: entity, key: key)))
  }

  /// The number of a destination's entity.
  func entityNumber(of destination: PersistentIdentifier?) -> StoredValue {
    guard let destination, let entry = entityNames.first(where: { $0.value == destination.entity })
    else { return .null }
    return .integer(entry.key)
  }

  /// Whether an update changes a value that must be unique.
  func changesUniqueValue(_ snapshot: DefaultSnapshot) -> Bool {
    guard let changes = snapshot.changes else { return false }
    return uniqueConstraints.contains { $0.properties.contains { changes.contains($0) } }
  }

  /// Sets the columns of all unique values of a row to NULL, which collides with nothing; the
  /// parameter is its key.
  var vacateSQL: String {
    let columns = Set(uniqueConstraints.flatMap(\.columns)).sorted()
    let assignments = columns.map { "\($0) = NULL" }.joined(separator: ", ")
    return "UPDATE \(entity.table) SET \(assignments) WHERE Z_PK = ?"
  }

  func identifier(_ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(.row(store: store, entity: entity.model.internedName, key: key))
  }

  /// The identifier of the row that a statement of `Z_PK` and `Z_ENT` is at.
  func identifier(at statement: borrowing Statement) -> PersistentIdentifier {
    let name = isFamily ? entityNames[statement.integer(1)] : nil
    return PersistentIdentifier(
      .row(store: store, entity: name ?? entity.model.internedName, key: statement.integer(0)))
  }
}

/// Properties whose values together belong to one row at most.
struct UniqueConstraint: Sendable {
  /// Where a snapshot has one of the values.
  enum Part: Sendable {
    case slot(Int)
    case toOne(relationship: Int)
  }

  let parts: [Part]
  /// The properties, by their positions in the model.
  let properties: [Int]
  let columns: [String]
  /// Whether no relationship is part of it.
  let isOfSlots: Bool
  /// Selects the key of the row with given values.
  let selectSQL: String

  /// Nil where a property is none that a row holds.
  init?(properties: [String], of entity: EntityLayout) {
    var parts: [Part] = []
    var columns: [String] = []
    for name in properties {
      guard let index = entity.model.index(named: name) else { return nil }
      switch entity.model.properties[index].kind {
      case .attribute(let attribute):
        for slot in attribute.slots {
          parts.append(.slot(slot))
          columns.append(entity.slotColumns[slot])
        }
      case .relationship(let relationship):
        guard let column = entity.relationships[relationship.relationshipIndex].foreignKeyColumn
        else { return nil }
        parts.append(.toOne(relationship: relationship.relationshipIndex))
        columns.append(column)
      }
    }
    guard !parts.isEmpty else { return nil }
    isOfSlots = parts.allSatisfy { if case .slot = $0 { true } else { false } }
    self.parts = parts
    self.columns = columns
    self.properties = properties.compactMap { entity.model.index(named: $0) }
    let conditions = columns.map { "\($0) = ?" }.joined(separator: " AND ")
    // A model does not change its class: where one of another class has the value, the save fails.
    let isOfEntity = entity.isInFamily ? " AND Z_ENT = \(entity.number)" : ""
    selectSQL = "SELECT Z_PK FROM \(entity.table) WHERE \(conditions)\(isOfEntity) LIMIT 1"
  }

  /// The destinations that are part of it.
  func destinations(of snapshot: DefaultSnapshot) -> [PersistentIdentifier] {
    parts.compactMap { part in
      guard case .toOne(let relationship) = part else { return nil }
      return snapshot.relationships[relationship].destinations.first
    }
  }
}
