extension ModelContext {
  /// Marks a model to be deleted by the next save.
  ///
  /// The delete rules of its relationships apply when the changes are processed, at the latest by
  /// the save. A model that was never saved is dropped at once. A model that another context has, or
  /// none, is left alone.
  public func delete<T: PersistentModel>(_ model: T) {
    deleteAny(model, cause: nil)
    scheduleAutosave()
  }

  /// - Parameter cause: The model whose delete rule takes this one along.
  func deleteAny(_ model: any PersistentModel, cause: ModelStorage?) {
    let storage = model.modelStorage
    guard storage.context === self else { return }
    undoRecorder?.willMove(model)
    switch storage.phase {
    case .detached, .removed, .deleted: return
    case .inserted:
      inserted.remove(storage)
      journal?.forget(storage)
      storage.phase = .deleted
      applyDeleteRules(of: model, storage)
      if undoRecorder != nil { loadRelationships(of: storage) }
      drop(storage)
    case .stored:
      _ = storage.fulfilIfStored()
      castPayloadEnums(of: storage)
      storage.phase = .deleted
      changed.remove(storage)
      storage.isListedAsChanged = false
      journal?.note(storage, .deleted)
      deleted.append(
        PendingDeletion(
          model: model, storage: storage, cause: cause,
          relationships: storage.isFault ? [] : storage.relationships))
      if undoRecorder != nil { loadRelationships(of: storage) }
    }
  }

  /// Loads what an undo of the deletion would insert again when no store or context knows it any more.
  private func loadRelationships(of storage: ModelStorage) {
    guard !storage.isFault else { return }
    for index in storage.relationships.indices {
      switch storage.relationships[index] {
      case .manyFault: _ = storage.destinations(relationship: index)
      case .oneFault: _ = storage.destination(relationship: index)
      case .one, .many: break
      }
    }
  }

