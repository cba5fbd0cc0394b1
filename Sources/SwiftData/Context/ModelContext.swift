internal import Foundation
internal import Synchronization

/// The place where models live in memory: it fetches, tracks changes, and saves them.
///
/// ```swift
/// let context = ModelContext(container)
/// context.insert(Trip(name: "Lisbon"))
/// try context.save()
/// ```
///
/// A context is used by one thread or actor at a time, and so are its models. A context of your own keeps
/// its container; the container's main context does not: hold the container for as long as you use
/// ``ModelContainer/mainContext``.
///
/// A `save()` that fails leaves its changes pending, and the next save writes them: call ``rollback()`` to
/// drop them. Two contexts don't merge: what one saves, another sees when it fetches.
public class ModelContext {
  let core: ContainerCore
  /// The container, kept by every context but the main one, which the container itself keeps.
  private let keptContainer: ModelContainer?
  private weak var weakContainer: ModelContainer?

  /// Whether the context saves by itself. True for a container's main context only, unless set.
  ///
  /// The main context saves soon after a change, when its actor is free. A context of your own does
  /// not save by itself, whatever the value.
  public var autosaveEnabled = false {
    didSet { if autosaveEnabled, hasChanges { scheduleAutosave() } }
  }
  /// The author that history attributes the context's changes to.
  public var author: String? {
    get { editingState.author }
    set { editingState.author = newValue }
  }
  /// The context as stores see it.
  public var editingState: EditingState { didSet { journal?.update(editingState) } }

  /// The saves of all contexts when this one was made, and its own since.
  var knownSaves: Int
  /// Whether another context of the container has saved since this one was made, so that models may have other
  /// values in the store than here.
  var othersHaveSaved: Bool { core.generation.load(ordering: .relaxed) != knownSaves }

  /// The instances that the context knows.
  let registry = IdentityMap()
  /// Models that were inserted and never saved.
  var inserted = PendingModels()
  /// Models with changed values.
  var changed = PendingModels()
  /// Deletions, with what is needed to bring a model back.
  var deleted: [PendingDeletion] = []
  /// What the next save deletes past the models in memory.
  var batchDeletions: [PendingBatch] = []
  /// The deletions from this position on are not processed yet.
  var processedDeletionCount = 0
  /// What notes changes for the undo manager; nil without one.
  var undoRecorder: UndoRecorder?
  /// Where pending changes are noted for others, if the container is watched.
  let journal: PendingJournal?
  var isAutosaveScheduled = false
  /// Whether this is its container's context on the main actor.
  let isMainContext: Bool
  /// Whether the container is alive.
  var hasContainer: Bool { weakContainer != nil }

  /// Makes a context of a container, and keeps the container.
  public convenience init(_ container: ModelContainer) {
    self.init(container, isMain: false)
  }

  /// Makes a context that keeps its container, or the main one, which its container keeps.
  init(_ container: ModelContainer, isMain: Bool) {
    core = container.core
    keptContainer = isMain ? nil : container
    weakContainer = container
    isMainContext = isMain
    editingState = EditingState()
    knownSaves = core.generation.load(ordering: .relaxed)
    journal = core.testing.journal(for: editingState)
    for connector in core.connectors { connector.initializeState(for: editingState) }
  }

  deinit {
    journal?.close()
    if hasChanges, let discarded = core.testing.contextDiscarded { discarded(pendingChanges) }
    for connector in core.connectors { connector.invalidateState(for: editingState) }
    registry.releaseModels()
  }

  /// The container of the context.
  public var container: ModelContainer {
    if let weakContainer { return weakContainer }
    fatalError(
      "The container of this main context is gone: mainContext does not keep it. Hold the ModelContainer for as long as the context is used."
    )
  }

  /// The core, for an operation that needs the stores.
  ///
  /// Dies, where the policy says so, if the container is gone.
  func usableCore() -> ContainerCore {
    if weakContainer == nil,
      HazardConfiguration.shouldGoWrong(
        at: .contextOutlivesContainer, context: self, model: "ModelContext",
        "the container was released while its main context is still used")
    {
      // The store of a released container is closed; using the context means using nothing.
      _ = container
    }
    return core
  }

  /// Whether anything is unsaved.
  public var hasChanges: Bool {
    !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty || !batchDeletions.isEmpty
  }

  /// The models that were inserted and never saved, in the order of insertion.
  public var insertedModelsArray: [any PersistentModel] { inserted.models }

  /// The models with unsaved changes, in the order of their first change.
  public var changedModelsArray: [any PersistentModel] { changed.models }

  /// The models that the next save deletes.
  ///
  /// Models that a delete rule takes along appear when changes are processed.
  public var deletedModelsArray: [any PersistentModel] { deleted.map(\.model) }

  /// The identifiers of everything that is unsaved.
  var pendingChanges: PendingChanges {
    PendingChanges(
      inserted: inserted.models.map(\.persistentModelID),
      changed: changed.models.map(\.persistentModelID),
      deleted: deleted.map(\.storage.identifier), editingState: editingState)
  }
}

extension ModelContext: Equatable {
  /// Two contexts are equal that are one and the same.
  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }
}

extension ModelContext: CustomDebugStringConvertible {
  /// How many models are inserted, changed and deleted.
  public var debugDescription: String {
    "ModelContext(inserted: \(inserted.count), changed: \(changed.count), deleted: \(deleted.count))"
  }
}
