extension ModelContext {
  /// Inserts a model, with the models that it leads to, for the next save to store.
  ///
  /// The model gets a temporary identifier, which the first save replaces. Inserting a model that
  /// the context already has is no way to refresh it: on Apple's systems it cuts the model off from
  /// ``rollback()``, so insert only where `modelContext` is nil.
  public func insert<T: PersistentModel>(_ model: T) { insertAny(model) }

  func insertAny(_ model: any PersistentModel) {
    let storage = model.modelStorage
    switch storage.phase {
    case .detached, .removed: adopt(model, storage)
    case .inserted, .stored, .deleted:
      guard storage.context === self else {
        let other = storage.context.map { "\($0)" } ?? "a context that is gone"
        fatalError(
          """
          Illegal attempt to insert a model in to a different model context. Model \
          \(storage.identifier) is already bound to \(other), not \(self). Fetch it by its \
          persistentModelID in the other context.
          """)
      }
      // What a second insertion does on Apple's systems shows at the next rollback.
      if storage.phase == .deleted { undelete(storage) } else { storage.isReinserted = true }
    }
  }

  /// Takes in a model, and the models that it leads to.
  private func adopt(_ root: any PersistentModel, _ rootStorage: ModelStorage) {
    var waiting: [(any PersistentModel, ModelStorage)] = [(root, rootStorage)]
    while let (model, storage) = waiting.popLast() {
      guard storage.phase == .detached || storage.phase == .removed else { continue }
      // An instance without values cannot be inserted; reading it says why.
      if storage.isFault { storage.fulfil() }
      let isNew = storage.phase == .detached && !storage.hasLeftContext
      let unlinked = storage.unlinked
      storage.unlinked = PropertySet()
      if storage.phase == .removed {
        storage.loader = nil
        storage.identifier = .temporary(entity: storage.description.internedName)
      }
      undoRecorder?.willMove(model)
      storage.phase = .inserted
      storage.isReinserted = false
      storage.context = self
      registry.register(model, storage)
      inserted.append(model, storage)
      journal?.note(storage, .inserted)
      for index in storage.relationships.indices {
        let destinations = storage.destinationsInMemory(relationship: index)
        guard !destinations.isEmpty else { continue }
        // Only what its initialiser has set can be unknown to the other side of a new model, and a
        // to-one relationship that was still is: to look is slow where the other side has many.
        let isUnlinked = unlinked.contains(storage.description.relationshipProperties[index])
        let inverse = isNew && !isUnlinked ? nil : storage.inverse(of: index)
        let isKnownUnlinked = isNew && storage.relationships[index].isToOne
        for destination in destinations {
          let other = destination.modelStorage
          storage.checkContext(of: other, relationship: index, owner: self)
          if let inverse,
            isKnownUnlinked || !other.leads(to: model, relationship: inverse)
          {
            other.addInverse(model, relationship: inverse, model: destination)
          }
          if other.phase == .detached || other.phase == .removed {
            waiting.append((destination, other))
          }
        }
      }
    }
    scheduleAutosave()
  }

  /// Notes that a property of a model is about to change.
  func noteChange(of storage: ModelStorage, property: Int) {
    if let undoRecorder { undoRecorder.willChange(property, of: storage) }
    guard storage.phase == .stored, !storage.isListedAsChanged else { return }
    guard let model = storage.model else { return }
    storage.isListedAsChanged = true
    changed.append(model, storage)
    journal?.note(storage, .changed)
    scheduleAutosave()
  }
}

extension ModelStorage {
  /// The destinations of a relationship, as far as they are in memory.
  func destinationsInMemory(relationship index: Int) -> [any PersistentModel] {
    switch relationships[index] {
    case .one(let destination): destination.map { [$0] } ?? []
    case .many(let models): models
    case .manyFault(let added, _): added
    case .oneFault: []
    }
  }

  /// Whether a relationship has a destination in memory.
  func leads(to model: any PersistentModel, relationship index: Int) -> Bool {
    if isFault { fulfil() }
    return switch relationships[index] {
    case .one(let destination): destination.map { isSame($0, model) } ?? false
    case .oneFault(let identifier): identifier == model.modelStorage.identifier
    case .many(let models): models.contains { isSame($0, model) }
    case .manyFault(let added, _): added.contains { isSame($0, model) }
    }
  }

  /// Dies where SwiftData dies: a relationship between instances of two contexts.
  func checkContext(of other: ModelStorage, relationship index: Int, owner: ModelContext?) {
    guard let owner, let context = other.context, context !== owner else { return }
    let property = description.properties[description.relationshipProperties[index]]
    fatalError(
      """
      Illegal attempt to establish a relationship '\(property.name)' between objects in different \
      contexts (source = \(identifier), destination = \(other.identifier)). Fetch the destination \
      by its persistentModelID in the context of the source.
      """)
  }
}
