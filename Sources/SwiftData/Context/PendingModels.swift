/// Models with pending changes of one kind, in the order in which they came.
struct PendingModels {
  private(set) var entries: [(model: any PersistentModel, storage: ModelStorage)] = []
  private var positions: [ObjectIdentifier: Int] = [:]
  private var holes = 0

  var isEmpty: Bool { positions.isEmpty }
  var count: Int { positions.count }

  /// The models, oldest first.
  var models: [any PersistentModel] { live.map(\.model) }

  /// The models with their storage, oldest first.
  var live: [(model: any PersistentModel, storage: ModelStorage)] {
    holes == 0 ? entries : entries.filter { positions[ObjectIdentifier($0.storage)] != nil }
  }

  func contains(_ storage: ModelStorage) -> Bool { positions[ObjectIdentifier(storage)] != nil }

  mutating func append(_ model: any PersistentModel, _ storage: ModelStorage) {
    if holes > 0 { compact() }
    guard positions.updateValue(entries.count, forKey: ObjectIdentifier(storage)) == nil else {
      return
    }
    entries.append((model, storage))
  }

  mutating func remove(_ storage: ModelStorage) {
    guard positions.removeValue(forKey: ObjectIdentifier(storage)) != nil else { return }
    holes += 1
  }

  mutating func removeAll() {
    entries = []
    positions = [:]
    holes = 0
  }

  private mutating func compact() {
    entries = live
    holes = 0
    positions = [:]
    for (position, entry) in entries.enumerated() {
      positions[ObjectIdentifier(entry.storage)] = position
    }
  }
}

/// The deletion of a stored model that is not saved yet.
struct PendingDeletion {
  let model: any PersistentModel
  let storage: ModelStorage
  /// The model whose delete rule took this one along.
  let cause: ModelStorage?
  /// The relationships as they were when the model was deleted, before any rule loaded them.
  let relationships: ContiguousArray<RelationshipValue>
  /// What processing recorded, to register the model again at a rollback; nil until then.
  var record: CommittedState?

  /// The first relationship that takes its destinations along and was never loaded, by its position.
  var unloadedCascade: Int? {
    relationships.indices.first { index in
      guard case .manyFault(let added, let removed) = relationships[index], added.isEmpty,
        removed.isEmpty
      else { return false }
      let property = storage.description.properties[
        storage.description.relationshipProperties[index]]
      return property.relationship?.relationship.deleteRule == .cascade
    }
  }
}
