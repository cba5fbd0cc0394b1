public import Foundation
internal import Synchronization

extension ModelContext {
  /// Writes everything that is unsaved, wholly or not at all.
  ///
  /// Saved models get permanent identifiers; ``willSave`` is posted before and ``didSave`` after.
  ///
  /// With several stores that holds for each of them: those before the one that fails have saved.
  ///
  /// - Throws: A Cocoa validation error (1560 and following) for values that the schema does not allow, or
  ///   the store's error. Nothing has been written then, and *the changes stay pending*: the next
  ///   save writes them, unless you call ``rollback()``.
  public func save() throws {
    try core.testing.beforeProcessing?(self)
    guard hasChanges else { return }
    let core = usableCore()
    NotificationCenter.default.post(name: Self.willSave, object: self)
    reprocessDeletions()
    registerUndo()
    // Judged at every save, because what is denied now may be allowed at the next.
    let errors: [any Error] =
      inserted.live.compactMap { core.mismatch(of: $0.storage.description) } + denials()
    if !errors.isEmpty { throw ValidationError.combined(errors) }
    let saves = try pendingSaves(core)
    try checkStores(of: saves, core)
    try validate(saves)
    var notification = SavedIdentifiers()
    for (connector, changes) in saves {
      let outcome = try connector.save(changes, editingState)
      try checkIdentifiers(changes, outcome, connector)
      commit(changes, outcome, &notification)
    }
    // What was saved is off the lists already; what observers changed meanwhile stays pending.
    for entry in changed.live where !entry.storage.hasCommitted {
      changed.remove(entry.storage)
      entry.storage.isListedAsChanged = false
    }
    knownSaves += 1
    notification.generation = core.generation.add(1, ordering: .relaxed).newValue
    journal?.rewrite(from: self)
    NotificationCenter.default.post(
      name: Self.didSave, object: self, userInfo: notification.userInfo)
  }

  /// Runs a function and saves.
  ///
  /// - Throws: What the function throws, after which its changes stay pending; what ``save()`` throws.
  public func transaction(block: () throws -> Void) throws {
    try block()
    try save()
  }
}

extension ModelContext {
  /// Groups what is pending by store.
  private func pendingSaves(_ core: ContainerCore) throws -> [(StoreConnector, PendingSave)] {
    var saves = core.connectors.map { ($0, PendingSave()) }
    func position(_ storage: ModelStorage) throws -> Int {
      if saves.count == 1 { return 0 }
      let connector = try core.connector(for: storage.description)
      return core.connectors.firstIndex { $0 === connector }!
    }
    for (model, storage) in inserted.live {
      try saves[position(storage)].1.inserted.append(.init(model: model, storage: storage))
    }
    for (model, storage) in changed.live where storage.hasCommitted {
      try saves[position(storage)].1.updated.append(.init(model: model, storage: storage))
    }
    for deletion in deleted {
      try saves[position(deletion.storage)].1.deleted.append(
        .init(model: deletion.model, storage: deletion.storage))
    }
    for batch in batchDeletions {
      guard let index = saves.firstIndex(where: { $0.0 === batch.connector }) else { continue }
      saves[index].1.batches.append(batch)
    }
    return saves.filter { !$0.1.isEmpty }
  }

  private func validate(_ saves: [(StoreConnector, PendingSave)]) throws {
    var errors: [any Error] = []
    for (_, changes) in saves {
      for change in changes.inserted {
        change.storage.validate(core.layout, allProperties: true, into: &errors)
      }
      for change in changes.updated {
        change.storage.validate(core.layout, allProperties: false, into: &errors)
      }
    }
    if !errors.isEmpty { throw ValidationError.combined(errors) }
  }

