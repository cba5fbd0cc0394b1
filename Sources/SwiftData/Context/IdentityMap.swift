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
  subscript(_ identifier: PersistentIdentifier) -> (
    model: any PersistentModel, storage: ModelStorage
  )? {
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
  func row(_ key: Int64, of entity: InternedName) -> (
    model: any PersistentModel, storage: ModelStorage
  )? {
    guard let storage = rows[entity]?[key], let model = storage.model else { return nil }
    return (model, storage)
  }

  mutating func register(_ model: any PersistentModel, _ storage: ModelStorage) {
    count += 1
    if count > limit { purge() }
    storage.model = model
    let former: ModelStorage?
    if case .row(_, let entity, let key) = storage.identifier.storage {
      former = rows[entity, default: [:]].updateValue(storage, forKey: key)
    } else {
      former = others.updateValue(storage, forKey: storage.identifier)
    }
    if let former, former !== storage { former.context = nil }
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
    func isAlive(_ storage: ModelStorage) -> Bool {
      if storage.model != nil { return true }
      storage.context = nil
      return false
    }
    for entity in rows.keys { rows[entity] = rows[entity]!.filter { isAlive($0.value) } }
    others = others.filter { isAlive($0.value) }
    count = rows.values.reduce(others.count) { $0 + $1.count }
    limit = max(1024, count * 2)
  }

  /// Takes the context out of all storage when it ends, and breaks the cycles between related instances.
  func releaseModels() {
    for entries in rows.values { for storage in entries.values { storage.leaveContext() } }
    for storage in others.values { storage.leaveContext() }
  }
}

extension ModelStorage {
  /// Forgets the context, and turns the destinations of relationships into identifiers again.
  func leaveContext() {
    context = nil
    guard !isFault, !relationships.isEmpty, model != nil else { return }
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
