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
  ///
  /// The models that were deleted come first, all with what they led to before, so that their insertion links
  /// nothing that was linked later. Then the others let go of what they did not lead to. Each change keeps both
  /// sides of a relationship as the setters do, and so agrees with those that follow.
  private func undo(_ step: UndoStep) {
    guard let undoRecorder else { return }
    var step = step
    if !step.isReversed { step.remove { undoRecorder.isUpdate($0) } }
    undoRecorder.isSuspended = true
    let returning = step.changes.filter { $0.wasPresent && !$0.isPresent && $0.model.canReturn }
    let returningRows = Set(returning.map(\.model.rowObject))
    for change in returning {
      change.model.modelStorage.comeBack(change.values.mapValues(\.before)) { destination in
        returningRows.contains(destination.rowObject)
          || destination.modelStorage.context === self
      }
    }
    // What another deletion took along follows it.
    let caused = Set(deleted.lazy.filter { $0.cause != nil }.map { ObjectIdentifier($0.storage) })
    for isCaused in [false, true] {
      for change in returning
      where caused.contains(change.model.rowObject) == isCaused
        && !change.model.modelStorage.isPresent
      { insertAny(change.model) }
    }
    for change in step.changes.reversed()
    where !returningRows.contains(change.model.rowObject)
      && change.model.modelStorage.context === self
    {
      let isLeaving = change.isPresent && !change.wasPresent
      for (property, values) in change.values {
        change.model.modelStorage.apply(
          isLeaving ? values.before.withoutAdditions(to: values.after) : values.before,
          insteadOf: values.after, property, change.model, in: self)
      }
    }
    for change in step.changes where change.isPresent && !change.wasPresent {
      deleteAny(change.model, cause: nil)
    }
    // What delete rules change belongs to this step, too.
    processDeletions()
    undoRecorder.isSuspended = false
    register(step.reversed, undoRecorder.manager)
    // Observers may read any model, so all have their values before the first hears of it.
    for change in step.changes where !change.values.isEmpty {
      change.model.notifyObservers(
        of: change.values.keys.reduce(into: PropertySet()) { $0.insert($1) },
        change.model.modelStorage.description)
    }
    scheduleAutosave()
  }
}

extension ModelContext: UndoClient {
  func registerPendingChanges() {
    guard undoRecorder?.isEmpty == false else { return }
    processPendingChanges()
  }
}

extension PersistentModel {
  /// Whether a model that is gone can come back: nothing is known of one whose row was gone before.
  fileprivate var canReturn: Bool {
    let storage = modelStorage
    return !storage.isPresent && !(storage.phase == .removed && storage.isFault)
  }
}

extension ModelStorage {
  /// Gives a model that is gone the values of before, while nothing else leads to it.
  ///
  /// - Parameter isThere: Whether a destination is there, or comes back too. A batch deletion has no step that
  ///   would bring one back.
  fileprivate func comeBack(
    _ values: [Int: UndoValue], where isThere: (any PersistentModel) -> Bool
  ) {
    // Nothing was read of it, so nothing has changed.
    guard !isFault else { return }
    for (property, value) in values
    where !value.isSame(as: UndoValue(self, property)) {
      willChange(property)
      setAttribute(value, property)
      guard let relationship = description.properties[property].relationship else { continue }
      relationships[relationship.relationshipIndex] =
        switch value {
        case .attribute: relationships[relationship.relationshipIndex]
        case .toOne(let destination): .one(destination)
        case .toMany(let destinations): .many(destinations)
        }
    }
    for (index, property) in description.relationshipProperties.enumerated() {
      let destinations = destinationsInMemory(relationship: index)
      guard !destinations.allSatisfy(isThere) else { continue }
      willChange(property)
      switch relationships[index] {
      case .one, .oneFault: relationships[index] = .one(nil)
      case .many, .manyFault: relationships[index] = .many(destinations.filter(isThere))
      }
    }
  }

  /// Sets a property to the value that it had before another.
  fileprivate func apply(
    _ value: UndoValue, insteadOf other: UndoValue, _ property: Int, _ model: any PersistentModel,
    in context: ModelContext
  ) {
    let relationship = description.properties[property].relationship?.relationshipIndex
    switch (value, other) {
    case (.attribute, _):
      willChange(property)
      setAttribute(value, property)
    case (.toOne(let destination), _):
      let isThere = destination?.modelStorage.context === context
      replaceDestination(
        with: isThere ? destination : nil, property: property, relationship: relationship!,
        owner: model)
    case (.toMany(let former), .toMany(let later)):
      let formerSet = Set(former.map(\.rowObject))
      let laterSet = Set(later.map(\.rowObject))
      // What was added or removed without registration stays so.
      var models = destinations(relationship: relationship!).filter {
        formerSet.contains($0.rowObject) || !laterSet.contains($0.rowObject)
      }
      let present = Set(models.map(\.rowObject))
      models += former.filter {
        $0.modelStorage.context === context
          && !laterSet.contains($0.rowObject) && !present.contains($0.rowObject)
      }
      replaceDestinations(
        with: models, property: property, relationship: relationship!, owner: model)
    case (.toMany, _): return
    }
  }

  private func setAttribute(_ value: UndoValue, _ property: Int) {
    guard case .attribute(let values, let live, let isUnencoded) = value,
      let attribute = description.properties[property].attribute
    else { return }
    for (slot, value) in zip(attribute.slots, values) { slots[slot] = value }
    if liveValues.isEmpty, live != nil {
      liveValues = ContiguousArray(repeating: nil, count: description.properties.count)
    }
    if !liveValues.isEmpty { liveValues[property] = live }
    if isUnencoded { unencoded.insert(property) } else { unencoded.remove(property) }
  }
}
