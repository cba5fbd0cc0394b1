/// The instances of a context by identifier: at most one for each.
///
/// An instance stays registered for as long as somebody holds it; the context itself holds only what
/// has unsaved changes. Of an instance that is gone, the map keeps the storage until it is next tidied.
struct IdentityMap {
  private var rows: [InternedName: [Int64: ModelStorage]] = [:]
  private var others: [PersistentIdentifier: ModelStorage] = [:]
  private var count = 0
  /// The number of entries at which those without an instance are dropped.
  private var limit = 1024

  /// The instance for an identifier, with its storage.
  subscript(_ identifier: PersistentIdentifier) -> (model: any PersistentModel, storage: ModelStorage)? {
    let storage: ModelStorage?
    if case .row(_, let entity, let key) = identifier.storage {
      storage = rows[entity]?[key]
    } else {
      storage = others[identifier]
    }
    guard let storage, let model = storage.model else { return nil }
    return (model, storage)
  }

  /// The instance of a row.
  func row(_ key: Int64, of entity: InternedName) -> (model: any PersistentModel, storage: ModelStorage)? {
    guard let storage = rows[entity]?[key], let model = storage.model else { return nil }
    return (model, storage)
  }

  mutating func register(_ model: any PersistentModel, _ storage: ModelStorage) {
    count += 1
    if count > limit { purge() }
    storage.model = model
    if case .row(_, let entity, let key) = storage.identifier.storage {
      rows[entity, default: [:]][key] = storage
    } else {
      others[storage.identifier] = storage
    }
  }

  mutating func unregister(_ identifier: PersistentIdentifier) {
    if case .row(_, let entity, let key) = identifier.storage {
      rows[entity]?[key] = nil
    } else {
      others[identifier] = nil
    }
  }

  /// Makes room for instances that are about to be registered.
  mutating func reserve(_ additional: Int, of entity: InternedName) {
    guard additional > 64 else { return }
    if count + additional > limit { purge() }
    limit = max(limit, (count + additional) * 2)
    let present = rows[entity]?.count ?? 0
    rows[entity, default: [:]].reserveCapacity(present + additional)
  }

  private mutating func purge() {
    for entity in rows.keys { rows[entity] = rows[entity]!.filter { $0.value.model != nil } }
    others = others.filter { $0.value.model != nil }
    count = rows.values.reduce(others.count) { $0 + $1.count }
    limit = max(1024, count * 2)
  }

  /// Breaks the cycles between related instances, which would otherwise outlive their context.
  func releaseModels() {
    for entries in rows.values {
      for storage in entries.values where storage.model != nil { storage.detachDestinations() }
    }
    for storage in others.values where storage.model != nil { storage.detachDestinations() }
  }
}

extension ModelStorage {
  /// Turns the destinations of relationships into identifiers again.
  func detachDestinations() {
    guard !isFault else { return }
    for index in relationships.indices {
      switch relationships[index] {
      case .one(let model?): relationships[index] = .oneFault(model.modelStorage.identifier)
      case .many, .manyFault: relationships[index] = .manyFault(added: [], removed: [])
      case .one(nil), .oneFault: break
      }
    }
    committed = nil
  }
}
