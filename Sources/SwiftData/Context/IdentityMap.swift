/// The instances of a context by identifier: at most one for each.
///
/// An instance stays registered for as long as somebody holds it; the context itself holds only what
/// has unsaved changes. Of an instance that is gone, the map keeps the storage until it is next tidied.
final class IdentityMap {
  /// The rows of one entity; an object, so that it is changed in place.
  final class Rows {
    // Unchecked because no access to it lasts while other code runs.
    @exclusivity(unchecked) var storages = IntegerTable<ModelStorage>()
  }

  private var rows: [InternedName: Rows] = [:]
  /// The rows that were asked for last, which are mostly those that are asked for next.
  private var latest: (entity: InternedName, rows: Rows)?
  private var temporary = IntegerTable<ModelStorage>()
  private var others: [PersistentIdentifier: ModelStorage] = [:]
  // Unchecked because no access to it lasts while other code runs.
  @exclusivity(unchecked) private var count = 0
  /// The number of entries at which those without an instance are dropped.
  private var limit = 1024

  /// The instance for an identifier, with its storage.
  subscript(_ identifier: PersistentIdentifier) -> (
    model: any PersistentModel, storage: ModelStorage
  )? {
    let storage: ModelStorage? =
      switch identifier.storage {
      case .row(_, let entity, let key): known(entity)?.storages[key]
      case .temporary(_, let serial): temporary[serial]
      case .custom: others[identifier]
      }
    // Rows of other stores may have the same key.
    guard let storage, storage.identifier == identifier, let model = storage.model else {
      return nil
    }
    return (model, storage)
  }

  /// The instance of a row.
  func row(_ key: Int64, in rows: Rows) -> (model: any PersistentModel, storage: ModelStorage)? {
    guard let storage = rows.storages[key], let model = storage.model else { return nil }
    return (model, storage)
  }

  /// Registers the instance of a row that the rows do not have.
  func register(
    _ model: any PersistentModel, _ storage: ModelStorage, as key: Int64, in rows: Rows
  ) {
    if count >= limit { purge() }
    storage.model = model
    noteRegistration(of: storage, inPlaceOf: rows.storages.updateValue(storage, forKey: key))
  }

  func register(_ model: any PersistentModel, _ storage: ModelStorage) {
    if count >= limit { purge() }
    storage.model = model
    // Whoever holds the other instance of the row edits it through this one.
    if storage.isShared { storage.keeper = model }
    let former: ModelStorage? =
      switch storage.identifier.storage {
      case .row(_, let entity, let key): rows(of: entity).storages.updateValue(storage, forKey: key)
      case .temporary(_, let serial): temporary.updateValue(storage, forKey: serial)
      case .custom: others.updateValue(storage, forKey: storage.identifier)
      }
    noteRegistration(of: storage, inPlaceOf: former)
  }

  private func noteRegistration(of storage: ModelStorage, inPlaceOf former: ModelStorage?) {
    guard let former else {
      count += 1
      return
    }
    if former !== storage { former.context = nil }
  }

  func unregister(_ identifier: PersistentIdentifier) {
    let former: ModelStorage? =
      switch identifier.storage {
      case .row(_, let entity, let key): known(entity)?.storages.removeValue(forKey: key)
      case .temporary(_, let serial): temporary.removeValue(forKey: serial)
      case .custom: others.removeValue(forKey: identifier)
      }
    if former != nil { count -= 1 }
  }

  /// Makes room for instances that are about to be registered.
  func reserve(_ additional: Int, of entity: InternedName) {
    guard additional > 64 else { return }
    if count + additional > limit { purge() }
    limit = max(limit, (count + additional) * 2)
    rows(of: entity).storages.reserve(additional)
  }

  private func known(_ entity: InternedName) -> Rows? {
    if let latest, latest.entity == entity { return latest.rows }
    return rows[entity]
  }

  /// The rows of an entity, to look up many.
  func rows(of entity: InternedName) -> Rows {
    if let latest, latest.entity == entity { return latest.rows }
    let found = rows[entity] ?? Rows()
    rows[entity] = found
    latest = (entity, found)
    return found
  }

  /// Passes every instance on that somebody holds.
  func forEach(_ body: (any PersistentModel, ModelStorage) -> Void) {
    func pass(_ storage: ModelStorage) {
      if let model = storage.model { body(model, storage) }
    }
    // Copies, because what is passed on may let models go, whose own code may use the context.
    for rows in rows.values {
      let storages = rows.storages
      storages.forEach { pass($1) }
    }
    let temporary = temporary
    temporary.forEach { pass($1) }
    for storage in others.values { pass(storage) }
  }

  private func purge() {
    func isAlive(_ storage: ModelStorage) -> Bool {
      if storage.model != nil { return true }
      storage.context = nil
      return false
    }
    for rows in rows.values {
      var storages = rows.storages
      storages.filter(isAlive)
      rows.storages = storages
    }
    temporary.filter(isAlive)
    others = others.filter { isAlive($0.value) }
    count = rows.values.reduce(others.count + temporary.count) { $0 + $1.storages.count }
    limit = max(1024, count * 4)
  }

  /// Takes the context out of all storage when it ends, and breaks the cycles between related instances.
  func releaseModels() {
    for rows in rows.values {
      let storages = rows.storages
      storages.forEach { $1.leaveContext() }
    }
    temporary.forEach { $1.leaveContext() }
    for storage in others.values { storage.leaveContext() }
  }
}

extension ModelStorage {
  /// Forgets the context, and turns the destinations of relationships into identifiers again.
  func leaveContext() {
    context = nil
    defer { keeper = nil }
    collectionCache = nil
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
