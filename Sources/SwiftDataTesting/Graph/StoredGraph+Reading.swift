internal import Foundation
public import SwiftData

extension StoredGraph {
  /// Reads all that a container has stored.
  ///
  /// Armed failures don't reach the reading.
  ///
  /// - Throws: What SwiftData throws for a fetch.
  public init(of container: ModelContainer) throws {
    let collector = SnapshotCollector()
    var nodes: [PersistentIdentifier: Node] = [:]
    try StoreAccess.$current.withValue(.inspection(collector)) {
      let context = ModelContext(container)
      context.autosaveEnabled = false
      for model in ModelTypes.all(of: container) {
        try Self.read(model, in: context, collector: collector, into: &nodes)
      }
    }
    self.init(nodes: nodes.values.sorted { $0.identifier < $1.identifier })
  }

  private static func read<Model: PersistentModel>(
    _ model: Model.Type, in context: ModelContext, collector: SnapshotCollector,
    into nodes: inout [PersistentIdentifier: Node]
  ) throws {
    let models = try context.fetch(FetchDescriptor<Model>())
    var snapshots = collector.take()
    if snapshots.isEmpty {
      // The container isn't one of this library's, whose store would have shown its snapshots.
      snapshots = models.map { model in
        var related: [PersistentIdentifier: any BackingData] = [:]
        return DefaultSnapshot(from: model.persistentBackingData, relatedBackingDatas: &related)
      }
    }
    let modelsByIdentifier = Dictionary(
      models.map { ($0.persistentModelID, $0) }, uniquingKeysWith: { first, _ in first })
    for snapshot in snapshots where nodes[snapshot.persistentIdentifier] == nil {
      let identifier = snapshot.persistentIdentifier
      var values = try snapshot.graphValues
      if let entity = context.container.schema.entities.first(where: {
        $0.name == identifier.entityName
      }) {
        for relationship in entity.allRelationships where values[relationship.name] == nil {
          values[relationship.name] =
            modelsByIdentifier[identifier].map { destinations(of: relationship, in: $0) } ?? .null
        }
      }
      nodes[identifier] = Node(
        identifier: identifier, name: identifier.displayName, values: values)
    }
  }

  /// Reads a relationship that a snapshot doesn't show by the key path that the schema has of it.
  private static func destinations(
    of relationship: Schema.Relationship, in model: any PersistentModel
  ) -> GraphValue {
    guard let keyPath = relationship.keypath else { return .null }
    switch (model as Any)[keyPath: keyPath] {
    case let model as any PersistentModel: return .reference(model.persistentModelID)
    case let models as [any PersistentModel]:
      return .references(models.map(\.persistentModelID).sorted())
    default: return .null
    }
  }
}

extension DefaultSnapshot {
  /// The values by property.
  fileprivate var graphValues: [String: GraphValue] {
    get throws {
      let encoder = GraphEncoder()
      try encode(to: encoder)
      guard case .fields(var fields) = encoder.slot.value else { return [:] }
      fields[DataStoreSnapshotCodingKey.persistentIdentifier.stringValue] = nil
      return fields
    }
  }
}

extension Schema.Entity {
  /// The relationships of the entity and of those it inherits from.
  fileprivate var allRelationships: [Schema.Relationship] {
    Array(relationshipsByName.values) + (superentity?.allRelationships ?? [])
  }
}
