internal import Foundation

extension ModelContext {
  /// Fetches the models that a descriptor asks for.
  ///
  /// Unsaved changes of the context take part unless the descriptor says otherwise. A model that the
  /// context holds already comes back as the same instance with the values that it has, even if
  /// another context has saved new ones since.
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
    var snapshots = try storedSnapshots(descriptor, description, connector)
    var models: [T] = []
    models.reserveCapacity(snapshots.count)
    registry.reserve(snapshots.count, of: description.internedName)
    let rows = registry.rows(of: description.internedName)
    for index in snapshots.indices {
      models.append(
        try register(taking: &snapshots[index], description, among: rows, as: T.self))
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

  /// Fetches models that are made when they are first read.
  ///
  /// - Throws: `SwiftDataError.includePendingChangesWithBatchSize` for a descriptor that includes
  ///   pending changes, which a new descriptor does. See ``fetch(_:)`` for the others.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    try refusePendingChanges(descriptor)
    let core = usableCore()
    let description = ModelDescription.of(T.self)
    let connector = try core.connector(for: description)
    let identifiers = try connector.fetchIdentifiers(descriptor, editingState)
    return FetchResultsCollection(count: identifiers.count) { position in
      let model = self.registeredOrFault(identifiers[position], T.self)
      let storage = model.modelStorage
      if storage.isFault {
        let size = max(1, batchSize)
        let start = position / size * size
        self.prefetch(
          identifiers[start..<min(start + size, identifiers.count)], description, connector)
      }
      return unsafeDowncast(model, to: T.self)
    }
  }

  /// Fetches identifiers.
  ///
  /// - Throws: See ``fetch(_:batchSize:)``.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    try refusePendingChanges(descriptor)
    let connector = try usableCore().connector(for: ModelDescription.of(T.self))
    let identifiers = try connector.fetchIdentifiers(descriptor, editingState)
    return FetchResultsCollection(count: identifiers.count) { identifiers[$0] }
  }

  /// Passes every model that a descriptor asks for to a function, some at a time.
  ///
  /// - Parameters:
  ///   - fetch: The models to pass on, and their order.
  ///   - batchSize: How many models are fetched at a time.
  ///   - allowEscapingMutations: Whether the context may have unsaved changes when the enumeration
  ///     begins or goes on to the next batch.
  ///   - block: The function that gets one model after the other.
  /// - Throws: `SwiftDataError.modelValidationFailure` where the context has unsaved changes and
  ///   `allowEscapingMutations` is false; what the function throws; see ``fetch(_:)`` for the others.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws {
    var page = fetch
    var offset = fetch.fetchOffset ?? 0
    let size = max(1, batchSize)
    var left = fetch.fetchLimit.flatMap { $0 > 0 ? $0 : nil } ?? Int.max
    while left > 0 {
      if !allowEscapingMutations, hasChanges {
        throw SwiftDataError(
          .modelValidationFailure,
          "the context has unsaved changes during an enumeration of '\(ModelDescription.of(T.self).entityName)': save them, or pass allowEscapingMutations: true"
        )
      }
      page.fetchOffset = offset
      page.fetchLimit = min(size, left)
      let models = try self.fetch(page)
      for model in models { try block(model) }
      if models.count < size { return }
      offset += models.count
      left -= models.count
    }
  }
}

extension ModelContext {
  private func refusePendingChanges<T>(_ descriptor: FetchDescriptor<T>) throws {
    guard descriptor.includePendingChanges else { return }
    throw SwiftDataError(
      .includePendingChangesWithBatchSize,
      "a fetch of '\(ModelDescription.of(T.self).entityName)' in batches cannot include pending changes: set includePendingChanges to false"
    )
  }

  private func prefetch(
    _ identifiers: ArraySlice<PersistentIdentifier>, _ description: ModelDescription,
    _ connector: StoreConnector
  ) {
    guard
      let found = try? connector.snapshots(
        for: Array(identifiers), of: description.type, editingState)
    else { return }
    for (identifier, snapshot) in found {
      if let (_, storage) = registry[identifier], storage.isFault { storage.fill(from: snapshot) }
    }
  }

  /// The snapshots from the store, filtered and sorted here where a custom store asks for it.
  ///
  /// As on Apple's systems, only a fetch of models has the context stand in for its store.
  private func storedSnapshots<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ description: ModelDescription,
    _ connector: StoreConnector, standingIn: Bool = true
  ) throws -> [DefaultSnapshot] {
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
  ) throws -> [DefaultSnapshot] {
    let query = try FetchQuery(descriptor, in: core.layout)
    var everything = descriptor
    everything.predicate = nil
    everything.sortBy = []
    everything.fetchLimit = nil
    everything.fetchOffset = nil
    var found: [(T, DefaultSnapshot)] = []
    for snapshot in try connector.fetch(everything, editingState) {
      let model = try register(snapshot, description, as: T.self)
      if try query.matches(model.modelStorage) { found.append((model, snapshot)) }
    }
    if !descriptor.sortBy.isEmpty {
      try found.sort { try query.areInIncreasingOrder($0.0.modelStorage, $1.0.modelStorage) }
    }
    // As on Apple's systems, the limit does not survive filtering by the context.
    return found.dropFirst(max(0, descriptor.fetchOffset ?? 0)).map(\.1)
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
    // Where other models' changes can decide, the store's answer to the predicate is worth nothing.
    let othersDecide =
      !query.referencedEntities.isEmpty
      && (inserted.live.map(\.storage) + changed.live.map(\.storage) + deleted.map(\.storage))
        .contains { query.referencedEntities.contains($0.description.entityName) }
    if othersDecide { stored.predicate = nil }
    var models: [T] = []
    let snapshots = try storedSnapshots(
      stored, description, connector, standingIn: standingIn)
    for snapshot in snapshots {
      let model = try register(snapshot, description, as: T.self)
      let storage = model.modelStorage
      guard storage.phase == .stored, !storage.hasCommitted else { continue }
      if othersDecide, try !query.matches(storage) { continue }
      models.append(model)
    }
    for (model, storage) in changed.live + inserted.live
    where storage.description.inherits(from: description) {
      if try query.matches(storage) { models.append(unsafeDowncast(model, to: T.self)) }
    }
    if !descriptor.sortBy.isEmpty {
      try models.sort { try query.areInIncreasingOrder($0.modelStorage, $1.modelStorage) }
    }
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
