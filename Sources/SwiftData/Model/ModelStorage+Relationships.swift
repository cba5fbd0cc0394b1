extension ModelStorage {
  /// The position of a relationship property among the model's relationships.
  private func relationshipIndex(of keyPath: AnyKeyPath) -> (property: Int, relationship: Int) {
    let property = propertyIndex(of: keyPath)
    guard let relationship = description.properties[property].relationship else {
      fatalError(
        "\(description.entityName).\(description.properties[property].name) is an attribute, and was used as a relationship."
      )
    }
    return (property, relationship.relationshipIndex)
  }
}

// MARK: - Reading

extension ModelStorage {
  func destination<Value: PersistentModel>(at keyPath: AnyKeyPath) -> Value? {
    if isFault { fulfil() }
    let index = relationshipIndex(of: keyPath).relationship
    return destination(relationship: index).map { unsafeDowncast($0, to: Value.self) }
  }

  func requiredDestination<Value: PersistentModel>(at keyPath: AnyKeyPath) -> Value {
    if let value: Value = destination(at: keyPath) { return value }
    let name = description.properties[propertyIndex(of: keyPath)].name
    fatalError(
      "Never access a full future backing data - \(description.entityName).\(name) is not optional and has no destination: its model was deleted, or it was never set."
    )
  }

  func destinations<Value: RelationshipCollection>(at keyPath: AnyKeyPath) -> Value {
    if isFault { fulfil() }
    let index = relationshipIndex(of: keyPath).relationship
    if case .one(nil) = relationships[index],
      let none = Optional<[Value.PersistentElement]>.none as? Value
    {
      return none
    }
    let models = destinations(relationship: index).map {
      unsafeDowncast($0, to: Value.PersistentElement.self)
    }
    if Value.self == [Value.PersistentElement].self { return unsafeBitCast(models, to: Value.self) }
    guard let value = models as? Value else {
      fatalError(
        "\(description.entityName).\(description.properties[propertyIndex(of: keyPath)].name) has the type \(Value.self); a to-many relationship is an array or an optional array of models."
      )
    }
    return value
  }

  /// The destination of a to-one relationship, by its position.
  func destination(relationship index: Int) -> (any PersistentModel)? {
    if isFault { fulfil() }
    switch relationships[index] {
    case .one(let model): return model
    case .oneFault(let identifier):
      guard let context else {
        fatalError(detachedRead(of: index))
      }
      let model = context.registeredOrFault(identifier, relationshipType(index))
      relationships[index] = .one(model)
      return model
    case .many, .manyFault: preconditionFailure("a to-many relationship was read as to-one")
    }
  }

  /// The destinations of a to-many relationship, by its position.
  func destinations(relationship index: Int) -> [any PersistentModel] {
    if isFault { fulfil() }
    switch relationships[index] {
    case .many(let models): return models
    case .manyFault(let added, let removed):
      guard let context else {
        fatalError(detachedRead(of: index))
      }
      var models = context.loadDestinations(of: self, relationship: index)
      if !removed.isEmpty {
        let gone = Set(removed.map { $0.rowObject })
        models.removeAll { gone.contains($0.rowObject) }
      }
      for model in added where !models.contains(where: { isSame($0, model) }) {
        models.append(model)
      }
      relationships[index] = .many(models)
      // The committed values know no destinations yet; what was loaded minus the changes is theirs.
      if committed != nil,
        case .manyFault(let oldAdded, let oldRemoved) = committed!.relationships[index],
        oldAdded.isEmpty, oldRemoved.isEmpty
      {
        let new = Set(added.map { $0.rowObject })
        committed!.relationships[index] = .many(
          models.filter { !new.contains($0.rowObject) } + removed)
      }
      return models
    case .one: return []
    case .oneFault: preconditionFailure("a to-one relationship was read as to-many")
    }
  }

  private func detachedRead(of index: Int) -> String {
    let name = description.properties[description.relationshipProperties[index]].name
    return
      "This backing data was detached from a context without resolving attribute faults: \(identifier) - \\\(description.entityName).\(name). The model was deleted or its context is gone: read the relationship before, or keep the context."
  }

  func relationshipType(_ index: Int) -> any PersistentModel.Type {
    description.properties[description.relationshipProperties[index]].relationship!.destination
  }
}

// MARK: - Writing

extension ModelStorage {
  /// Sets a to-one relationship.
  ///
  /// - Parameter owner: The instance, or nil while it is being made: then the inverse side is set
  ///   at the insertion.
  func setDestination(
    _ newValue: (any PersistentModel)?, at keyPath: AnyKeyPath, of owner: (any PersistentModel)?
  ) {
    let (property, index) = relationshipIndex(of: keyPath)
    guard let owner else {
      relationships[index] = .one(newValue)
      return
    }
    if isFault { fulfil() }
    let old = destination(relationship: index)
    if let newValue {
      checkContext(of: newValue.modelStorage, relationship: index, owner: context)
    }
    guard old !== newValue else {
      willChange(property)
      return
    }
    willChange(property)
    relationships[index] = .one(newValue)
    if let inverse = inverse(of: index) {
      old?.modelStorage.removeInverse(owner, relationship: inverse)
      newValue?.modelStorage.addInverse(owner, relationship: inverse, model: newValue!)
    }
    joinContexts(of: owner, with: newValue)
  }

