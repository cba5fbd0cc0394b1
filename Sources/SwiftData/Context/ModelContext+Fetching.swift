internal import Foundation

extension ModelContext {
  /// Fetches the models that a descriptor asks for.
  ///
  /// Unsaved changes of the context take part unless the descriptor says otherwise. A model that the context
  /// holds already comes back as the same instance. Without unsaved changes it has the values that another
  /// context of the container has saved by then, which it does not have before the fetch; with some, it stays
  /// as it is.
  ///
  /// - Throws: `SwiftDataError.unsupportedPredicate`, `.unsupportedKeyPath` or `.unsupportedSortDescriptor`
  ///   for what the store cannot evaluate, and the store's own errors. The context is as it was.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let core = usableCore()
    let description = ModelDescription.of(T.self)
    let connector = try core.connector(for: description)
    if descriptor.includePendingChanges, hasChanges {
      let query = try FetchQuery(descriptor, in: core.layout)
      if hasPendingChanges(affecting: query) {
        return try fetchWithPendingChanges(descriptor, query, description, connector)
      }
    }
    var fetched = try storedSnapshots(descriptor, description, connector)
    var models: [T] = []
    models.reserveCapacity(fetched.snapshots.count)
    registry.reserve(fetched.snapshots.count, of: description.internedName)
    let rows = registry.rows(of: description.internedName)
    for index in fetched.snapshots.indices {
      models.append(
        try register(taking: &fetched.snapshots[index], description, among: rows, as: T.self))
    }
    if !descriptor.relationshipKeyPathsForPrefetching.isEmpty {
      try link(models, fetched, descriptor, description)
    }
    return models
  }

  /// Returns how many models a descriptor asks for.
  ///
  /// - Throws: See ``fetch(_:)``.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    let core = usableCore()
    let connector = try core.connector(for: ModelDescription.of(T.self))
    if descriptor.includePendingChanges, hasChanges {
      let query = try FetchQuery(descriptor, in: core.layout)
      if hasPendingChanges(affecting: query) {
        return try fetchWithPendingChanges(
          descriptor, query, ModelDescription.of(T.self), connector, standingIn: false
        ).count
      }
    }
    return try connector.fetchCount(descriptor, editingState)
  }

  /// Returns the identifiers of the models that a descriptor asks for.
  ///
  /// - Throws: `SwiftDataError.sortingPendingChangesWithIdentifiers` for a descriptor that sorts and
  ///   includes pending changes, which a new descriptor does. See ``fetch(_:)`` for the others.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    if descriptor.includePendingChanges, !descriptor.sortBy.isEmpty {
      throw SwiftDataError(
        .sortingPendingChangesWithIdentifiers,
        "a fetch of identifiers of '\(ModelDescription.of(T.self).entityName)' cannot sort while includePendingChanges is true: set it to false, or sort afterwards"
      )
    }
    let core = usableCore()
    let connector = try core.connector(for: ModelDescription.of(T.self))
    if descriptor.includePendingChanges, hasChanges {
      let query = try FetchQuery(descriptor, in: core.layout)
      if hasPendingChanges(affecting: query) {
        return try fetchWithPendingChanges(
          descriptor, query, ModelDescription.of(T.self), connector, standingIn: false
        ).map(\.persistentModelID)
      }
    }
    return try connector.fetchIdentifiers(descriptor, editingState)
  }
}

