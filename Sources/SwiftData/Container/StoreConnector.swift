internal import Foundation

/// A store of whatever type, as contexts use it: default snapshots in, default snapshots out.
class StoreConnector {
  let schema: Schema
  let storeIdentifier: String

  init(schema: Schema, storeIdentifier: String) {
    self.schema = schema
    self.storeIdentifier = storeIdentifier
  }

  func fetch<T>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> FetchedSnapshots {
    preconditionFailure("abstract")
  }

  func fetchCount<T>(_ descriptor: FetchDescriptor<T>, _ state: EditingState) throws -> Int {
    preconditionFailure("abstract")
  }

  func fetchIdentifiers<T>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> [PersistentIdentifier] { preconditionFailure("abstract") }

  /// Snapshots of rows by their identifiers.
  func snapshots(
    for identifiers: [PersistentIdentifier], of type: any PersistentModel.Type,
    _ state: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] { preconditionFailure("abstract") }

  func save(_ changes: PendingSave, _ state: EditingState) throws -> SaveOutcome {
    preconditionFailure("abstract")
  }

  func erase() throws { preconditionFailure("abstract") }

  /// Whether the store has batch deletions.
  var deletesInBatches: Bool { false }

  /// A batch deletion for the built-in store; nil where the store is another.
  func compile<T>(_ request: DataStoreBatchDeleteRequest<T>) throws -> BatchDeletion? { nil }

  /// Finds out whether batch deletions are possible.
  func rehearse(_ deletions: [BatchDeletion]) throws {}

  func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    preconditionFailure("abstract")
  }

  /// The kind of transaction in the store's history; nil where it keeps none.
  var historyType: (any HistoryTransaction.Type)? { nil }

  /// The transactions of a descriptor of the store's own kind.
  func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
    preconditionFailure("abstract")
  }

  func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    preconditionFailure("abstract")
  }

  /// The number of the last transaction in a built-in store; 0 for another.
  func lastTransaction() throws -> Int64 { 0 }

  func initializeState(for state: EditingState) {}

  func invalidateState(for state: EditingState) {}
}

/// A store's answer to a fetch.
struct FetchedSnapshots {
  var snapshots: [DefaultSnapshot]
  /// Destinations that the store had at hand.
  var related: [PersistentIdentifier: DefaultSnapshot]
}

/// What a context has pending for one store.
struct PendingSave {
  /// One changed model.
  struct Change {
    let model: any PersistentModel
    let storage: ModelStorage
  }

  var inserted: [Change] = []
  var updated: [Change] = []
  var deleted: [Change] = []
  /// What is deleted past the context, before the rest.
  var batches: [PendingBatch] = []

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && batches.isEmpty
  }
}

/// What a store says of a save.
struct SaveOutcome {
  var remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  var reregistered: [PersistentIdentifier: DefaultSnapshot]
  /// The models that batch deletions took out of the store, as far as the store says.
  var deletedInBatches: [PersistentIdentifier] = []
}

/// A connector to a store of a known type.
final class Connector<Store: DataStore>: StoreConnector {
  let store: Store

  init(_ store: Store) {
    self.store = store
    super.init(schema: store.schema, storeIdentifier: store.identifier)
  }

  override func fetch<T>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> FetchedSnapshots {
    let result = try store.fetch(
      DataStoreFetchRequest(descriptor: descriptor, editingState: state))
    var fetched = FetchedSnapshots(
      snapshots: try convert(result.fetchedSnapshots, of: T.self), related: [:])
    if !result.relatedSnapshots.isEmpty {
      for (identifier, snapshot) in result.relatedSnapshots {
        fetched.related[identifier] = try DefaultSnapshot(converting: snapshot)
      }
    }
    return fetched
  }

  override func fetchCount<T>(_ descriptor: FetchDescriptor<T>, _ state: EditingState) throws -> Int
  {
    try store.fetchCount(DataStoreFetchRequest(descriptor: descriptor, editingState: state))
  }

  override func fetchIdentifiers<T>(
    _ descriptor: FetchDescriptor<T>, _ state: EditingState
  ) throws -> [PersistentIdentifier] {
    try store.fetchIdentifiers(DataStoreFetchRequest(descriptor: descriptor, editingState: state))
  }

  override func snapshots(
    for identifiers: [PersistentIdentifier], of type: any PersistentModel.Type,
    _ state: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    let cached = try store.cachedSnapshots(for: identifiers, editingState: state)
    var found: [PersistentIdentifier: DefaultSnapshot] = [:]
    for snapshot in try convert(Array(cached.values), of: type) {
      found[snapshot.persistentIdentifier] = snapshot
    }
    for identifier in identifiers where found[identifier] == nil {
      // A store without a cache of its own is asked by a fetch.
      if let snapshot = try fetchOne(identifier, of: type, state) { found[identifier] = snapshot }
    }
    return found
  }

