extension ModelContext {
  /// Refuses relationships between models of two stores, which no store can keep.
  func checkStores(of saves: [(StoreConnector, PendingSave)], _ core: ContainerCore) throws {
    guard core.connectors.count > 1 else { return }
    for (connector, changes) in saves {
      for change in changes.inserted + changes.updated {
        try checkDestinations(of: change.storage, connector, core)
      }
    }
  }

  private func checkDestinations(
    of storage: ModelStorage, _ connector: StoreConnector, _ core: ContainerCore
  ) throws {
    for index in storage.relationships.indices {
      for destination in storage.destinationsInMemory(relationship: index) {
        let other = destination.modelStorage
        guard other.phase != .deleted, other.phase != .removed,
          try core.connector(for: other.description) !== connector
        else { continue }
        let property = storage.description.properties[
          storage.description.relationshipProperties[index]]
        throw SwiftDataError(
          .modelValidationFailure,
          """
          Illegal attempt to establish a relationship '\(property.name)' between objects in \
          different persistent stores: a \(storage.description.entityName) and a \
          \(other.description.entityName). Keep related models in one configuration.
          """)
      }
    }
  }
}
