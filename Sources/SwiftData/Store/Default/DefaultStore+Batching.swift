internal import Foundation
internal import Synchronization

extension DefaultStore {
  /// Deletes the models that satisfy the request's predicate, as SQL.
  ///
  /// Delete rules apply to the rows. While a context saves, the deletion becomes part of the save's
  /// transaction.
  ///
  /// - Throws: `CocoaError` 134050 where a model that stays would lose a destination that it must have, or a
  ///   rule denies the deletion; see ``fetch(_:)`` for predicates. Nothing is deleted then.
  public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
    try checkAllowsSave()
    let deletion = try BatchDeletion(request, self)
    let scope = BatchScope.current
    if let scope, scope.keep(deletion, of: self) { return }
    let deletions = scope?.take(of: self) ?? [deletion]
    let author = request.editingState.author
    let deleted = try connection.withLock { connection in
      let files = ExternalChanges(external)
      var runner = BatchRunner(self, connection, HistoryRecorder(history), files)
      try files.following(on: connection) {
        try connection.transaction(.immediate) {
          try checkSchema(connection)
          for deletion in deletions { try runner.run(deletion) }
          try write(runner.history, author: author, connection)
        }
      }
      if !runner.history.isEmpty { hasHistoryTables.store(true, ordering: .relaxed) }
      return runner.deleted
    }
    scope?.noteDeleted(deleted)
  }

  /// Carries deletions out, in a transaction that is open.
  func run(
    _ deletions: [BatchDeletion], _ connection: Connection, _ history: HistoryRecorder,
    _ files: ExternalChanges
  ) throws -> BatchRunner {
    var runner = BatchRunner(self, connection, history, files)
    for deletion in deletions { try runner.run(deletion) }
    return runner
  }

  /// Finds out whether deletions are possible, and leaves the store as it is.
  ///
  /// - Throws: What ``delete(_:)`` would throw.
  func rehearse(_ deletions: [BatchDeletion]) throws {
    guard configuration.allowsSave,
      deletions.contains(where: { layout.canRefuseBatchDeletion(of: $0.entity) })
    else { return }
    struct Rehearsed: Error {}
    do {
      try connection.withLock { connection in
        try connection.transaction(.immediate) {
          try checkSchema(connection)
          // Its files are noted and stay.
          _ = try run(deletions, connection, HistoryRecorder(history), ExternalChanges(external))
          throw Rehearsed()
        }
      }
    } catch is Rehearsed {}
  }
}
