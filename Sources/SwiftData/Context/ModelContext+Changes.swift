// MARK: - Insertion

extension ModelContext {
  /// Inserts a model, with the models that it leads to, for the next save to store.
  ///
  /// The model gets a temporary identifier, which the first save replaces. Inserting a model that the
  /// context already has is no way to refresh it: on Apple's systems it cuts the model off from
  /// ``rollback()``, so insert only where `modelContext` is nil.
  public func insert<T: PersistentModel>(_ model: T) { insertAny(model) }

  func insertAny(_ model: any PersistentModel) {
    let storage = model.modelStorage
    switch storage.phase {
    case .detached, .removed: adopt(model, storage)
    case .inserted, .stored, .deleted:
      guard storage.context === self else {
        fatalError(
          """
          Illegal attempt to insert a model in to a different model context. Model \(storage.identifier) is \
          already bound to \(storage.context.map { "\($0)" } ?? "a context that is gone"), not \(self). Fetch it by its \
          persistentModelID in the other context.
          """)
      }
      reinsert(model, storage)
    }
  }

  /// Inserts a model that the context already has.
  private func reinsert(_ model: any PersistentModel, _ storage: ModelStorage) {
    if storage.phase == .deleted {
      undelete(storage)
      return
    }
    guard storage.phase == .stored else { return }
    // Registering again gives the instance a baseline that rollback() does not know.
    storage.escapesRollback = HazardConfiguration.shouldGoWrong(
      at: .reinsertionEscapesRollback, context: self, model: storage.description.entityName,
      "insert() of a \(storage.description.entityName) that the context already holds: after a failed save, rollback() would leave its changed values in place"
    )
  }

  /// Takes in a model, and the models that it leads to.
  private func adopt(_ root: any PersistentModel, _ rootStorage: ModelStorage) {
    var waiting: [(any PersistentModel, ModelStorage)] = [(root, rootStorage)]
    while let (model, storage) = waiting.popLast() {
      guard storage.phase == .detached || storage.phase == .removed else { continue }
      if core.layout.entitiesByName[storage.description.entityName] == nil {
        deferredErrors.append(
          SwiftDataError(
            .modelValidationFailure,
            "the model '\(storage.description.entityName)' was inserted but is not in the container's schema. Add \(storage.description.entityName).self to the types that the ModelContainer is created for."
          ))
      }
      if storage.phase == .removed {
        storage.identifier = .temporary(entity: storage.description.internedName)
      }
      storage.phase = .inserted
      storage.context = self
      registry.register(model, storage)
      inserted.append(model, storage)
      for index in storage.relationships.indices {
        let destinations: [any PersistentModel]
        switch storage.relationships[index] {
        case .one(let destination): destinations = destination.map { [$0] } ?? []
        case .many(let models): destinations = models
        case .oneFault, .manyFault: destinations = []
        }
        guard !destinations.isEmpty else { continue }
        let inverse = storage.inverse(of: index)
        for destination in destinations {
          let other = destination.modelStorage
          if let context = other.context, context !== self {
            fatalError(
              """
              Illegal attempt to establish a relationship '\(storage.description.properties[storage.description.relationshipProperties[index]].name)' \
              between objects in different contexts (source = \(storage.identifier), destination = \(other.identifier)). \
              Fetch the destination by its persistentModelID in the context of the source.
              """)
          }
          if let inverse, !other.leads(to: model, relationship: inverse) {
            other.addInverse(model, relationship: inverse, model: destination)
          }
          if other.phase == .detached { waiting.append((destination, other)) }
        }
      }
    }
    scheduleAutosave()
  }

  /// Notes that a model is about to change.
  func noteChange(of storage: ModelStorage) {
    guard storage.phase == .stored, !storage.isListedAsChanged else { return }
    guard let model = storage.model else { return }
    storage.isListedAsChanged = true
    changed.append(model, storage)
    scheduleAutosave()
  }
}

extension ModelStorage {
  /// Whether a relationship has a destination in memory.
  func leads(to model: any PersistentModel, relationship index: Int) -> Bool {
    if isFault { fulfil() }
    return switch relationships[index] {
    case .one(let destination): destination === model
    case .oneFault(let identifier): identifier == model.modelStorage.identifier
    case .many(let models): models.contains { $0 === model }
    case .manyFault(let added, _): added.contains { $0 === model }
    }
  }
}