  private func fetchOne<T: PersistentModel>(
    _ identifier: PersistentIdentifier, of type: T.Type, _ state: EditingState
  ) throws -> DefaultSnapshot? {
    // The built-in store has answered already.
    if Store.self == DefaultStore.self { return nil }
    var descriptor = FetchDescriptor<T>(
      predicate: #Predicate<T> { $0.persistentModelID == identifier })
    descriptor.fetchLimit = 1
    do {
      return try fetch(descriptor, state).snapshots.first { $0.persistentIdentifier == identifier }
    } catch DataStoreError.preferInMemoryFilter {
      return try fetch(FetchDescriptor<T>(), state).snapshots.first {
        $0.persistentIdentifier == identifier
      }
    }
  }

  override func save(_ changes: PendingSave, _ state: EditingState) throws -> SaveOutcome {
    if !changes.batches.isEmpty { return try saveWithBatches(changes, state) }
    let request = try DataStoreSaveChangesRequest<Store.Snapshot>(
      inserted: snapshots(of: changes.inserted, .insertion),
      updated: snapshots(of: changes.updated, .update),
      deleted: snapshots(of: changes.deleted, .deletion), editingState: state)
    let result = try store.save(request)
    var reregistered: [PersistentIdentifier: DefaultSnapshot] = [:]
    if !result.snapshotsToReregister.isEmpty {
      for (identifier, snapshot) in result.snapshotsToReregister {
        reregistered[identifier] = try DefaultSnapshot(converting: snapshot)
      }
    }
    return SaveOutcome(
      remappedIdentifiers: result.remappedIdentifiers, reregistered: reregistered)
  }

  private func snapshots(
    of changes: [PendingSave.Change], _ kind: DefaultSnapshot.Purpose
  ) throws -> [Store.Snapshot] {
    if Store.Snapshot.self == DefaultSnapshot.self {
      let snapshots = try changes.map { try DefaultSnapshot($0.storage, for: kind) }
      return unsafeBitCast(snapshots, to: [Store.Snapshot].self)
    }
    return changes.map { change in
      var related: [PersistentIdentifier: any BackingData] = [:]
      return Store.Snapshot(from: backingData(of: change.model), relatedBackingDatas: &related)
    }
  }

  private func backingData<T: PersistentModel>(of model: T) -> any BackingData {
    model.persistentBackingData
  }

  private func convert(
    _ snapshots: [Store.Snapshot], of type: any PersistentModel.Type
  ) throws -> [DefaultSnapshot] {
    if Store.Snapshot.self == DefaultSnapshot.self {
      return unsafeBitCast(snapshots, to: [DefaultSnapshot].self)
    }
    return try snapshots.map { try DefaultSnapshot(converting: $0) }
  }

  override func erase() throws { try store.erase() }

  /// The built-in store, be it this one or behind it.
  private var builtInStore: DefaultStore? {
    store as? DefaultStore ?? (store as? any StoreForwarding)?._forwardedStore
  }

  override var deletesInBatches: Bool { store is any DataStoreBatching }

  override func compile<T>(_ request: DataStoreBatchDeleteRequest<T>) throws -> BatchDeletion? {
    try builtInStore.map { try BatchDeletion(request, $0) }
  }

  override func rehearse(_ deletions: [BatchDeletion]) throws {
    try builtInStore?.rehearse(deletions)
  }

  override func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    guard let batching = store as? any DataStoreBatching else { return }
    try batching.delete(request)
  }

  /// Asks the store for batch deletions and for the save, which the built-in one makes one transaction of.
  private func saveWithBatches(_ changes: PendingSave, _ state: EditingState) throws -> SaveOutcome
  {
    let scope = BatchScope()
    var rest = changes
    rest.batches = []
    return try BatchScope.$current.withValue(scope) {
      for (index, batch) in changes.batches.enumerated() {
        if rest.isEmpty, index == changes.batches.count - 1 { scope.endWithNext() }
        try batch.perform(state)
      }
      var outcome =
        try rest.isEmpty
        ? SaveOutcome(remappedIdentifiers: [:], reregistered: [:]) : save(rest, state)
      outcome.deletedInBatches = scope.deleted
      return outcome
    }
  }

  override var historyType: (any HistoryTransaction.Type)? {
    func open<P: HistoryProviding>(_ provider: P) -> any HistoryTransaction.Type {
      P.HistoryType.self
    }
    return (store as? any HistoryProviding).map { open($0) }
  }

  override func fetchHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>
  ) throws -> [T] {
    func open<P: HistoryProviding>(_ provider: P) throws -> [T] {
      try provider.fetchHistory(descriptor as! HistoryDescriptor<P.HistoryType>) as! [T]
    }
    let provider = store as! any HistoryProviding
    return try open(provider)
  }

  override func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    func open<P: HistoryProviding>(_ provider: P) throws {
      try provider.deleteHistory(descriptor as! HistoryDescriptor<P.HistoryType>)
    }
    let provider = store as! any HistoryProviding
    try open(provider)
  }

  override func lastTransaction() throws -> Int64 { try builtInStore?.lastTransaction() ?? 0 }

  override func initializeState(for state: EditingState) { store.initializeState(for: state) }

  override func invalidateState(for state: EditingState) { store.invalidateState(for: state) }
}

extension DataStoreConfiguration {
  /// Opens the configuration's store.
  func connect(schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?) throws
    -> StoreConnector
  {
    var configuration = self
    if configuration.schema == nil { configuration.schema = schema }
    try configuration.validate()
    return Connector(try Store(configuration, migrationPlan: migrationPlan))
  }
}
