import Foundation
import SwiftData

/// Uses of the protocols of stores, of what contexts and stores exchange, and of errors.
enum StoreSignatures {
  static func dataStore<Store: DataStore>(
    _ store: Store, _ configuration: Store.Configuration, _ state: EditingState,
    _ changes: DataStoreSaveChangesRequest<Store.Snapshot>
  ) throws where Store.Configuration.Store == Store {
    let _: Store = try Store(configuration, migrationPlan: nil)
    let _: (String, Schema, Store.Configuration) = (
      store.identifier, store.schema, store.configuration
    )
    let _: DataStoreSaveChangesResult<Store.Snapshot> = try store.save(changes)
    try store.erase()
    store.initializeState(for: state)
    store.invalidateState(for: state)
    let _: [PersistentIdentifier: Store.Snapshot] = try store.cachedSnapshots(
      for: [], editingState: state)
  }

  static func fetches<Store: DataStore, Model: PersistentModel>(
    _ store: Store, _ request: DataStoreFetchRequest<Model>
  ) throws {
    let _: DataStoreFetchResult<Model, Store.Snapshot> = try store.fetch(request)
    let _: Int = try store.fetchCount(request)
    let _: [PersistentIdentifier] = try store.fetchIdentifiers(request)
  }

  static func batching<Store: DataStoreBatching, Model: PersistentModel>(
    _ store: Store, _ request: DataStoreBatchDeleteRequest<Model>
  ) throws {
    try store.delete(request)
  }

  static func configuration<C: DataStoreConfiguration>(_ configuration: inout C) throws {
    let _: any DataStore.Type = C.Store.self
    let _: String = configuration.name
    configuration.schema = configuration.schema as Schema?
    try configuration.validate()
    let _: any Hashable = configuration
  }

  static func snapshot<S: DataStoreSnapshot, Model: PersistentModel>(
    _ snapshot: S, _ model: Model, _ related: inout [PersistentIdentifier: any BackingData]
  ) {
    let identifier: PersistentIdentifier = snapshot.persistentIdentifier
    let data: any BackingData = model.persistentBackingData
    let _: S = S(from: data, relatedBackingDatas: &related)
    let _: S = snapshot.copy(
      persistentIdentifier: identifier,
      remappedIdentifiers: [identifier: identifier] as [PersistentIdentifier: PersistentIdentifier]?
    )
    let _: any Codable & Sendable = snapshot
  }

  static func snapshotCodingKey(_ key: DataStoreSnapshotCodingKey) {
    switch key {
    case .persistentIdentifier: break
    case .modeledProperty(let name): let _: String = name
    @unknown default: break
    }
    let _: any CodingKey = key
  }

  static func snapshotValue<Value: DataStoreSnapshotValue>(_ value: Value) {
    let _: any Codable & Sendable = value
  }

  static func fetchRequest<Model: PersistentModel>(_ request: DataStoreFetchRequest<Model>) {
    let _: (EditingState, FetchDescriptor<Model>) = (request.editingState, request.descriptor)
    let _: any Sendable = request
  }

  static func fetchResult<Model: PersistentModel, Snapshot: DataStoreSnapshot>(
    _ descriptor: FetchDescriptor<Model>, _ snapshots: [Snapshot],
    _ related: [PersistentIdentifier: Snapshot]
  ) {
    _ = DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: snapshots)
    let result = DataStoreFetchResult(
      descriptor: descriptor, fetchedSnapshots: snapshots, relatedSnapshots: related)
    let _: FetchDescriptor<Model> = result.descriptor
    let _: ([Snapshot], [PersistentIdentifier: Snapshot]) = (
      result.fetchedSnapshots, result.relatedSnapshots
    )
  }

  static func saveRequest<Snapshot: DataStoreSnapshot>(
    _ request: DataStoreSaveChangesRequest<Snapshot>
  ) {
    let _: [Snapshot] = request.inserted + request.updated + request.deleted
    let _: EditingState = request.editingState
  }

  static func saveResult<Snapshot: DataStoreSnapshot>(
    _ identifiers: [PersistentIdentifier: PersistentIdentifier],
    _ snapshots: [PersistentIdentifier: Snapshot]
  ) {
    _ = DataStoreSaveChangesResult<Snapshot>(for: "store")
    let result = DataStoreSaveChangesResult(
      for: "store", remappedIdentifiers: identifiers, snapshotsToReregister: snapshots)
    let _: [PersistentIdentifier: PersistentIdentifier] = result.remappedIdentifiers
    let _: (String, [PersistentIdentifier: Snapshot]) = (
      result.storeIdentifier, result.snapshotsToReregister
    )
    let _: any Sendable & AnyObject = result
  }

  static func batchDeleteRequest<Model: PersistentModel>(
    _ request: DataStoreBatchDeleteRequest<Model>
  ) {
    let _: (EditingState, Predicate<Model>?, Bool) = (
      request.editingState, request.predicate, request.includeSubclasses
    )
  }

  static func dataStoreError(_ error: DataStoreError) {
    switch error {
    case .unsupportedFeature, .preferInMemoryFilter, .preferInMemorySort, .invalidPredicate: break
    @unknown default: break
    }
    let _: any Error & Hashable = error
  }

  static func defaultSnapshot(_ snapshot: DefaultSnapshot) {
    let identifier: PersistentIdentifier = snapshot.persistentIdentifier
    let _: DefaultSnapshot = snapshot.copy(persistentIdentifier: identifier)
    let _: any DataStoreSnapshot = snapshot
  }

  static func defaultStore(_ configuration: ModelConfiguration) throws {
    let store = try DefaultStore(configuration)
    _ = try DefaultStore(configuration, migrationPlan: nil)
    let _: (String, Schema, String) = (store.name, store.schema, store.identifier)
    let _: (ModelConfiguration.Type, DefaultSnapshot.Type) = (
      DefaultStore.Configuration.self, DefaultStore.Snapshot.self
    )
    let _: any DataStoreBatching = store
  }

  static func swiftDataError(_ error: any Error) -> Bool {
    let _: Set<SwiftDataError> = [
      .includePendingChangesWithBatchSize, .unsupportedPredicate, .unsupportedKeyPath,
      .sortingPendingChangesWithIdentifiers, .unsupportedSortDescriptor, .duplicateConfiguration,
      .configurationFileNameTooLong, .configurationFileNameContainsInvalidCharacters,
      .configurationSchemaNotFoundInContainerSchema, .loadIssueModelContainer,
      .modelValidationFailure, .missingModelContext, .backwardMigration, .unknownSchema,
      .historyTokenExpired, .invalidTransactionFetchRequest,
    ]
    do {
      throw error
    } catch SwiftDataError.backwardMigration {
      return true
    } catch {
      return SwiftDataError.unknownSchema ~= error
    }
  }
}