  /// Sets a to-many relationship.
  func setDestinations<Value: RelationshipCollection>(
    _ newValue: Value, at keyPath: AnyKeyPath, of owner: (any PersistentModel)?
  ) {
    let (property, index) = relationshipIndex(of: keyPath)
    let given: [Value.PersistentElement]?
    if Value.self == [Value.PersistentElement].self {
      given = unsafeBitCast(newValue, to: [Value.PersistentElement].self)
    } else {
      given = newValue as? [Value.PersistentElement]
    }
    guard let given else {
      guard let owner else {
        relationships[index] = .one(nil)
        return
      }
      replaceDestinations(with: [], property: property, relationship: index, owner: owner)
      if phase == .detached { relationships[index] = .one(nil) }
      return
    }
    var seen = Set<ObjectIdentifier>(minimumCapacity: given.count)
    let models = given.filter { seen.insert($0.rowObject).inserted }
    guard let owner else {
      relationships[index] = .many(models)
      return
    }
    replaceDestinations(with: models, property: property, relationship: index, owner: owner)
  }

  func replaceDestinations(
    with models: [any PersistentModel], property: Int, relationship index: Int,
    owner: any PersistentModel
  ) {
    let old = destinations(relationship: index)
    let oldSet = Set(old.map { $0.rowObject })
    let newSet = Set(models.map { $0.rowObject })
    for model in models where !oldSet.contains(model.rowObject) {
      checkContext(of: model.modelStorage, relationship: index, owner: context)
    }
    willChange(property)
    relationships[index] = .many(models)
    let inverse = inverse(of: index)
    for model in old where !newSet.contains(model.rowObject) {
      if let inverse { model.modelStorage.removeInverse(owner, relationship: inverse) }
    }
    for model in models where !oldSet.contains(model.rowObject) {
      if let inverse { model.modelStorage.addInverse(owner, relationship: inverse, model: model) }
      joinContexts(of: owner, with: model)
    }
  }

  /// The position of the inverse among the destination's relationships.
  func inverse(of index: Int) -> Int? {
    description.inverse(of: index)
  }

  /// Removes an instance from the inverse side.
  func removeInverse(_ model: any PersistentModel, relationship index: Int) {
    if isFault { fulfil() }
    let property = description.relationshipProperties[index]
    switch relationships[index] {
    case .one(let current):
      guard let current, isSame(current, model) else { return }
      willChange(property)
      relationships[index] = .one(nil)
    case .oneFault(let identifier):
      guard identifier == model.modelStorage.identifier else { return }
      willChange(property)
      relationships[index] = .one(nil)
    case .many(var models):
      guard let position = models.lastIndex(where: { isSame($0, model) }) else { return }
      willChange(property)
      relationships[index] = .one(nil)
      models.remove(at: position)
      relationships[index] = .many(models)
    case .manyFault(var added, var removed):
      willChange(property)
      if let position = added.lastIndex(where: { isSame($0, model) }) {
        added.remove(at: position)
      } else {
        removed.append(model)
      }
      relationships[index] = .manyFault(added: added, removed: removed)
    }
  }

  /// Adds an instance to the inverse side, where it isn't there yet.
  ///
  /// - Parameter model: The instance that this storage belongs to.
  func addInverse(
    _ owner: any PersistentModel, relationship index: Int, model: any PersistentModel
  ) {
    if isFault { fulfil() }
    let property = description.relationshipProperties[index]
    switch relationships[index] {
    case .one, .oneFault:
      // A collection that is nil takes its first element; a to-one lets its former owner go.
      if description.properties[property].isToMany {
        willChange(property)
        relationships[index] = .many([owner])
        return
      }
      let former = destination(relationship: index)
      guard former !== owner else { return }
      willChange(property)
      relationships[index] = .one(owner)
      if let former, let back = inverse(of: index) {
        former.modelStorage.removeInverse(model, relationship: back)
      }
    case .many(var models):
      // Only what initialisers have set can be here already: they leave the other side alone.
      if phase == .detached, models.contains(where: { isSame($0, owner) }) { return }
      willChange(property)
      relationships[index] = .one(nil)
      models.append(owner)
      relationships[index] = .many(models)
    case .manyFault(var added, var removed):
      willChange(property)
      if let position = removed.lastIndex(where: { isSame($0, owner) }) {
        removed.remove(at: position)
      } else {
        added.append(owner)
      }
      relationships[index] = .manyFault(added: added, removed: removed)
    }
  }

  /// Inserts the side of a new relationship that no context has yet.
  private func joinContexts(of owner: any PersistentModel, with destination: (any PersistentModel)?)
  {
    guard let destination else { return }
    let other = destination.modelStorage
    if let context, other.context == nil {
      context.insertAny(destination)
    } else if context == nil, let context = other.context {
      context.insertAny(owner)
    }
  }
}

/// Whether two instances show one row: after an insertion that became an update there are two.
func isSame(_ one: any PersistentModel, _ other: any PersistentModel) -> Bool {
  one === other || one.modelStorage === other.modelStorage
}

extension PersistentModel {
  /// What instances of one row have in common.
  var rowObject: ObjectIdentifier { ObjectIdentifier(modelStorage) }
}