  /// Takes the values of enums with associated values for the deletion, as Apple's implementation
  /// does.
  ///
  /// There the value that a fetch has flattened is cast to the Swift type, which fails unless the
  /// value was read or set before and so is at hand as what it is.
  private func castPayloadEnums(of storage: ModelStorage) {
    guard !storage.isFault else { return }
    for property in storage.description.properties {
      guard let attribute = property.attribute, attribute.shape.isPayloadEnum,
        storage.liveValue(at: property.index) == nil,
        attribute.slots.contains(where: { !storage.slots[$0].isNull })
      else { continue }
      let goesWrong = HazardConfiguration.shouldGoWrong(
        at: .payloadEnumDelete, context: self, model: storage.description.entityName,
        property: property.name,
        """
        deleting a \(storage.description.entityName) casts the stored parts of '\(property.name)' \
        to \(property.valueType), which fails unless the value was read before
        """)
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

  /// Takes a deletion back before it is saved, with those that it took along.
  func undelete(_ storage: ModelStorage) {
    guard let position = deleted.firstIndex(where: { $0.storage === storage }) else { return }
    let deletion = deleted.remove(at: position)
    undoRecorder?.willMove(deletion.model)
    if position < processedDeletionCount { processedDeletionCount -= 1 }
    storage.phase = .stored
    journal?.forget(storage)
    if storage.hasCommitted {
      storage.isListedAsChanged = true
      changed.append(deletion.model, storage)
      journal?.note(storage, .changed)
    }
    guard deletion.record != nil else { return }
    while let caused = deleted.first(where: { $0.cause === storage }) { undelete(caused.storage) }
    for index in storage.relationships.indices {
      guard let inverse = storage.inverse(of: index) else { continue }
      for destination in storage.destinationsInMemory(relationship: index) {
        let other = destination.modelStorage
        if other === deletion.cause, other.phase == .deleted {
          // That deletion stands, so its model has to go.
          storage.removeInverse(destination, relationship: index)
          continue
        }
        guard other.phase == .stored || other.phase == .inserted,
          !other.leads(to: deletion.model, relationship: inverse)
        else { continue }
        other.addInverse(deletion.model, relationship: inverse, model: destination)
      }
    }
  }
}

// MARK: - Processing

extension ModelContext {
  /// Processes what has changed so far: applies the delete rules of deletions, and registers the
  /// changes with the ``undoManager``.
  ///
  /// `save()` does the same first. Call it before ``rollback()`` where a deletion may not have been
  /// processed yet: on Apple's systems a model whose unprocessed deletion was rolled back traps when
  /// it is read.
  public func processPendingChanges() {
    processDeletions()
    registerUndo()
  }

  func processDeletions() {
    while processedDeletionCount < deleted.count {
      let position = processedDeletionCount
      let deletion = deleted[position]
      let storage = deletion.storage
      processedDeletionCount += 1
      // A row that is gone has no rules to apply, and nothing to bring back.
      guard storage.fulfilIfStored() else { continue }
      deleted[position].record = storage.committed ?? storage.values
      applyDeleteRules(of: deletion.model, storage)
      // The rules may have loaded what the record left out.
      if !storage.hasCommitted {
        deleted[position].record?.relationships = storage.relationships
      }
    }
  }

  /// Applies the rules again to what was related to a model after its deletion was processed.
  func reprocessDeletions() {
    processDeletions()
    // The list may grow by what the rules take along.
    var position = 0
    while position < deleted.count {
      let deletion = deleted[position]
      if !deletion.storage.isFault, !deletion.storage.changes.isEmpty {
        applyDeleteRules(of: deletion.model, deletion.storage, areRepeated: true)
        // What the rules have taken along has its own applied before they are repeated.
        processDeletions()
      }
      position += 1
    }
  }

  /// - Parameter areRepeated: Whether they were applied before.
  private func applyDeleteRules(
    of model: any PersistentModel, _ storage: ModelStorage, areRepeated: Bool = false
  ) {
    for (index, relationship) in storage.describedRelationships {
      let rule = relationship.relationship.deleteRule
      let inverse = storage.inverse(of: index)
      guard rule == .cascade || rule == .nullify && inverse != nil else { continue }
      for destination in storage.allDestinations(relationship: index) {
        let other = destination.modelStorage
        // What goes too keeps its links, with which an undo brings it back.
        guard other.isPresent else { continue }
        if rule == .cascade {
          deleteAny(destination, cause: storage)
        } else if let inverse {
          other.removeInverse(model, relationship: inverse, isRepeated: areRepeated)
        }
      }
    }
  }

  /// What the rule `.deny` has against the pending deletions.
  func denials() -> [any Error] {
    var errors: [any Error] = []
    for deletion in deleted where !deletion.storage.isFault {
      let storage = deletion.storage
      for (index, relationship) in storage.describedRelationships
      where relationship.relationship.deleteRule == .deny {
        // A model that was dropped before its first save is detached again, and denies nothing.
        let left = storage.allDestinations(relationship: index).first {
          $0.modelStorage.phase == .inserted || $0.modelStorage.phase == .stored
        }
        guard let left else { continue }
        errors.append(
          ValidationError.denied(
            model: storage.description.entityName,
            property: storage.description.properties[
              storage.description.relationshipProperties[index]
            ].name,
            destination: left.modelStorage.description.entityName))
      }
    }
    return errors
  }
}

extension ModelStorage {
  /// The relationships with their positions.
  fileprivate var describedRelationships: [(Int, RelationshipDescription)] {
    description.relationshipProperties.enumerated().map { index, property in
      (index, description.properties[property].relationship!)
    }
  }

  /// The destinations of a relationship of either kind, loaded where they aren't in memory.
  func allDestinations(relationship index: Int) -> [any PersistentModel] {
    switch relationships[index] {
    case .one, .oneFault: destination(relationship: index).map { [$0] } ?? []
    case .many, .manyFault: destinations(relationship: index)
    }
  }
}
