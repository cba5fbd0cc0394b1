/// The instances of a context by identifier: at most one for each.
///
/// An instance stays registered for as long as somebody holds it; the context itself holds only what
/// has unsaved changes.
struct IdentityMap {
  private struct Entry {
    weak var model: (any PersistentModel)?
    unowned let storage: ModelStorage
  }

  private var rows: [InternedName: [Int64: Entry]] = [:]
  private var others: [PersistentIdentifier: Entry] = [:]
  /// The number of entries at which those without an instance are dropped.
  private var limit = 1024
  private var count = 0

  /// The instance for an identifier, with its storage.
  subscript(_ identifier: PersistentIdentifier) -> (model: any PersistentModel, storage: ModelStorage)? {
    let entry: Entry?
    if case .row(_, let entity, let key) = identifier.storage {
      entry = rows[entity]?[key]
    } else {
      entry = others[identifier]
    }
    guard let entry, let model = entry.model else { return nil }
    return (model, entry.storage)
  }

  mutating func register(_ model: any PersistentModel, _ storage: ModelStorage) {
    count += 1
    if count > limit { purge() }
    let entry = Entry(model: model, storage: storage)
    if case .row(_, let entity, let key) = storage.identifier.storage {
      rows[entity, default: [:]][key] = entry
    } else {
      others[storage.identifier] = entry
    }
  }

  mutating func unregister(_ identifier: PersistentIdentifier) {
    if case .row(_, let entity, let key) = identifier.storage {
      rows[entity]?[key] = nil
    } else {
      others[identifier] = nil
    }
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
      for entry in entries.values where entry.model != nil { entry.storage.detachDestinations() }
    }
    for entry in others.values where entry.model != nil { entry.storage.detachDestinations() }
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
