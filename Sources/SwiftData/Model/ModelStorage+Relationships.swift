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
    let destinations = destinations(relationship: index)
    if let value: Value = cachedCollection(index, of: destinations) { return value }
    let models = destinations.map { unsafeDowncast($0, to: Value.PersistentElement.self) }
    cacheCollection(models, index, of: destinations)
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
      if !added.isEmpty {
        var known = Set(models.map { $0.rowObject })
        models += added.filter { known.insert($0.rowObject).inserted }
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
      "This backing data was detached from a context without resolving attribute faults: \(identifier) - \\\(description.entityName).\(name). The model was deleted before the relationship was read, or its context is gone: keep the context for as long as its models are used."
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
      if newValue != nil { unlinked.insert(property) }
      return
    }
    replaceDestination(with: newValue, property: property, relationship: index, owner: owner)
  }

  func replaceDestination(
    with newValue: (any PersistentModel)?, property: Int, relationship index: Int,
    owner: any PersistentModel
  ) {
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
    if !unlinked.isEmpty { unlinked.remove(property) }
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
    if let owner, appendDestination(given, property: property, relationship: index, owner: owner) {
      return
    }
    let models = distinct(given, relationship: index)
    guard let owner else {
      relationships[index] = .many(models)
      if !models.isEmpty { unlinked.insert(property) }
      return
    }
    replaceDestinations(with: models, property: property, relationship: index, owner: owner)
  }

  /// Models without those that come a second time.
  private func distinct<Model: PersistentModel>(
    _ given: [Model], relationship index: Int
  ) -> [any PersistentModel] {
    // The models of before differ from each other, so that only new ones need a look.
    if !isFault, case .many(let old) = relationships[index],
      let start = given.indices.first(where: { $0 >= old.count || old[$0] !== given[$0] }),
      given.count - start == 1, !given[start].modelStorage.isShared
    {
      let isRepeated = given[..<start].contains { $0 === given[start] }
      return isRepeated ? Array(given[..<start]) : given
    }
    var seen = Set<ObjectIdentifier>(minimumCapacity: given.count)
    return given.filter { seen.insert($0.rowObject).inserted }
  }

  func replaceDestinations(
    with models: [any PersistentModel], property: Int, relationship index: Int,
    owner: any PersistentModel
  ) {
    let old = destinations(relationship: index)
    // Mostly one model comes or goes: what is as it was at both ends needs no further look.
    // A rollback has unlinked the other ends of an instance that it made leave its context.
    let limit = hasLeftContext ? 0 : min(old.count, models.count)
    var start = 0
    while start < limit, old[start] === models[start] { start += 1 }
    var end = 0
    while end < limit - start,
      old[old.count - 1 - end] === models[models.count - 1 - end]
    { end += 1 }
    let leaving = old[start..<old.count - end]
    let coming = models[start..<models.count - end]
    let oldSet = Set(leaving.map { $0.rowObject })
    let newSet = Set(coming.map { $0.rowObject })
    for model in coming where !oldSet.contains(model.rowObject) {
      checkContext(of: model.modelStorage, relationship: index, owner: context)
    }
    willChange(property)
    relationships[index] = .many(models)
    let inverse = inverse(of: index)
    func isNew(_ model: any PersistentModel) -> Bool {
      if !oldSet.contains(model.rowObject) { return true }
      guard hasLeftContext, let inverse else { return false }
      return !model.modelStorage.leads(to: owner, relationship: inverse)
    }
    let new = coming.filter(isNew)
    for model in leaving where !newSet.contains(model.rowObject) {
      if let inverse { model.modelStorage.removeInverse(owner, relationship: inverse) }
    }
    for model in new {
      if let inverse { model.modelStorage.addInverse(owner, relationship: inverse, model: model) }
    }
    // Only now, because an insertion links what it finds not linked yet.
    for model in new {
      joinContexts(of: owner, with: model)
    }
  }

  /// The position of the inverse among the destination's relationships.
  func inverse(of index: Int) -> Int? {
    description.inverse(of: index)
  }

  /// Removes an instance from the inverse side.
  ///
  /// - Parameter isRepeated: Whether it may have been removed before. To find that out takes time where much
  ///   is removed of what was never loaded.
  func removeInverse(
    _ model: any PersistentModel, relationship index: Int, isRepeated: Bool = false
  ) {
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
      guard let position = models.lastPosition(of: model) else { return }
      willChange(property)
      relationships[index] = .one(nil)
      models.remove(at: position)
      relationships[index] = .many(models)
    case .manyFault(var added, var removed):
      let position = added.lastPosition(of: model)
      if isRepeated, position == nil {
        guard removed.lastPosition(of: model) == nil else { return }
        // It may have been taken out of what was added, and then the store knows nothing of it.
        _ = destinations(relationship: index)
        return removeInverse(model, relationship: index)
      }
      willChange(property)
      relationships[index] = .one(nil)
      if let position { added.remove(at: position) } else { removed.append(model) }
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
      if !unlinked.isEmpty { unlinked.remove(property) }
      guard former !== owner else { return }
      willChange(property)
      relationships[index] = .one(owner)
      if let former, let back = inverse(of: index) {
        former.modelStorage.removeInverse(model, relationship: back)
      }
    case .many(var models):
      // Only what initialisers have set can be here already, for they leave the other side alone, what a
      // rollback has left behind, and what was read after another context had saved.
      if phase == .detached
        ? hasLeftContext || unlinked.contains(property) : context?.othersHaveSaved ?? false,
        models.lastPosition(of: owner) != nil
      {
        return
      }
      willChange(property)
      relationships[index] = .one(nil)
      models.append(owner)
      relationships[index] = .many(models)
    case .manyFault(var added, var removed):
      willChange(property)
      relationships[index] = .one(nil)
      if let position = removed.lastPosition(of: owner) {
        removed.remove(at: position)
      } else {
        added.append(owner)
      }
      relationships[index] = .manyFault(added: added, removed: removed)
    }
  }

  /// Inserts the side of a new relationship that no context has yet.
  func joinContexts(of owner: any PersistentModel, with destination: (any PersistentModel)?) {
    guard let destination else { return }
    let other = destination.modelStorage
    if let context, other.context == nil {
      context.insertAny(destination)
    } else if context == nil, let context = other.context {
      context.insertAny(owner)
    }
  }
}

extension [any PersistentModel] {
  /// The last position of an instance, or of another one that shows its row.
  func lastPosition(of model: any PersistentModel) -> Int? {
    if let position = lastIndex(where: { $0 === model }) { return position }
    // Only after an insertion that became an update are there two.
    let storage = model.modelStorage
    guard storage.isShared else { return nil }
    return lastIndex { $0.modelStorage === storage }
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