  /// Takes over what a store has written.
  private func commit(
    _ changes: PendingSave, _ outcome: SaveOutcome, _ saved: inout SavedIdentifiers
  ) {
    let gone = Set(outcome.deletedInBatches)
    /// The models that insertions became updates of, and those inserted before.
    var named: Set<PersistentIdentifier>?
    for change in changes.inserted {
      let storage = change.storage
      let temporary = storage.identifier
      registry.unregister(temporary)
      if let permanent = outcome.remappedIdentifiers[temporary] { storage.identifier = permanent }
      storage.phase = .stored
      storage.settle()
      if let (instance, existing) = registry[storage.identifier], existing !== storage {
        // The insertion became an update of a model that the context has: both instances show one state.
        existing.takeOver(storage)
        storage.context = nil
        existing.share(keeping: instance)
        undoRecorder?.noteUpdate(insteadOfInserting: change.model)
        share(existing, with: change.model)
        if named == nil { named = Set(saved.inserted) }
        if named!.insert(existing.identifier).inserted {
          saved.updated.append(existing.identifier)
        }
        continue
      }
      if let undoRecorder, outcome.reregistered[storage.identifier] != nil {
        // The same, where nobody held the model of before.
        undoRecorder.noteUpdate(insteadOfInserting: change.model)
      }
      registry.register(change.model, storage)
      saved.inserted.append(storage.identifier)
      named?.insert(storage.identifier)
    }
    for change in changes.updated {
      let identifier = change.storage.identifier
      change.storage.settle()
      if !gone.isEmpty, gone.contains(identifier) { continue }
      if let named, named.contains(identifier) { continue }
      saved.updated.append(identifier)
    }
    for change in changes.deleted {
      registry.unregister(change.storage.identifier)
      change.storage.phase = .removed
      change.storage.context = nil
      change.storage.committed = nil
      change.storage.keeper = nil
      undoRecorder?.forgetUpdate(of: change.storage)
      let identifier = change.storage.identifier
      if gone.isEmpty || !gone.contains(identifier) { saved.deleted.append(identifier) }
    }
    for (identifier, snapshot) in outcome.reregistered {
      if let (_, storage) = registry[identifier] { storage.fill(from: snapshot) }
    }
    inserted.remove(all: changes.inserted)
    changed.remove(all: changes.updated)
    let settled = Set(changes.deleted.map { ObjectIdentifier($0.storage) })
    deleted.removeAll { settled.contains(ObjectIdentifier($0.storage)) }
    processedDeletionCount = deleted.count
    journal?.rewrite(from: self)
    guard !changes.batches.isEmpty else { return }
    batchDeletions.removeAll { $0.connector === changes.batches[0].connector }
    forget(outcome.deletedInBatches)
    saved.deleted += outcome.deletedInBatches
  }

  private func share<T: PersistentModel>(_ storage: ModelStorage, with model: T) {
    model.persistentBackingData = _DefaultBackingData<T>(storage: storage)
  }

  /// Refuses an answer without identifiers of what was inserted.
  private func checkIdentifiers(
    _ changes: PendingSave, _ outcome: SaveOutcome, _ connector: StoreConnector
  ) throws {
    for change in changes.inserted
    where outcome.remappedIdentifiers[change.storage.identifier] == nil {
      throw SwiftDataError(
        .modelValidationFailure,
        """
        the store '\(connector.storeIdentifier)' saved a new \
        '\(change.storage.description.entityName)' without giving it a permanent identifier: its \
        result must remap every inserted identifier
        """)
    }
  }
}

extension PendingModels {
  mutating func remove(all changes: [PendingSave.Change]) {
    if changes.count == count { return removeAll() }
    for change in changes { remove(change.storage) }
  }
}

extension ModelStorage {
  /// Takes the values of the moment for committed: the store has them.
  func settle() {
    keepValues()
    for index in relationships.indices {
      if case .manyFault = relationships[index] {
        relationships[index] = .manyFault(added: [], removed: [])
      }
    }
  }

  /// Takes the values of an instance whose insertion turned out to be an update of this one.
  func takeOver(_ other: ModelStorage) {
    slots = other.slots
    liveValues = other.liveValues
    unencoded = other.unencoded
    relationships = other.relationships
    isFault = false
    committed = nil
    collectionCache = nil
    changes.removeAll()
  }
}

/// The identifiers that `didSave` carries.
private struct SavedIdentifiers {
  var inserted: [PersistentIdentifier] = []
  var updated: [PersistentIdentifier] = []
  var deleted: [PersistentIdentifier] = []
  var generation = 0

  var userInfo: [AnyHashable: Any] {
    typealias Key = ModelContext.NotificationKey
    return [
      Key.insertedIdentifiers.rawValue: inserted, Key.updatedIdentifiers.rawValue: updated,
      Key.deletedIdentifiers.rawValue: deleted,
      Key.queryGeneration.rawValue: QueryGeneration(number: generation),
    ]
  }
}

/// The state of a container's stores after a save: no two saves have the same.
struct QueryGeneration: Hashable, Sendable {
  let number: Int
}

// MARK: - Notifications

extension ModelContext {
  /// Posted with the context as object when it is about to save; it has no user info.
  public static let willSave = Notification.Name("SwiftData.ModelContext.willSave")

  /// Posted with the context as object when it has saved; ``NotificationKey`` has the keys of its user info.
  public static let didSave = Notification.Name("SwiftData.ModelContext.didSave")

  /// The keys of the user info of ``didSave``; the user info has their raw values.
  ///
  /// Identifiers come as arrays, each identifier once.
  public enum NotificationKey: String {
    /// An opaque token of what is stored after the save, which is another after every save.
    case queryGeneration
    /// Present where every identifier is invalid, which no save of this engine makes them.
    case invalidatedAllIdentifiers = "invalidatedAll"
    /// The identifiers of models that were inserted.
    case insertedIdentifiers = "inserted"
    /// The identifiers of models that were changed.
    case updatedIdentifiers = "updated"
    /// The identifiers of models that were deleted, those of batch deletions among them.
    case deletedIdentifiers = "deleted"
  }
}