extension ModelContext {
  /// The snapshots from the store, filtered and sorted here where a custom store asks for it.
  ///
  /// As on Apple's systems, only a fetch of models has the context stand in for its store.
  private func storedSnapshots<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ description: ModelDescription,
    _ connector: StoreConnector, standingIn: Bool = true
  ) throws -> FetchedSnapshots {
    guard standingIn else { return try connector.fetch(descriptor, editingState) }
    do {
      return try connector.fetch(descriptor, editingState)
    } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
      return try snapshotsChosenHere(descriptor, description, connector)
    }
  }

  /// All of a store's snapshots of a model, filtered and sorted here.
  private func snapshotsChosenHere<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ description: ModelDescription, _ connector: StoreConnector
  ) throws -> FetchedSnapshots {
    let query = try FetchQuery(descriptor, in: core.layout)
    var everything = descriptor
    everything.predicate = nil
    everything.sortBy = []
    everything.fetchLimit = nil
    everything.fetchOffset = nil
    let fetched = try connector.fetch(everything, editingState)
    var found: [(T, DefaultSnapshot)] = []
    for snapshot in fetched.snapshots {
      let model = try register(snapshot, description, as: T.self)
      if try query.matches(model.modelStorage) { found.append((model, snapshot)) }
    }
    if !descriptor.sortBy.isEmpty {
      try found.sort { try query.areInIncreasingOrder($0.0.modelStorage, $1.0.modelStorage) }
    }
    // As on Apple's systems, the limit does not survive filtering by the context.
    return FetchedSnapshots(
      snapshots: found.dropFirst(max(0, descriptor.fetchOffset ?? 0)).map(\.1),
      related: fetched.related)
  }

  /// Makes instances of the destinations that were loaded with the models, and links the models with them.
  private func link<T: PersistentModel>(
    _ models: [T], _ fetched: FetchedSnapshots, _ descriptor: FetchDescriptor<T>,
    _ description: ModelDescription
  ) throws {
    let relationships = try FetchQuery.relationships(of: descriptor, description)
    for (model, snapshot) in zip(models, fetched.snapshots) {
      let storage = model.modelStorage
      // What a model with unsaved changes is related to is not what is stored.
      guard storage.phase == .stored, !storage.isFault, !storage.hasCommitted else { continue }
      for index in relationships {
        switch (storage.relationships[index], snapshot.relationships[index]) {
        case (.oneFault(let identifier), _) where fetched.related[identifier] != nil:
          storage.relationships[index] = .one(
            registeredOrFault(identifier, storage.relationshipType(index)))
        case (.manyFault(let added, let removed), .many) where added.isEmpty && removed.isEmpty:
          storage.relationships[index] = value(of: snapshot.relationships[index], in: snapshot)
        default: break
        }
      }
    }
    for (identifier, snapshot) in fetched.related {
      guard let (_, storage) = registry[identifier], storage.isFault, storage.phase == .stored
      else { continue }
      storage.fill(from: snapshot)
    }
  }

  /// Whether unsaved changes take part in a result and may make it differ from what the store says.
  func hasPendingChanges<T>(affecting descriptor: FetchDescriptor<T>) throws -> Bool {
    guard descriptor.includePendingChanges, hasChanges else { return false }
    return hasPendingChanges(affecting: try FetchQuery(descriptor, in: core.layout))
  }

  /// Whether the result of a query may differ from what the store says.
  private func hasPendingChanges(affecting query: FetchQuery) -> Bool {
    func affects(_ storage: ModelStorage) -> Bool {
      storage.description.inherits(from: query.entity.model)
        || query.referencedEntities.contains(storage.description.entityName)
    }
    return inserted.live.contains { affects($0.storage) }
      || changed.live.contains { affects($0.storage) } || deleted.contains { affects($0.storage) }
  }

  /// One result over stored rows and pending changes.
  private func fetchWithPendingChanges<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ query: FetchQuery, _ description: ModelDescription,
    _ connector: StoreConnector, standingIn: Bool = true
  ) throws -> [T] {
    processDeletions()
    for (_, storage) in changed.live + inserted.live { try storage.encodeLiveValues() }
    var stored = descriptor
    stored.fetchLimit = nil
    stored.fetchOffset = nil
    // Sorting and judging in memory would load what was left out one model at a time.
    stored.propertiesToFetch = []
    // Where other models' changes can decide, the store's answer to the predicate is worth nothing.
    let othersDecide =
      !query.referencedEntities.isEmpty
      && (inserted.live.map(\.storage) + changed.live.map(\.storage) + deleted.map(\.storage))
        .contains { query.referencedEntities.contains($0.description.entityName) }
    if othersDecide { stored.predicate = nil }
    var models: [T] = []
    let fetched = try storedSnapshots(
      stored, description, connector, standingIn: standingIn)
    let instances = try fetched.snapshots.map { try register($0, description, as: T.self) }
    if !descriptor.relationshipKeyPathsForPrefetching.isEmpty {
      try link(instances, fetched, descriptor, description)
    }
    for model in instances {
      let storage = model.modelStorage
      guard storage.phase == .stored, !storage.hasCommitted else { continue }
      if othersDecide, try !query.matches(storage) { continue }
      models.append(model)
    }
    for (model, storage) in changed.live + inserted.live
    where storage.description.inherits(from: description) {
      if try query.matches(storage) { models.append(unsafeDowncast(model, to: T.self)) }
    }
    // Without an order it is the store's, in which unsaved models are the last.
    try models.sort { try query.areInIncreasingOrder($0.modelStorage, $1.modelStorage) }
    let offset = min(max(0, descriptor.fetchOffset ?? 0), models.count)
    let limit = descriptor.fetchLimit.flatMap { $0 > 0 ? $0 : nil } ?? models.count
    return Array(models[offset...].prefix(limit))
  }
}

extension ModelStorage: QueryObject {
  var queryIdentifier: PersistentIdentifier { identifier }

  func queryValue(slot: Int) -> StoredValue {
    if isFault { fulfil() }
    return slots[slot]
  }

  func queryDestination(relationship: Int) -> (any QueryObject)? {
    destination(relationship: relationship)?.modelStorage
  }

  func queryDestinations(relationship: Int) -> [any QueryObject] {
    destinations(relationship: relationship).map(\.modelStorage)
  }
}
