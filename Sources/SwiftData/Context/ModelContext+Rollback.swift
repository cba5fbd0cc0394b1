extension ModelContext {
  /// Drops everything that is unsaved.
  ///
  /// Inserted models leave the context, deletions are taken back, and changed models have their
  /// committed values again, in the same instances. The ``undoManager`` has nothing to undo then.
  public func rollback() {
    batchDeletions.removeAll()
    forgetUndo()
    relinkDeleted()
    if processedDeletionCount < deleted.count { rollBackUnprocessedDeletions() }
    for deletion in deleted {
      // A model comes back through its record; one without a record stays unregistered.
      registry.unregister(deletion.storage.identifier)
      guard let record = deletion.record else {
        deletion.storage.abandon()
        continue
      }
      deletion.storage.restore(record)
      registry.register(deletion.model, deletion.storage)
    }
    for entry in inserted.live { drop(entry.storage) }
    let changes = changed.live
    inserted.removeAll()
    changed.removeAll()
    deleted = []
    processedDeletionCount = 0
    journal?.rewrite(from: self)
    var restored: [(any PersistentModel, PropertySet, ModelDescription)] = []
    restored.reserveCapacity(changes.count)
    for (model, storage) in changes where storage.hasCommitted {
      if storage.isReinserted, escapesRollback(storage) {
        storage.keepValues()
      } else if let properties = storage.restoreCommitted() {
        restored.append((model, properties, storage.description))
      }
    }
    // Observers may read any model, so all have their values before the first hears of it.
    for (model, properties, description) in restored {
      model.notifyObservers(of: properties, description)
    }
  }

  /// Whether a changed model that was inserted a second time keeps its values, as on Apple's systems.
  private func escapesRollback(_ storage: ModelStorage) -> Bool {
    let name = storage.description.entityName
    return HazardConfiguration.shouldGoWrong(
      at: .reinsertionEscapesRollback, context: self, model: name,
      """
      a \(name) was inserted although its context held it already: rollback() would leave its \
      changed values in place
      """)
  }

  /// Links deleted models with their destinations again.
  ///
  /// Apple's implementation takes each collection that the deletion noted for a loaded one, which
  /// fails where it never was; the sound way has nothing to do, because a model comes back with all
  /// its values.
  private func relinkDeleted() {
    for deletion in deleted {
      let description = deletion.storage.description
      guard let index = deletion.unloadedCascade,
        HazardConfiguration.shouldGoWrong(
          at: .cascadeRollback, context: self, model: description.entityName,
          property: description.properties[description.relationshipProperties[index]].name,
          """
          rollback() of the deletion of a \(description.entityName) re-links a collection that was \
          never loaded
          """)
      else { continue }
      for (index, value) in deletion.relationships.enumerated() {
        let collection: Any =
          switch value {
          case .many(let models): models
          case .manyFault:
            DefaultStoreSnapshotValueFuture(owner: deletion.storage.identifier, relationship: index)
          case .one(let model): model.map { [$0] } ?? []
          case .oneFault: [any PersistentModel]()
          }
        for destination in collection as! [any PersistentModel]
        where destination.modelStorage.context == nil {
          destination.modelStorage.context = self
          registry.register(destination, destination.modelStorage)
        }
      }
    }
  }

  /// Processes deletions that were not, unless Apple's implementation is to be followed, which
  /// forgets them.
  private func rollBackUnprocessedDeletions() {
    var goesWrong = false
    for deletion in deleted[processedDeletionCount...] {
      let name = deletion.storage.description.entityName
      if HazardConfiguration.shouldGoWrong(
        at: .unprocessedDeleteRollback, context: self, model: name,
        """
        rollback() of a \(name) whose deletion was not processed: reading it afterwards would trap. \
        Call processPendingChanges() first
        """)
      {
        goesWrong = true
      }
    }
    if !goesWrong { processDeletions() }
  }

  /// Lets an inserted model go.
  func drop(_ storage: ModelStorage) {
    registry.unregister(storage.identifier)
    storage.phase = .detached
    storage.hasLeftContext = true
    storage.context = nil
    storage.changes.removeAll()
    storage.committed = nil
    storage.isReinserted = false
  }
}

/// A collection that a snapshot has promised and not loaded.
struct DefaultStoreSnapshotValueFuture {
  let owner: PersistentIdentifier
  let relationship: Int
}

extension ModelStorage {
  /// The values of the moment.
  var values: CommittedState {
    CommittedState(
      slots: slots, liveValues: liveValues, unencoded: unencoded, relationships: relationships)
  }

  /// Takes committed values back.
  func restore(_ state: CommittedState) {
    slots = state.slots
    liveValues = state.liveValues
    unencoded = state.unencoded
    relationships = state.relationships
    phase = .stored
    keepValues()
  }

  /// Takes the values of the moment for the committed ones.
  func keepValues() {
    committed = nil
    collectionCache = nil
    changes.removeAll()
    isListedAsChanged = false
    isReinserted = false
  }

  /// Loses the values: what is left is an identifier that nobody has registered.
  func abandon() {
    slots = []
    liveValues = []
    relationships = []
    keepValues()
    isFault = true
    context = nil
    keeper = nil
    phase = .removed
  }
}
