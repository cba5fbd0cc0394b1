/// A place where a container keeps models: the built-in ``DefaultStore``, or a store of your own.
///
/// A store answers fetches with snapshots of its models and saves snapshots of changed ones. It
/// knows nothing of model instances; contexts turn snapshots into instances.
public protocol DataStore: AnyObject {
  /// The configuration that makes this kind of store.
  associatedtype Configuration: DataStoreConfiguration where Self == Configuration.Store
  /// The form in which the store takes and gives models.
  associatedtype Snapshot: DataStoreSnapshot

  /// A text that identifies this store among all others.
  var identifier: String { get }
  /// The schema of the models that the store keeps.
  var schema: Schema { get }
  /// The configuration that made the store.
  var configuration: Configuration { get }

  /// Opens or creates the store.
  ///
  /// - Throws: Whatever keeps the store from opening; the container's initialiser passes it on.
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// Returns snapshots of the models that a descriptor asks for.
  ///
  /// - Throws: `DataStoreError.preferInMemoryFilter` or `.preferInMemorySort` to have the context
  ///   filter or sort by itself; it then fetches again without predicate or order.
  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>

  /// Returns how many models a descriptor asks for.
  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int

  /// Returns the identifiers of the models that a descriptor asks for.
  func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]

  /// Writes what a context has pending, wholly or not at all.
  ///
  /// - Throws: Whatever kept the changes from being written. The context keeps them pending.
  func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws
    -> DataStoreSaveChangesResult<Snapshot>

  /// Removes all models.
  func erase() throws

  /// Prepares for a context.
  func initializeState(for editingState: EditingState)

  /// Forgets a context.
  func invalidateState(for editingState: EditingState)

  /// Returns snapshots of models that a context holds by identifier only.
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  )
    throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
  /// Counts the snapshots of a fetch.
  ///
  /// - Throws: What the fetch throws; the context does not stand in where the store would rather not
  ///   filter.
  public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try fetch(request).fetchedSnapshots.count
  }

  /// Takes the identifiers of the snapshots of a fetch.
  ///
  /// - Throws: What the fetch throws; the context does not stand in where the store would rather not
  ///   filter or sort.
  public func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws
    -> [PersistentIdentifier]
  {
    try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }

  /// Refuses with `DataStoreError.unsupportedFeature`: only the store knows how to remove all.
  public func erase() throws { throw DataStoreError.unsupportedFeature }

  /// Does nothing.
  public func initializeState(for editingState: EditingState) {}

  /// Does nothing.
  public func invalidateState(for editingState: EditingState) {}

  /// Returns nothing: contexts fetch by identifier instead.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] { [:] }
}

/// A store that deletes all models of a type without fetching them.
public protocol DataStoreBatching: DataStore {
  /// Deletes the models that satisfy the request's predicate.
  ///
  /// - Throws: Whatever kept the models from being deleted; none is deleted then.
  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws
}

/// What a container needs to know to open a store.
public protocol DataStoreConfiguration: Hashable {
  /// The store that the configuration opens.
  associatedtype Store: DataStore where Self == Store.Configuration

  /// A name that tells the configuration from others of the same container.
  var name: String { get }
  /// The models that the store keeps; nil means all of the container's.
  var schema: Schema? { get set }

  /// Checks the configuration before the store is opened.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Accepts the configuration as it is.
  public func validate() throws {}
}
