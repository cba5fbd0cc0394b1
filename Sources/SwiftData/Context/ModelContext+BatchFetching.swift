internal import Foundation

extension ModelContext {
  /// Fetches models that are made when they are first read.
  ///
  /// The result knows the identifiers of all models and holds the models of one batch. Reading an element of
  /// another batch loads that batch, with one query.
  ///
  /// - Throws: `SwiftDataError.includePendingChangesWithBatchSize` for a descriptor that includes
  ///   pending changes, which a new descriptor does. See ``fetch(_:)`` for the others.
  public func fetch<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<T> {
    try refusePendingChanges(descriptor)
    let identifiers = try storedIdentifiers(descriptor)
    let batch = LoadedBatch<T>()
    let size = max(1, batchSize)
    return FetchResultsCollection(count: identifiers.count) { position in
      if let model = batch.models[position] { return model }
      let start = position / size * size
      let range = start..<min(start + size, identifiers.count)
      // A batch that cannot be read now is tried again when a property of its models is read.
      let models = (try? self.models(identifiers[range], of: descriptor)) ?? [:]
      batch.models.removeAll(keepingCapacity: true)
      for position in range {
        let identifier = identifiers[position]
        batch.models[position] =
          models[identifier]
          ?? unsafeDowncast(self.registeredOrFault(identifier, T.self), to: T.self)
      }
      return batch.models[position]!
    }
  }

  /// Fetches identifiers.
  ///
  /// - Throws: See ``fetch(_:batchSize:)``.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, batchSize: Int
  ) throws -> FetchResultsCollection<PersistentIdentifier> {
    try refusePendingChanges(descriptor)
    let identifiers = try storedIdentifiers(descriptor)
    return FetchResultsCollection(count: identifiers.count) { identifiers[$0] }
  }

  /// Passes every model that a descriptor asks for to a function, some at a time.
  ///
  /// Which models these are is settled at the beginning. A model that is deleted meanwhile is left out.
  ///
  /// - Parameters:
  ///   - fetch: The models to pass on, and their order.
  ///   - batchSize: How many models are fetched at a time.
  ///   - allowEscapingMutations: Whether the function may leave unsaved changes in the context, which keep
  ///     models in memory that would be let go after their batch.
  ///   - block: The function that gets one model after the other.
  /// - Throws: `SwiftDataError.modelValidationFailure` where the context has unsaved changes at the beginning
  ///   or after a batch and `allowEscapingMutations` is false; the changes stay pending. What the function
  ///   throws; see ``fetch(_:)`` for the others.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws {
    func checkForChanges() throws {
      guard !allowEscapingMutations, hasChanges else { return }
      throw SwiftDataError(
        .modelValidationFailure,
        "the context has unsaved changes during an enumeration of '\(ModelDescription.of(T.self).entityName)': save them, or pass allowEscapingMutations: true"
      )
    }
    try checkForChanges()
    func pass(_ model: T) throws {
      let phase = model.modelStorage.phase
      if !fetch.includePendingChanges || phase == .stored || phase == .inserted { try block(model) }
    }
    var stored = fetch
    stored.includePendingChanges = false
    guard try !hasPendingChanges(affecting: fetch),
      let identifiers = try? storedIdentifiers(stored)
    else {
      // Unsaved models have no place among the stored ones, and some stores cannot give identifiers.
      for model in try self.fetch(fetch) { try pass(model) }
      return try checkForChanges()
    }
    let size = max(1, batchSize)
    for start in stride(from: 0, to: identifiers.count, by: size) {
      let batch = identifiers[start..<min(start + size, identifiers.count)]
      let models = try models(batch, of: fetch)
      for identifier in batch {
        if let model = models[identifier] { try pass(model) }
      }
      try checkForChanges()
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

  private func storedIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    try usableCore().connector(for: ModelDescription.of(T.self))
      .fetchIdentifiers(descriptor, editingState)
  }

  /// The models of identifiers, loaded with one query in the way of a descriptor.
  private func models<T: PersistentModel>(
    _ identifiers: ArraySlice<PersistentIdentifier>, of descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier: T] {
    let wanted = Array(identifiers)
    var batch = FetchDescriptor<T>(
      predicate: #Predicate { wanted.contains($0.persistentModelID) })
    batch.includePendingChanges = false
    batch.propertiesToFetch = descriptor.propertiesToFetch
    batch.relationshipKeyPathsForPrefetching = descriptor.relationshipKeyPathsForPrefetching
    return Dictionary(try fetch(batch).map { ($0.persistentModelID, $0) }) { first, _ in first }
  }
}

/// The models of the batch that was read last, by their positions.
private final class LoadedBatch<T> {
  var models: [Int: T] = [:]
}
