internal import Synchronization

/// The batch deletions of one save, on their way to the transaction that carries them out.
///
/// A store is asked for each batch deletion and then for the save. The built-in one keeps what it was asked
/// and carries it out together with the save, so that all or nothing is written; the store in front of it,
/// where there is one, need not know.
final class BatchScope: Sendable {
  @TaskLocal static var current: BatchScope?

  private struct State {
    var waiting: [ObjectIdentifier: [BatchDeletion]] = [:]
    var deleted: [PersistentIdentifier] = []
    var waitsForSave = true
  }

  private let state = Mutex(State())

  /// The rows that were deleted.
  var deleted: [PersistentIdentifier] { state.withLock { $0.deleted } }

  /// Has the next deletion carry out all: no save follows.
  func endWithNext() { state.withLock { $0.waitsForSave = false } }

  /// Keeps a deletion.
  ///
  /// - Returns: Whether a save of the store follows.
  func keep(_ deletion: BatchDeletion, of store: DefaultStore) -> Bool {
    state.withLock { state in
      state.waiting[ObjectIdentifier(store), default: []].append(deletion)
      return state.waitsForSave
    }
  }

  /// Takes what is to be carried out now.
  func take(of store: DefaultStore) -> [BatchDeletion] {
    state.withLock { $0.waiting.removeValue(forKey: ObjectIdentifier(store)) ?? [] }
  }

  func noteDeleted(_ identifiers: [PersistentIdentifier]) {
    state.withLock { $0.deleted += identifiers }
  }
}