// MARK: - Deletion

extension ModelContext {
  /// Marks a model to be deleted by the next save.
  ///
  /// The delete rules of its relationships apply when the changes are processed, at the latest by
  /// the save. A model that was never saved is just dropped. A model that no context has is left
  /// alone.
  public func delete<T: PersistentModel>(_ model: T) {
    deleteAny(model)
    scheduleAutosave()
  }

  func deleteAny(_ model: any PersistentModel) {
    let storage = model.modelStorage
    guard storage.context === self else { return }
    switch storage.phase {
    case .detached, .removed, .deleted: return
    case .inserted, .stored: break
    }
    castPayloadEnums(of: storage)
    let wasInserted = storage.phase == .inserted
    storage.phase = .deleted
    if wasInserted { inserted.remove(storage) } else { changed.remove(storage) }
    storage.isListedAsChanged = false
    deleted.append(
      PendingDeletion(
        model: model, storage: storage, wasInserted: wasInserted,
        relationships: storage.isFault ? [] : storage.relationships))
  }

  /// Takes the values of enums with associated values for the deletion, as Apple's implementation does.
  ///
  /// There the value that a fetch has flattened is cast to the Swift type, which fails unless the value
  /// was read or set before and so is at hand as what it is.
  private func castPayloadEnums(of storage: ModelStorage) {
    guard !storage.isFault else { return }
    for property in storage.description.properties {
      guard let attribute = property.attribute, attribute.shape.isPayloadEnum,
        property.index >= storage.liveValues.count || storage.liveValues[property.index] == nil,
        attribute.slots.contains(where: { !storage.slots[$0].isNull })
      else { continue }
      let goesWrong = HazardConfiguration.shouldGoWrong(
        at: .payloadEnumDelete, context: self, model: storage.description.entityName,
        property: property.name,
        "deleting a \(storage.description.entityName) casts the stored parts of '\(property.name)' to \(property.valueType), which fails unless the value was read before"
      )
      guard goesWrong else { continue }
      var parts: [String: Any] = [:]
      for (leaf, slot) in zip(attribute.codec.leaves, attribute.slots)
      where !storage.slots[slot].isNull {
        parts[leaf.name] = storage.slots[slot]
      }
      func cast<T>(_ value: Any, to type: T.Type) -> T { value as! T }
      func open<T>(_ type: T.Type) { _ = cast(parts, to: type) }
      _openExistential(property.valueType, do: open)
    }
  }

  /// Takes a deletion back before it is saved.
  private func undelete(_ storage: ModelStorage) {
    guard let position = deleted.firstIndex(where: { $0.storage === storage }) else { return }
    let deletion = deleted.remove(at: position)
    if position < processedDeletionCount { processedDeletionCount -= 1 }
    storage.phase = deletion.wasInserted ? .inserted : .stored
    if deletion.wasInserted {
      inserted.append(deletion.model, storage)
    } else if storage.committed != nil {
      storage.isListedAsChanged = true
      changed.append(deletion.model, storage)
    }
  }
}

// MARK: - Processing

extension ModelContext {
  /// Processes what has changed so far: applies the delete rules of deletions.
  ///
  /// `save()` does the same first. Call it before ``rollback()`` where a deletion may not have been
  /// processed yet: on Apple's systems a model whose unprocessed deletion was rolled back traps when it
  /// is read.
  public func processPendingChanges() {
    processDeletions()
    if autosaveEnabled, hasChanges { scheduleAutosave() }
  }

  func processDeletions() {
    while processedDeletionCount < deleted.count {
      let position = processedDeletionCount
      let deletion = deleted[position]
      let storage = deletion.storage
      if storage.isFault { storage.fulfil() }
      deleted[position].record =
        storage.committed
        ?? CommittedState(
          slots: storage.slots, liveValues: storage.liveValues, unencoded: storage.unencoded,
          relationships: storage.relationships)
      processedDeletionCount += 1
      applyDeleteRules(of: deletion.model, storage)
      // The rules may have loaded what the record left out.
      if storage.committed == nil {
        deleted[position].record?.relationships = storage.relationships
      }
    }
  }

