internal import Foundation

/// A store of whatever type, as contexts use it: default snapshots in, default snapshots out.
class StoreConnector {
  let schema: Schema
  let storeIdentifier: String

  init(schema: Schema, storeIdentifier: String) {
    self.schema = schema
    self.storeIdentifier = storeIdentifier
  }

  func fetch<T>(_ descriptor: FetchDescriptor<T>, _ state: EditingState) throws -> [DefaultSnapshot]
  {
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

  func initializeState(for state: EditingState) {}

  func invalidateState(for state: EditingState) {}
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

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// What a store says of a save.
struct SaveOutcome {
  var remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  var reregistered: [PersistentIdentifier: DefaultSnapshot]
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
  ) throws -> [DefaultSnapshot] {
    let result = try store.fetch(
      DataStoreFetchRequest(descriptor: descriptor, editingState: state))
    return try convert(result.fetchedSnapshots, of: T.self)
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
      return try fetch(descriptor, state).first { $0.persistentIdentifier == identifier }
    } catch DataStoreError.preferInMemoryFilter {
      return try fetch(FetchDescriptor<T>(), state).first { $0.persistentIdentifier == identifier }
    }
  }

  override func save(_ changes: PendingSave, _ state: EditingState) throws -> SaveOutcome {
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
