internal import Synchronization

@_spi(Testing)
extension ModelContainer {
  /// The hooks of this container for testing.
  public var _testing: ContainerTesting { core.testing }
}

/// What a test may watch and change of one container.
///
/// All of it can be set at any time and from any thread; it concerns the one container only.
@_spi(Testing)
public final class ContainerTesting: Sendable {
  private struct State {
    var hazards = HazardConfiguration.current
    var mainContextAutosaves = true
    var beforeProcessing: (@Sendable (ModelContext) throws -> Void)?
    var contextDiscarded: (@Sendable (PendingChanges) -> Void)?
    var contexts: [WeakContext] = []
  }

  private struct WeakContext: @unchecked Sendable {
    // Unchecked because off its own context the reference is only handed out, never used.
    weak var context: ModelContext?
  }

  private let state = Mutex(State())

  init() {}

  /// Called at the start of every container's creation; what it throws, the initialiser throws.
  @TaskLocal public static var beforeCreation:
    (@Sendable (Schema, [any DataStoreConfiguration]) throws -> Void)?

  /// The policies at hazards: those of the scope that made the container, unless set.
  public var hazards: HazardConfiguration? {
    get { state.withLock { $0.hazards } }
    set { state.withLock { $0.hazards = newValue } }
  }

  /// Whether the main context is made with autosave on.
  public var mainContextAutosaves: Bool {
    get { state.withLock { $0.mainContextAutosaves } }
    set { state.withLock { $0.mainContextAutosaves = newValue } }
  }

  /// Called at the top of every `save()`, before pending changes are processed; what it throws, `save()` throws.
  public var beforeProcessing: (@Sendable (ModelContext) throws -> Void)? {
    get { state.withLock { $0.beforeProcessing } }
    set { state.withLock { $0.beforeProcessing = newValue } }
  }

  /// Called when a context ends with unsaved changes.
  public var contextDiscarded: (@Sendable (PendingChanges) -> Void)? {
    get { state.withLock { $0.contextDiscarded } }
    set { state.withLock { $0.contextDiscarded = newValue } }
  }

  /// The contexts of the container that are alive.
  public var registeredContexts: [ModelContext] {
    state.withLock { $0.contexts }.compactMap(\.context)
  }

  func register(_ context: ModelContext) {
    // What is looked at inside the lock is kept until after it: the end of a context takes it too.
    let living = state.withLock { state in
      let living = state.contexts.map(\.context)
      state.contexts = zip(state.contexts, living).filter { $1 != nil }.map(\.0)
      state.contexts.append(WeakContext(context: context))
      return UncheckedContexts(living)
    }
    withExtendedLifetime(living) {}
  }

  private struct UncheckedContexts: @unchecked Sendable {
    // Unchecked because the contexts are only held.
    let contexts: [ModelContext?]

    init(_ contexts: [ModelContext?]) { self.contexts = contexts }
  }
}

/// What a context had pending.
@_spi(Testing)
public struct PendingChanges: Sendable {
  /// The identifiers of models that were never saved.
  public let inserted: [PersistentIdentifier]
  /// The identifiers of models with unsaved changes.
  public let changed: [PersistentIdentifier]
  /// The identifiers of models whose deletion was not saved.
  public let deleted: [PersistentIdentifier]
  /// The context.
  public let editingState: EditingState
}

/// Hooks inside the built-in store.
@_spi(Testing)
public enum StoreTesting {
  /// Called inside the transaction of a save after each row that was written, with the number of rows so far
  /// and in all; what it throws, the save throws once its transaction is rolled back.
  @TaskLocal public static var afterRow: (@Sendable (_ written: Int, _ all: Int) throws -> Void)?
}

@_spi(Testing)
extension Schema.Entity {
  /// The Swift type of the entity, where the process knows it.
  public var _modelType: (any PersistentModel.Type)? { modelType }
}

/// A store in front of a built-in one that passes on what it doesn't answer itself.
///
/// The engine asks the built-in store beforehand whether a batch deletion is possible.
@_spi(Testing)
public protocol StoreForwarding: DataStore {
  /// The built-in store.
  var _forwardedStore: DefaultStore { get }
}
