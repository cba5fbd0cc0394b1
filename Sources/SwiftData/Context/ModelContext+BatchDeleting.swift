internal import Foundation

/// A batch deletion that the next save carries out.
struct PendingBatch {
  let connector: StoreConnector
  /// The deletion for the built-in store, where the connector's is one.
  let deletion: BatchDeletion?
  /// Asks the store for it.
  let perform: (EditingState) throws -> Void
}

extension ModelContext {
  /// Deletes the models of a type that satisfy a predicate, in the store and at the next save.
  ///
  /// It runs as SQL, past the models in memory: what is stored decides, not what is unsaved, and no model is
  /// loaded. Until the save, fetches still find the models. What is inserted before the save stays. Delete
  /// rules apply in the store, but a model that stays must not lose a destination that it has to have. An array
  /// of models that is not optional counts as one: of a one-to-many relationship it must lose no model, of a
  /// many-to-many relationship not the last one. Delete the models one by one then, or make the array optional.
  ///
  /// ```swift
  /// try context.delete(model: Trip.self, where: #Predicate { $0.end < today })
  /// try context.save()
  /// ```
  ///
  /// A store of your own has to be `DataStoreBatching`. As on Apple's systems, nothing happens otherwise.
  ///
  /// - Parameters:
  ///   - model: The type whose models are deleted.
  ///   - predicate: The condition; nil deletes all models of the type.
  ///   - includeSubclasses: Whether models of classes that inherit from the type are deleted too.
  /// - Throws: `CocoaError` 134050 (`Constraint trigger violation`) for a deletion that relationships do not
  ///   allow; see ``fetch(_:)`` for predicates. Nothing will be deleted then.
  public func delete<T: PersistentModel>(
    model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
  ) throws {
    let connector = try usableCore().connector(for: ModelDescription.of(T.self))
    guard connector.deletesInBatches else { return }
    func request(_ state: EditingState) -> DataStoreBatchDeleteRequest<T> {
      DataStoreBatchDeleteRequest(
        predicate: predicate, includeSubclasses: includeSubclasses, editingState: state)
    }
    let deletion = try connector.compile(request(editingState))
    if let deletion {
      let earlier = batchDeletions.filter { $0.connector === connector }.compactMap(\.deletion)
      try connector.rehearse(earlier + [deletion])
    }
    batchDeletions.append(
      PendingBatch(connector: connector, deletion: deletion) {
        try connector.delete(request($0))
      })
    scheduleAutosave()
  }

  /// Lets go of models that batch deletions have taken out of the store.
  func forget(_ identifiers: [PersistentIdentifier]) {
    guard !identifiers.isEmpty else { return }
    let gone = Set(identifiers)
    for identifier in identifiers {
      guard let (_, storage) = registry[identifier] else { continue }
      registry.unregister(identifier)
      storage.keepValues()
      storage.phase = .removed
      storage.context = nil
      storage.keeper = nil
    }
    var changed: [(any PersistentModel, PropertySet, ModelDescription)] = []
    registry.forEach { model, storage in
      let properties = storage.dropDestinations(gone)
      if !properties.isEmpty { changed.append((model, properties, storage.description)) }
    }
    for (model, properties, description) in changed {
      model.notifyObservers(of: properties, description)
    }
  }
}

extension ModelStorage {
  /// Takes models that are gone out of the relationships.
  ///
  /// - Returns: The properties that have changed.
  fileprivate func dropDestinations(_ gone: Set<PersistentIdentifier>) -> PropertySet {
    var changed = PropertySet()
    guard !isFault else { return changed }
    for index in relationships.indices {
      switch relationships[index] {
      case .one(let model?) where gone.contains(model.modelStorage.identifier):
        relationships[index] = .one(nil)
      case .oneFault(let identifier) where gone.contains(identifier):
        relationships[index] = .one(nil)
      case .many(let models):
        let left = models.filter { !gone.contains($0.modelStorage.identifier) }
        if left.count == models.count { continue }
        relationships[index] = .many(left)
      case .one, .oneFault, .manyFault: continue
      }
      changed.insert(description.relationshipProperties[index])
    }
    if !changed.isEmpty { collectionCache = nil }
    return changed
  }
}
