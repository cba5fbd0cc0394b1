extension ModelContext {
  /// What undoes and redoes the context's changes; nil unless you set one.
  ///
  /// Insertions, deletions and changes of properties are registered when they are processed: by
  /// ``processPendingChanges()``, by a save, when a group of the undo manager ends, and for the main
  /// context at the end of the main queue's turn. Undoing brings the values back in the same
  /// instances. What is undone after a save is a new change, which the next save writes. An insertion that
  /// the save made an update of a stored model, because of a unique value, is not undone.
  ///
  /// ``rollback()`` forgets everything that could be undone.
  public var undoManager: UndoManager? {
    get { undoRecorder?.manager }
    set {
      guard newValue !== undoRecorder?.manager else { return }
      undoRecorder?.manager.remove(self)
      undoRecorder = newValue.map { UndoRecorder($0) }
      newValue?.add(self)
    }
  }

  /// Registers what has changed since the last registration.
  func registerUndo() {
    guard let undoRecorder, !undoRecorder.isEmpty, !undoRecorder.isSuspended else { return }
    register(undoRecorder.takeStep(), undoRecorder.manager)
  }

  private func register(_ step: UndoStep, _ manager: UndoManager) {
    guard !step.isEmpty else { return }
    manager.registerUndo(withTarget: self) { $0.undo(step) }
  }

  /// Forgets what could be undone.
  func forgetUndo() {
    guard let undoRecorder else { return }
    undoRecorder.removeEverything()
    undoRecorder.manager.removeAllActions()
  }

  /// Brings back what was before a step, and registers the way there again.
  private func undo(_ step: UndoStep) {
    guard let undoRecorder else { return }
    var step = step
    if !step.isReversed { step.remove { undoRecorder.isUpdate($0) } }
    undoRecorder.isSuspended = true
    var changed: [(any PersistentModel, PropertySet)] = []
    func bringBack(_ change: UndoStep.Change) {
      var properties = PropertySet()
      for (property, values) in change.values {
        change.model.modelStorage.apply(
          values.before, insteadOf: values.after, property, change.model)
        properties.insert(property)
      }
      changed.append((change.model, properties))
    }
    var settled: Set<ObjectIdentifier> = []
    for change in step.changes where change.wasPresent && !change.isPresent {
      // An earlier one may have taken it along.
      let storage = change.model.modelStorage
      // Its row was gone before: nothing is known of it that could come back.
      if storage.phase == .removed, storage.isFault { continue }
      guard !storage.isPresent else { continue }
      // With what it was related to before: the insertion links the other sides with that.
      if storage.phase == .deleted, !change.values.isEmpty {
        bringBack(change)
        settled.insert(ObjectIdentifier(change.model))
      }
      insertAny(change.model)
    }
    for change in step.changes.reversed() {
      guard !change.values.isEmpty, change.model.modelStorage.context === self,
        !settled.contains(ObjectIdentifier(change.model))
      else { continue }
      bringBack(change)
    }
    for change in step.changes where change.isPresent && !change.wasPresent {
      withdraw(change.model)
    }
    // What delete rules change belongs to this step, too.
    processDeletions()
    undoRecorder.isSuspended = false
    register(step.reversed, undoRecorder.manager)
    // Observers may read any model, so all have their values before the first hears of it.
    for (model, properties) in changed {
      model.notifyObservers(of: properties, model.modelStorage.description)
    }
    scheduleAutosave()
  }

  /// Takes an insertion back.
  private func withdraw(_ model: any PersistentModel) {
    let storage = model.modelStorage
    guard storage.context === self else { return }
    if storage.phase == .inserted {
      inserted.remove(storage)
      journal?.forget(storage)
      drop(storage)
    } else {
      deleteAny(model, cause: nil)
    }
  }
}

extension ModelContext: UndoClient {
  func registerPendingChanges() {
    guard undoRecorder?.isEmpty == false else { return }
    processPendingChanges()
  }
}

extension ModelStorage {
  /// Sets a property to the value that it had before another.
  fileprivate func apply(
    _ value: UndoValue, insteadOf other: UndoValue, _ property: Int, _ model: any PersistentModel
  ) {
    willChange(property)
    let description = description.properties[property]
    switch (value, other) {
    case (.attribute(let values, let live, let isUnencoded), _):
      guard let attribute = description.attribute else { return }
      for (slot, value) in zip(attribute.slots, values) { slots[slot] = value }
      var all = liveValues
      if all.isEmpty, live != nil {
        all = ContiguousArray(repeating: nil, count: self.description.properties.count)
      }
      if !all.isEmpty { all[property] = live }
      liveValues = all
      if isUnencoded { unencoded.insert(property) } else { unencoded.remove(property) }
    case (.toOne(let destination), _):
      guard let relationship = description.relationship else { return }
      // A batch deletion has no step that would bring the destination back.
      let isGone = destination?.modelStorage.phase == .removed
      relationships[relationship.relationshipIndex] = .one(isGone ? nil : destination)
    case (.toMany(let former), .toMany(let later)):
      guard let relationship = description.relationship else { return }
      let index = relationship.relationshipIndex
      let formerSet = Set(former.map { $0.rowObject })
      let laterSet = Set(later.map { $0.rowObject })
      var models = destinations(relationship: index).filter {
        formerSet.contains($0.rowObject) || !laterSet.contains($0.rowObject)
      }
      let present = Set(models.map { $0.rowObject })
      models += former.filter {
        $0.modelStorage.phase != .removed
          && !laterSet.contains($0.rowObject) && !present.contains($0.rowObject)
      }
      relationships[index] = .many(models)
    case (.toMany, _): return
    }
  }
}
