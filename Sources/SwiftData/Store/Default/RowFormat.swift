/// How the rows of one entity turn into snapshots and back.
struct RowFormat: Sendable {
  let entity: EntityLayout
  let store: InternedName
  /// How each slot's column is read.
  private let storages: [LeafStorage]
  /// The relationships with a key in the row, and the entity that each leads to.
  let toOnes: [(relationship: Int, entity: InternedName)]
  /// The relationships of a row before its keys are read.
  private let relationships: ContiguousArray<SnapshotRelationship>

  init(_ entity: EntityLayout, in layout: SchemaLayout, store: InternedName) {
    self.entity = entity
    self.store = store
    storages = entity.model.properties.flatMap { $0.attribute?.codec.leaves.map(\.storage) ?? [] }
    toOnes = entity.relationships.enumerated().compactMap { index, relationship in
      relationship.isToOne ? (index, InternedName.named(relationship.destinationEntity)) : nil
    }
    relationships = ContiguousArray(
      entity.relationships.map { $0.isToOne ? .one(nil) : .future(added: [], removed: []) })
  }

  /// The snapshot of the row that a statement is at, whose columns are those of `FetchQuery.Selection.rows`.
  func snapshot(
    at statement: borrowing Statement, loader: any RelationshipLoading
  ) -> DefaultSnapshot {
    let count = storages.count
    let slots = ContiguousArray<StoredValue>(unsafeUninitializedCapacity: count) { buffer, initialized in
      for slot in 0..<count {
        (buffer.baseAddress! + slot).initialize(to: statement.column(slot + 3, as: storages[slot]))
      }
      initialized = count
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
    return DefaultSnapshot(
      identifier(statement.integer(0)), entity.model, slots: slots, relationships: relationships,
      loader: loader)
  }

  func identifier(_ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(.row(store: store, entity: entity.model.internedName, key: key))
  }
}
