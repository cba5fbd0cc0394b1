public import SwiftData

extension FaultInjectingStore {
  public func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    do {
      let result = try failingIfArmed(SavedChanges(request)) { try base.save(request) }
      probe.noteSave(of: request.editingState.id, failed: false)
      return result
    } catch {
      probe.noteSave(of: request.editingState.id, failed: true)
      throw error
    }
  }

  /// Writes, and fails at the point of the armed failure whose occasion this is.
  func failingIfArmed<R>(_ changes: SavedChanges, _ write: () throws -> R) throws -> R {
    let faults = probe.faults
    guard !faults.isEmpty,
      let failure = faults.strike(save: changes, at: SaveFailure.Point.ofStore)
    else { return try write() }
    if failure.point == .beforeWrite { throw failure.error }
    #if SWIFT_DATA_ENGINE
      if failure.point == .duringWrite {
        return try failingDuringWrite(with: failure.error, write)
      }
    #endif
    _ = try write()
    throw failure.error
  }
}

extension FaultInjectingStore: DataStoreBatching {
  public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    let changes = SavedChanges(entityNames: [.delete: [Schema.entityName(for: T.self)]])
    try failingIfArmed(changes) { try base.delete(request) }
  }
}

extension SaveFailure.Point {
  /// The points that lie in the store; the others lie in the context.
  static let ofStore: Set<SaveFailure.Point> = {
    #if SWIFT_DATA_ENGINE
      [.beforeWrite, .duringWrite, .afterCommit]
    #else
      [.beforeWrite, .afterCommit]
    #endif
  }()
}

extension SavedChanges {
  init(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) {
    func names(_ snapshots: [DefaultSnapshot]) -> Set<String> {
      Set(snapshots.lazy.map(\.persistentIdentifier.entityName))
    }
    entityNames = [
      .insert: names(request.inserted), .update: names(request.updated),
      .delete: names(request.deleted),
    ]
  }
}