  private func applyDeleteRules(of model: any PersistentModel, _ storage: ModelStorage) {
    for index in storage.relationships.indices {
      let property = storage.description.properties[
        storage.description.relationshipProperties[index]]
      guard let relationship = property.relationship else { continue }
      let rule = relationship.relationship.deleteRule
      let inverse = storage.inverse(of: index)
      guard rule == .cascade || rule == .deny || inverse != nil else { continue }
      if rule == .noAction { continue }
      let destinations =
        relationship.isToOne
        ? storage.destination(relationship: index).map { [$0] } ?? []
        : storage.destinations(relationship: index)
      for destination in destinations {
        let other = destination.modelStorage
        guard other.phase != .deleted, other.phase != .removed else { continue }
        switch rule {
        case .cascade: deleteAny(destination)
        case .nullify: if let inverse { other.removeInverse(model, relationship: inverse) }
        case .deny:
          deferredErrors.append(
            ValidationError.denied(
              model: storage.description.entityName, property: property.name,
              destination: other.description.entityName))
        case .noAction: break
        }
      }
    }
  }
}

// MARK: - Rollback

extension ModelContext {
  /// Drops everything that is unsaved.
  ///
  /// Inserted models leave the context, deletions are taken back, and changed models have their
  /// committed values again, in the same instances.
  public func rollback() {
    relinkDeleted()
    if processedDeletionCount < deleted.count { rollBackUnprocessedDeletions() }
    for deletion in deleted where deletion.wasInserted { drop(deletion.storage) }
    for deletion in deleted where !deletion.wasInserted {
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
    deferredErrors = []
    var restored: [(any PersistentModel, PropertySet)] = []
    for (model, storage) in changes {
      if storage.escapesRollback {
        storage.keepValues()
      } else if let committed = storage.committed {
        restored.append((model, storage.changes))
        storage.restore(committed)
      }
    }
    // Observers may read any model, so all have their values before the first hears of it.
    for (model, properties) in restored { model.notifyObservers(of: properties) }
  }

  /// Links deleted models with their destinations again.
  ///
  /// Apple's implementation takes each collection that the deletion noted for a loaded one, which fails where
  /// it never was; the sound way has nothing to do, because a model comes back with all its values.
  private func relinkDeleted() {
    for deletion in deleted where !deletion.wasInserted {
      let description = deletion.storage.description
      guard let index = deletion.unloadedCascade,
        HazardConfiguration.shouldGoWrong(
          at: .cascadeRollback, context: self, model: description.entityName,
          property: description.properties[description.relationshipProperties[index]].name,
          "rollback() of the deletion of a \(description.entityName) re-links a collection that was never loaded"
        )
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

  /// Processes deletions that were not, unless Apple's implementation is to be followed, which forgets them.
  private func rollBackUnprocessedDeletions() {
    var goesWrong = false
    for deletion in deleted[processedDeletionCount...] where !deletion.wasInserted {
      let name = deletion.storage.description.entityName
      if HazardConfiguration.shouldGoWrong(
        at: .unprocessedDeleteRollback, context: self, model: name,
        "rollback() of a \(name) whose deletion was not processed: reading it afterwards would trap. Call processPendingChanges() first"
      ) {
        goesWrong = true
      }
    }
    if !goesWrong { processDeletions() }
  }

  /// Lets an inserted model go.
  private func drop(_ storage: ModelStorage) {
    registry.unregister(storage.identifier)
    storage.phase = .detached
    storage.context = nil
    storage.changes.removeAll()
    storage.committed = nil
  }
}

/// A collection that a snapshot has promised and not loaded.
struct DefaultStoreSnapshotValueFuture {
  let owner: PersistentIdentifier
  let relationship: Int
}

extension ModelStorage {
  /// Takes committed values back.
  func restore(_ state: CommittedState) {
    slots = state.slots
    liveValues = state.liveValues
    unencoded = state.unencoded
    relationships = state.relationships
    phase = .stored
    committed = nil
    changes.removeAll()
    isListedAsChanged = false
  }

  /// Takes the values of the moment for the committed ones.
  func keepValues() {
    committed = nil
    changes.removeAll()
    isListedAsChanged = false
    escapesRollback = false
  }

  /// Loses the values: what is left is an identifier that nobody has registered.
  func abandon() {
    slots = []
    liveValues = []
    relationships = []
    committed = nil
    changes.removeAll()
    isListedAsChanged = false
    isFault = true
    context = nil
    phase = .removed
  }
}
