internal import Foundation

extension ModelContext {
  /// The model for an identifier: the registered instance, or one whose values load when first read.
  ///
  /// It never returns nil. If no such model is stored, the instance that comes back traps when one
  /// of its properties is read, as on Apple's systems: to find out whether a model exists, fetch with a
  /// predicate on `persistentModelID`.
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    if let model = registry[persistentModelID]?.model { return model }
    guard let description = core.layout.entitiesByName[persistentModelID.entityName]?.model else {
      fatalError(
        "The entity '\(persistentModelID.entityName)' of the identifier \(persistentModelID) is not in the container's schema."
      )
    }
    return registeredOrFault(persistentModelID, description.type)
  }

  /// The instance for an identifier, if the context has it already.
  public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T?
  {
    registry[persistentModelID]?.model as? T
  }

  /// The registered instance, or a fault.
  func registeredOrFault(
    _ identifier: PersistentIdentifier, _ type: any PersistentModel.Type
  ) -> any PersistentModel {
    let expected = ModelDescription.of(type)
    let description =
      identifier.entity == expected.internedName
      ? expected : core.layout.entitiesByName[identifier.entityName]?.model
    guard let description, description.inherits(from: expected) else {
      preconditionFailure(
        """
        The store gave \(identifier) where a \(expected.entityName) was expected: something else \
        than SwiftData has written it.
        """)
    }
    if let model = registry[identifier]?.model { return model }
    return makeFault(identifier, description.type)
  }

  private func makeFault<T: PersistentModel>(
    _ identifier: PersistentIdentifier, _ type: T.Type
  ) -> any PersistentModel {
    let storage = ModelStorage(fault: identifier, ModelDescription.of(type), context: self)
    let model = T.instance(over: storage)
    // A model of a store that the container does not have must not stand in the way of one that it has.
    if core.hasStore(of: identifier) {
      registry.register(model, storage)
    } else {
      storage.context = nil
    }
    return model
  }

  /// The instance for a snapshot: the registered one as it is, or a new one with the snapshot's values.
  func register<T: PersistentModel>(
    _ snapshot: DefaultSnapshot, _ description: ModelDescription, as type: T.Type
  ) throws -> T {
    var snapshot = snapshot
    let rows = registry.rows(of: description.internedName)
    return try register(taking: &snapshot, description, among: rows, as: type)
  }

  /// The same for a snapshot that is not needed any more, which saves counting references.
  func register<T: PersistentModel>(
    taking snapshot: inout DefaultSnapshot, _ description: ModelDescription,
    among rows: IdentityMap.Rows, as type: T.Type
  ) throws -> T {
    guard snapshot.description === description else {
      if snapshot.description.inherits(from: description) {
        return unsafeDowncast(
          try registerAny(snapshot, snapshot.description.type), to: T.self)
      }
      throw SwiftDataError(
        .modelValidationFailure,
        """
        the store returned a snapshot of '\(snapshot.description.entityName)' for a fetch of \
        '\(description.entityName)': a store must return models of the fetched type only
        """)
    }
    let identifier = snapshot.persistentIdentifier
    let key: Int64? =
      if case .row(_, description.internedName, let key) = identifier.storage { key } else { nil }
    let registered = key.map { registry.row($0, in: rows) } ?? registry[identifier]
    if let (model, storage) = registered {
      if storage.phase == .stored {
        if storage.isFault {
          storage.fill(from: snapshot)
        } else if othersHaveSaved, !storage.hasCommitted {
          let properties = storage.refresh(from: snapshot)
          if !properties.isEmpty { model.notifyObservers(of: properties, storage.description) }
        }
      }
      return unsafeDowncast(model, to: T.self)
    }
    let relationships = values(of: snapshot)
    let storage = ModelStorage(
      description, identifier: identifier, context: self, taking: &snapshot,
      relationships: relationships)
    if let properties = snapshot.loadedProperties {
      storage.isFault = true
      storage.loadedProperties = properties
    }
    let model = T.instance(over: storage)
    if let key {
      registry.register(model, storage, as: key, in: rows)
    } else {
      registry.register(model, storage)
    }
    return model
  }

  /// The instance for a snapshot, of the snapshot's own class.
  private func registerAny<T: PersistentModel>(
    _ snapshot: DefaultSnapshot, _ type: T.Type
  ) throws -> any PersistentModel {
    try register(snapshot, snapshot.description, as: type)
  }

  private func values(of snapshot: DefaultSnapshot) -> ContiguousArray<RelationshipValue> {
    var arePlain = true
    for index in snapshot.relationships.indices {
      switch snapshot.relationships[index] {
      case .one(nil), .future: break
      case .one, .many: arePlain = false
      }
    }
    if arePlain, snapshot.relationships.count == snapshot.description.storedRelationships.count {
      return snapshot.description.storedRelationships
    }
    return ContiguousArray(snapshot.relationships.map { value(of: $0, in: snapshot) })
  }

  /// A snapshot's relationship as a value in memory.
  func value(
    of relationship: SnapshotRelationship, in snapshot: DefaultSnapshot
  ) -> RelationshipValue {
    switch relationship {
    case .one(nil): return .one(nil)
    case .one(let identifier?): return .oneFault(identifier)
    case .future: return .manyFault(added: [], removed: [])
    case .many(let identifiers, _, _):
      return .many(
        identifiers.compactMap { identifier in
          core.layout.entitiesByName[identifier.entityName].map {
            registeredOrFault(identifier, $0.model.type)
          }
        })
    }
  }

  /// The destinations of a to-many relationship, from the store.
  func loadDestinations(of storage: ModelStorage, relationship index: Int) -> [any PersistentModel]
  {
    guard let loader = storage.loader else { return [] }
    do {
      let identifiers = try loader.destinations(
        of: index, entity: storage.description.entityName, owner: storage.identifier)
      let type = storage.relationshipType(index)
      return identifiers.map { registeredOrFault($0, type) }
    } catch {
      // A getter cannot throw, and a wrong result would be worse than the end, as on Apple's systems.
      fatalError(
        "The relationship \(storage.description.entityName).\(storage.description.properties[storage.description.relationshipProperties[index]].name) of \(storage.identifier) could not be loaded: \(error)"
      )
    }
  }
}

extension ModelStorage {
  /// Loads the values of an instance of which only the identifier is known.
  ///
  /// Dies as SwiftData's getters do, where the store no longer has it or cannot be read.
  func fulfil() {
    if isFault, !fulfilIfStored() {
      fatalError(
        """
        This model instance was invalidated because its backing data could no longer be found the \
        store. \(identifier)
        """)
    }
  }

  /// Loads the values, where only the identifier is known.
  ///
  /// - Returns: Whether the instance has values: false where the store does not have it.
  func fulfilIfStored() -> Bool {
    guard isFault else { return true }
    guard let context, phase != .removed else { return false }
    if identifier.isTemporary {
      fatalError(
        "Illegal attempt to create a full future for a temporary identifier: \(identifier)")
    }
    do {
      let connector = try context.usableCore().connector(for: description)
      let found = try connector.snapshots(
        for: [identifier], of: description.type, context.editingState)
      guard let snapshot = found[identifier] else { return false }
      fill(from: snapshot)
      return true
    } catch {
      fatalError("The values of \(identifier) could not be loaded: \(error)")
    }
  }
}
