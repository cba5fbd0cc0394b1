extension DataStoreConformance {
  /// One of the things that a store must do.
  public enum Check: String, CaseIterable, Sendable {
    /// A new configuration opens an empty store.
    case opensEmpty
    /// Every inserted model gets a permanent identifier of the store.
    case remapsIdentifiers
    /// A model has the same identifier wherever and whenever it is fetched.
    case keepsIdentifiers
    /// All values of an inserted model come back.
    case storesInsertions
    /// Changed values replace stored ones, and nothing else changes.
    case storesUpdates
    /// Deleted models are gone, and no others.
    case storesDeletions
    /// Relationships of every kind come back, from both sides, as they were set and changed.
    case storesRelationships
    /// A fetch by its identifier finds a model.
    case findsByIdentifier
    /// A fetch returns models of the fetched type only.
    case fetchesOneEntity
    /// A fetch of a model returns those that inherit from it, and a fetch of these no others.
    ///
    /// A store without inherited models declines with a `DataStoreError` when one is saved.
    case fetchesHeirs
    /// A fetch returns the models that satisfy its predicate.
    case filters
    /// A fetch returns models in the order of its sort descriptors.
    case sorts
    /// A fetch returns no more models than its limit, and leaves out those before its offset.
    case pages
    /// A count is the number of models that the fetch returns.
    case counts
    /// Fetched identifiers are those of the models that the fetch returns.
    case fetchesIdentifiers
    /// A save that fails writes nothing, and can be repeated.
    case savesWhollyOrNotAtAll
    /// Erasing leaves an empty store that can be used.
    case erases
    /// What was saved is there when the store is opened again.
    case persists
    /// Contexts see what others have saved, and lose nothing to each other.
    case sharesBetweenContexts
    /// The end of one context concerns no other.
    case survivesContexts
    /// Cached snapshots are those asked for, with the values saved last.
    case cachesSnapshots
    /// A copied snapshot has the identifier that it was given.
    case copiesSnapshots
    /// A thousand models in one save come back.
    case storesMany
    /// Saves of many threads all arrive.
    case storesConcurrently

    /// What the protocol asks, in one sentence.
    public var requirement: String {
      switch self {
      case .opensEmpty: "DataStore.init opens the place of its configuration: a new one is empty"
      case .remapsIdentifiers:
        "DataStore.save returns in remappedIdentifiers a permanent identifier for every inserted model"
      case .keepsIdentifiers: "the identifier that DataStore.save gave a model stays the model's"
      case .storesInsertions: "DataStore.save stores the values of inserted snapshots"
      case .storesUpdates: "DataStore.save replaces stored values by those of updated snapshots"
      case .storesDeletions: "DataStore.save removes deleted snapshots, and no others"
      case .storesRelationships:
        "DataStore.save stores relationships, with temporary identifiers replaced by permanent ones"
      case .findsByIdentifier:
        "DataStore.fetch applies a predicate on persistentModelID, or throws preferInMemoryFilter"
      case .fetchesOneEntity: "DataStore.fetch returns snapshots of the fetched model"
      case .fetchesHeirs:
        "DataStore.fetch returns snapshots of the models that inherit from the fetched one, too"
      case .filters:
        "DataStore.fetch applies the predicate or throws DataStoreError.preferInMemoryFilter"
      case .sorts: "DataStore.fetch applies sortBy or throws DataStoreError.preferInMemorySort"
      case .pages: "DataStore.fetch applies fetchLimit and fetchOffset where it answers itself"
      case .counts: "DataStore.fetchCount agrees with DataStore.fetch, or throws"
      case .fetchesIdentifiers: "DataStore.fetchIdentifiers agrees with DataStore.fetch, or throws"
      case .savesWhollyOrNotAtAll: "DataStore.save writes its request wholly or not at all"
      case .erases:
        "DataStore.erase removes all models, or throws DataStoreError.unsupportedFeature"
      case .persists: "a store opened with an equal configuration has what was saved before"
      case .sharesBetweenContexts: "a store serves several contexts"
      case .survivesContexts: "DataStore.invalidateState forgets one editing state, and no other"
      case .cachesSnapshots:
        "DataStore.cachedSnapshots returns snapshots of the identifiers asked for, as last saved"
      case .copiesSnapshots:
        "DataStoreSnapshot.copy has the identifier it is given, and remapped relationships"
      case .storesMany: "DataStore.save and fetch take requests of any size"
      case .storesConcurrently: "a store serves contexts of several threads at once"
      }
    }
  }

  /// Something that a store does otherwise than it must.
  public struct Violation: Sendable, CustomStringConvertible {
    /// The check that found it.
    public var check: Check
    /// What was expected.
    public var expected: String
    /// What came instead.
    public var found: String

    /// Check, expectation, finding and the requirement behind them, on three lines.
    public var description: String {
      """
      The store fails the check '\(check.rawValue)': \(expected).
      Found: \(found).
      Requirement: \(check.requirement).
      """
    }
  }
}
