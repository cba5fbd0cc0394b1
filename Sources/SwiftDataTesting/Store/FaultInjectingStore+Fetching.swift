public import SwiftData

extension FaultInjectingStore {
  public func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  {
    try failIfArmed(fetchOf: T.self, .models)
    let result = try base.fetch(request)
    if case .inspection(let collector) = StoreAccess.current {
      collector.add(result.fetchedSnapshots)
    }
    return result
  }

  public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try failIfArmed(fetchOf: T.self, .count)
    return try base.fetchCount(request)
  }

  public func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws
    -> [PersistentIdentifier]
  {
    try failIfArmed(fetchOf: T.self, .identifiers)
    return try base.fetchIdentifiers(request)
  }

  private func failIfArmed<T: PersistentModel>(
    fetchOf model: T.Type, _ kind: FetchFailure.Kind
  ) throws {
    let faults = probe.faults
    guard !faults.isEmpty else { return }
    if let error = faults.strike(fetchOf: Schema.entityName(for: model), kind) { throw error }
  }
}
