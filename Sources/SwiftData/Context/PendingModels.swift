/// Models with pending changes of one kind, in the order in which they came.
struct PendingModels {
  private(set) var entries: [(model: any PersistentModel, storage: ModelStorage)] = []
  private var members = IntegerTable<Bool>()
  private var holes = 0

  var isEmpty: Bool { members.isEmpty }
  var count: Int { members.count }

  /// The models, oldest first.
  var models: [any PersistentModel] { live.map(\.model) }

  /// The models with their storage, oldest first.
  var live: [(model: any PersistentModel, storage: ModelStorage)] {
    holes == 0 ? entries : entries.filter { contains($0.storage) }
  }

  func contains(_ storage: ModelStorage) -> Bool { members[key(storage)] != nil }

  mutating func append(_ model: any PersistentModel, _ storage: ModelStorage) {
    if holes > 0 { compact() }
    guard members.updateValue(true, forKey: key(storage)) == nil else { return }
    entries.append((model, storage))
  }

  mutating func remove(_ storage: ModelStorage) {
    guard members.removeValue(forKey: key(storage)) != nil else { return }
    holes += 1
  }

  mutating func removeAll() {
    entries = []
    members.removeAll()
    holes = 0
  }

  private mutating func compact() {
    entries = live
    holes = 0
  }

  private func key(_ storage: ModelStorage) -> Int64 {
    Int64(Int(bitPattern: ObjectIdentifier(storage)))
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
