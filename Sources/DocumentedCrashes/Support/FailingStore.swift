import Foundation
import SwiftData
import Synchronization

/// Decides whether the saves of one container fail.
final class SaveSwitch: Sendable {
  /// The error of a save that fails, such as the one of a full disk.
  struct Failure: Error {}

  private let isFailing = Mutex(false)

  /// Lets every save of the container fail while a function runs.
  ///
  /// - Throws: What the function throws.
  func failing(_ body: () throws -> Void) rethrows {
    isFailing.withLock { $0 = true }
    defer { isFailing.withLock { $0 = false } }
    try body()
  }

  func check() throws {
    if isFailing.withLock({ $0 }) { throw Failure() }
  }
}

/// A container in memory whose saves fail while its switch is on.
///
/// The failure comes from the store: `save()` has processed the pending changes by then, as it has
/// where a store of its own fails.
func makeFailableContainer(
  _ types: any PersistentModel.Type...
) throws -> (container: ModelContainer, saves: SaveSwitch) {
  let saves = SaveSwitch()
  let schema = Schema(types)
  let configuration = FailingStoreConfiguration(
    wrapped: ModelConfiguration(
      UUID().uuidString, schema: schema, isStoredInMemoryOnly: true, cloudKitDatabase: .none),
    saves: saves)
  return (try ModelContainer(for: schema, configurations: [configuration]).kept(), saves)
}

/// The configuration of a ``FailingStore``.
struct FailingStoreConfiguration: DataStoreConfiguration {
  typealias Store = FailingStore

  var wrapped: ModelConfiguration
  let saves: SaveSwitch

  var name: String { wrapped.name }
  var schema: Schema? {
    get { wrapped.schema }
    set { wrapped.schema = newValue }
  }

  func validate() throws {}

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.saves === rhs.saves }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(saves)) }
}

/// A store that forwards to the built-in one, and whose saves fail while a switch is on.
final class FailingStore: DataStore {
  typealias Configuration = FailingStoreConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: FailingStoreConfiguration
  private let wrapped: DefaultStore

  var identifier: String { wrapped.identifier }
  var schema: Schema { wrapped.schema }

  init(
    _ configuration: FailingStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    wrapped = try DefaultStore(configuration.wrapped, migrationPlan: migrationPlan)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    try configuration.saves.check()
    return try wrapped.save(request)
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    try wrapped.fetch(request)
  }

  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try wrapped.fetchCount(request)
  }

  func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    try wrapped.fetchIdentifiers(request)
  }

  func initializeState(for editingState: EditingState) {
    wrapped.initializeState(for: editingState)
  }

  func invalidateState(for editingState: EditingState) {
    wrapped.invalidateState(for: editingState)
  }

  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    try wrapped.cachedSnapshots(for: persistentIdentifiers, editingState: editingState)
  }
}
