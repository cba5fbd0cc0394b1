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
    var publishesPendingChanges = false
    var journals: [PendingJournal] = []
  }

  private let state = Mutex(State())

  init() {}

  /// Called at the start of every container's creation; what it throws, the initialiser throws.
  @TaskLocal public static var beforeCreation: BeforeCreation?

  /// A function that is called before a container is made; a structure as ``StoreTesting/AfterRow`` is one.
  public struct BeforeCreation: Sendable {
    let call: @Sendable (Schema, [any DataStoreConfiguration]) throws -> Void

    /// Wraps a function.
    public init(
      _ call: @escaping @Sendable (Schema, [any DataStoreConfiguration]) throws -> Void
    ) {
      self.call = call
    }
  }

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

  /// Whether contexts that are made from now on can be asked for their pending changes by anyone.
  public var publishesPendingChanges: Bool {
    get { state.withLock { $0.publishesPendingChanges } }
    set { state.withLock { $0.publishesPendingChanges = newValue } }
  }

  /// What the living contexts have pending, without those that have nothing.
  ///
  /// It may be asked from any thread, also while the contexts are at work.
  public var pendingChanges: [PendingChanges] {
    state.withLock { $0.journals }.compactMap(\.pendingChanges)
  }

  /// The journal of a new context, where pending changes are published.
  func journal(for editingState: EditingState) -> PendingJournal? {
    state.withLock { state in
      guard state.publishesPendingChanges else { return nil }
      let journal = PendingJournal(editingState)
      state.journals.removeAll { $0.isClosed }
      state.journals.append(journal)
      return journal
    }
  }
}

/// What a context has or had pending.
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
  @TaskLocal public static var afterRow: AfterRow?

  /// A function that is called after a row.
  ///
  /// It is in a structure because Swift 6.3's optimiser breaks a task local that is a function itself: the
  /// process ends where a synchronous function sets it.
  public struct AfterRow: Sendable {
    let call: @Sendable (_ written: Int, _ all: Int) throws -> Void

    /// Wraps a function.
    public init(_ call: @escaping @Sendable (_ written: Int, _ all: Int) throws -> Void) {
      self.call = call
    }
  }

  /// Given to the connections that are opened in its scope, for their whole life.
  @TaskLocal static var beforeStatement: StatementHook?

  /// Sees the text of a statement before it is compiled; what it throws, the statement fails with.
  ///
  /// In a structure for the reason that ``AfterRow`` is in one.
  struct StatementHook: Sendable {
    let call: @Sendable (_ sql: String) throws(SQLiteError) -> Void
  }
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
