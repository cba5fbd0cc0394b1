internal import Synchronization

/// What a context has pending, written down for others than its owner.
///
/// Only the owner of a context may look into it. A test that has ended may not be the owner, so where a
/// container is watched its contexts note each change here as well, under a lock.
final class PendingJournal: Sendable {
  /// The list that a model is on.
  enum Kind {
    case inserted
    case changed
    case deleted
  }

  private struct State {
    var editingState: EditingState
    var entries: [ObjectIdentifier: (kind: Kind, identifier: PersistentIdentifier)] = [:]
    var isClosed = false
  }

  private let state: Mutex<State>

  init(_ editingState: EditingState) { state = Mutex(State(editingState: editingState)) }

  /// Whether the context is gone.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// What is pending, unless nothing is or the context is gone.
  var pendingChanges: PendingChanges? {
    state.withLock { state in
      guard !state.isClosed, !state.entries.isEmpty else { return nil }
      func identifiers(_ kind: Kind) -> [PersistentIdentifier] {
        state.entries.values.filter { $0.kind == kind }.map(\.identifier).sorted()
      }
      return PendingChanges(
        inserted: identifiers(.inserted), changed: identifiers(.changed),
        deleted: identifiers(.deleted), editingState: state.editingState)
    }
  }

  func note(_ storage: ModelStorage, _ kind: Kind) {
    let entry = (kind, storage.identifier)
    state.withLock { $0.entries[ObjectIdentifier(storage)] = entry }
  }

  func forget(_ storage: ModelStorage) {
    state.withLock { _ = $0.entries.removeValue(forKey: ObjectIdentifier(storage)) }
  }

  func update(_ editingState: EditingState) { state.withLock { $0.editingState = editingState } }

  /// Takes what a context has pending for all that is.
  func rewrite(from context: ModelContext) {
    var entries: [ObjectIdentifier: (kind: Kind, identifier: PersistentIdentifier)] = [:]
    func add(_ storage: ModelStorage, _ kind: Kind) {
      entries[ObjectIdentifier(storage)] = (kind, storage.identifier)
    }
    for entry in context.inserted.live { add(entry.storage, .inserted) }
    for entry in context.changed.live { add(entry.storage, .changed) }
    for deletion in context.deleted { add(deletion.storage, .deleted) }
    let pending = entries
    state.withLock { $0.entries = pending }
  }

  /// Notes that the context is gone.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.entries = [:]
    }
  }
}
