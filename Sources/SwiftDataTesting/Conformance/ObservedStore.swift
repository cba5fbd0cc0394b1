internal import Foundation
internal import SwiftData
internal import Synchronization

/// Opens someone's store behind one that writes down what contexts ask of it and what it answers.
struct ObservedConfiguration<Base: DataStoreConfiguration>: DataStoreConfiguration {
  typealias Store = ObservedStore<Base.Store>

  var base: Base
  let log: StoreLog<Base.Store>

  var name: String { base.name }

  var schema: Schema? {
    get { base.schema }
    set { base.schema = newValue }
  }

  func validate() throws { try base.validate() }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.base == rhs.base && lhs.log === rhs.log }

  func hash(into hasher: inout Hasher) { hasher.combine(base) }
}

/// What a store was asked and what it answered.
///
/// Unchecked because a store needn't be `Sendable`; contexts of several threads use it nevertheless.
final class StoreLog<Base: DataStore>: @unchecked Sendable {
  /// One save.
  struct Save {
    var inserted: [PersistentIdentifier]
    var remapped: [PersistentIdentifier: PersistentIdentifier]
    var storeIdentifier: String
  }

  /// One fetch that the store answered itself.
  struct Fetch {
    var entityName: String
    var limit: Int?
    var identifiers: [PersistentIdentifier]
  }

  private struct State {
    var saves: [Save] = []
    var fetches: [Fetch] = []
    var editingState: EditingState?
    var refetches: [String: (Base) throws -> [Base.Snapshot]] = [:]
  }

  // Not Synchronization's Mutex, whose value would have to be Sendable to be handed out.
  private let lock = NSLock()
  private var state = State()
  private weak var weakStore: Base?

  private func withState<R>(_ body: (inout State) -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }

  /// The text of the value that the store cannot encode in the next saves.
  var brokenText: String? {
    get { withState { _ in broken } }
    set { withState { _ in broken = newValue } }
  }

  private var broken: String?

  /// The store, while a container holds it.
  var store: Base? {
    get { withState { _ in weakStore } }
    set { withState { _ in weakStore = newValue } }
  }

  var saves: [Save] { withState { $0.saves } }
  var fetches: [Fetch] { withState { $0.fetches } }
  /// The context that asked last.
  var editingState: EditingState? { withState { $0.editingState } }

  func note(_ save: Save, _ editingState: EditingState) {
    withState {
      $0.saves.append(save)
      $0.editingState = editingState
    }
  }

  func note<T>(_ request: DataStoreFetchRequest<T>, _ snapshots: [Base.Snapshot]) {
    let name = Schema.entityName(for: T.self)
    let descriptor = request.descriptor
    withState {
      $0.fetches.append(
        Fetch(
          entityName: name, limit: descriptor.fetchLimit,
          identifiers: snapshots.map(\.persistentIdentifier)))
      $0.editingState = request.editingState
      if descriptor.predicate == nil, descriptor.sortBy.isEmpty, descriptor.fetchLimit == nil,
        descriptor.fetchOffset == nil
      {
        $0.refetches[name] = { try $0.fetch(request).fetchedSnapshots }
      }
    }
  }

  /// The snapshots of all models of an entity, without a context that could stumble over them.
  ///
  /// A request cannot be made outside SwiftData; an earlier one of a context is used again.
  func snapshots(of entity: String) throws -> [Base.Snapshot]? {
    guard let store, let refetch = withState({ $0.refetches[entity] }) else { return nil }
    return try refetch(store)
  }
}

/// Passes everything on to a store and writes it down.
final class ObservedStore<Base: DataStore>: DataStore {
  typealias Configuration = ObservedConfiguration<Base.Configuration>
  typealias Snapshot = Base.Snapshot

  let configuration: Configuration
  let base: Base

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    base = try Base(configuration.base, migrationPlan: migrationPlan)
    configuration.log.store = base
  }

  var identifier: String { base.identifier }

  var schema: Schema { base.schema }

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot> {
    let result = try base.fetch(request)
    configuration.log.note(request, result.fetchedSnapshots)
    return result
  }

  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try base.fetchCount(request)
  }

  func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier] {
    try base.fetchIdentifiers(request)
  }

  func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws
    -> DataStoreSaveChangesResult<Snapshot>
  {
    let log = configuration.log
    let result = try ConformanceFragile.$brokenText.withValue(log.brokenText) {
      try base.save(request)
    }
    log.note(
      StoreLog.Save(
        inserted: request.inserted.map(\.persistentIdentifier),
        remapped: result.remappedIdentifiers, storeIdentifier: result.storeIdentifier),
      request.editingState)
    return result
  }

  func erase() throws { try base.erase() }

  func initializeState(for editingState: EditingState) {
    base.initializeState(for: editingState)
  }

  func invalidateState(for editingState: EditingState) {
    base.invalidateState(for: editingState)
  }

  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] {
    try base.cachedSnapshots(for: persistentIdentifiers, editingState: editingState)
  }
}
