import SwiftData

@testable import SwiftDataTesting

#if !THREAD_SANITIZER
  import Synchronization
#endif

/// Whether snapshots take over what a copy is given.
protocol CopyPolicy: Sendable {
  static var isSound: Bool { get }
}

enum SoundCopies: CopyPolicy { static let isSound = true }
enum ForgetfulCopies: CopyPolicy { static let isSound = false }

/// A snapshot that is not the library's.
struct WrappedSnapshot<Policy: CopyPolicy>: DataStoreSnapshot {
  var base: DefaultSnapshot

  var persistentIdentifier: PersistentIdentifier { base.persistentIdentifier }

  init(_ base: DefaultSnapshot) { self.base = base }

  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    base = DefaultSnapshot(from: backingData, relatedBackingDatas: &relatedBackingDatas)
  }

  init(from decoder: any Decoder) throws { base = try DefaultSnapshot(from: decoder) }

  func encode(to encoder: any Encoder) throws { try base.encode(to: encoder) }

  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self {
    guard Policy.isSound else { return self }
    return Self(
      base.copy(
        persistentIdentifier: persistentIdentifier, remappedIdentifiers: remappedIdentifiers))
  }
}

struct WrappedSnapshotConfiguration<Policy: CopyPolicy>: DataStoreConfiguration {
  typealias Store = WrappedSnapshotStore<Policy>

  var name = "wrapped"
  var schema: Schema?

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A store in memory whose snapshots are its own.
final class WrappedSnapshotStore<Policy: CopyPolicy>: DataStore {
  typealias Configuration = WrappedSnapshotConfiguration<Policy>
  typealias Snapshot = WrappedSnapshot<Policy>

  let identifier = "wrapped"
  let configuration: Configuration
  let schema: Schema
  private let models = Mutex<(next: Int, all: [PersistentIdentifier: Snapshot])>((1, [:]))

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
  }

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot> {
    let descriptor = request.descriptor
    if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let entities = schema.names(ofHeirsOf: Schema.entityName(for: T.self))
    let found = models.withLock { $0.all.values }
      .filter { entities.contains($0.persistentIdentifier.entityName) }
      .dropFirst(descriptor.fetchOffset ?? 0).prefix(descriptor.fetchLimit ?? .max)
    return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: Array(found))
  }

  func save(
    _ request: DataStoreSaveChangesRequest<Snapshot>
  ) throws -> DataStoreSaveChangesResult<Snapshot> {
    try models.withLock { models in
      var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
      for snapshot in request.inserted {
        permanent[snapshot.persistentIdentifier] = try .identifier(
          for: identifier, entityName: snapshot.persistentIdentifier.entityName,
          primaryKey: models.next)
        models.next += 1
      }
      for snapshot in request.inserted + request.updated {
        let new = permanent[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
        models.all[new] = Snapshot(
          snapshot.base.copy(persistentIdentifier: new, remappedIdentifiers: permanent))
      }
      for snapshot in request.deleted { models.all[snapshot.persistentIdentifier] = nil }
      return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: permanent)
    }
  }
}
