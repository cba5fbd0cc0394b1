public import Foundation

/// A fetch that a context asks of a store.
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
  /// The context that asks.
  public let editingState: EditingState
  /// What to fetch.
  public let descriptor: FetchDescriptor<T>

  init(descriptor: FetchDescriptor<T>, editingState: EditingState) {
    self.descriptor = descriptor
    self.editingState = editingState
  }
}

/// A store's answer to a fetch.
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>:
  Sendable
{
  /// What was asked for.
  public let descriptor: FetchDescriptor<ModelType>
  /// The models, in the order asked for.
  public let fetchedSnapshots: [SnapshotType]
  /// Models that the fetched ones lead to, if the store has them at hand.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  /// Makes an answer.
  public init(
    descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}

/// The changes that a context asks a store to write.
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
  /// The context that asks.
  public let editingState: EditingState
  /// New models, under temporary identifiers.
  public let inserted: [SnapshotType]
  /// Changed models.
  public let updated: [SnapshotType]
  /// Models to delete.
  public let deleted: [SnapshotType]

  init(
    inserted: [SnapshotType], updated: [SnapshotType], deleted: [SnapshotType],
    editingState: EditingState
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.editingState = editingState
  }
}

/// A store's answer to a save.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
  /// The permanent identifier of each new model, by its temporary one.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
  /// The store that answers.
  public let storeIdentifier: String
  /// Models whose values the store changed while saving.
  public let snapshotsToReregister: [PersistentIdentifier: T]

  /// Makes an answer.
  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
  }
}

/// A deletion of all models of a type that satisfy a predicate.
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: Sendable {
  /// The context that asks.
  public let editingState: EditingState
  /// The condition; nil deletes all.
  public let predicate: Predicate<T>?
  /// Whether models of subclasses are deleted too.
  public let includeSubclasses: Bool

  init(predicate: Predicate<T>?, includeSubclasses: Bool, editingState: EditingState) {
    self.predicate = predicate
    self.includeSubclasses = includeSubclasses
    self.editingState = editingState
  }
}

/// What a store says when it cannot, or would rather not, do as asked.
public enum DataStoreError: Error, Equatable, Hashable {
  /// The store has no such feature.
  case unsupportedFeature
  /// The context shall filter by itself.
  case preferInMemoryFilter
  /// The context shall sort by itself.
  case preferInMemorySort
  /// The predicate is one that the store cannot understand.
  case invalidPredicate
}
