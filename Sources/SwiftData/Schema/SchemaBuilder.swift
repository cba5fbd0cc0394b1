/// Puts the entities of a schema together: finds those that relationships lead to, and pairs
/// inverses.
struct SchemaBuilder {
  private(set) var entities: [Schema.Entity] = []
  private(set) var entitiesByName: [String: Schema.Entity] = [:]
  /// What is wrong, each as a text that names entity and property and says what to do.
  private(set) var faults: [String] = []

  /// Takes entities that were put together by hand, with those that inherit from them.
  init(entities: [Schema.Entity]) {
    for entity in entities { add(entity) }
    for relationship in entities.flatMap(\.declaredRelationships) {
      guard relationship.destination.isEmpty else { continue }
      if let destination = RelationshipTarget(of: relationship.valueType)?.model {
        relationship.destination = Schema.entityName(for: destination)
      }
    }
    resolveInverses()
    findUnsupportedProperties()
  }

  /// Takes model types, with those that they inherit from and that their relationships lead to.
  init(types: [any PersistentModel.Type]) {
    var queue = types
    var next = 0
    while next < queue.count {
      add(queue[next], queueing: &queue)
      next += 1
    }
    resolveInverses()
    findUnsupportedProperties()
  }

  private mutating func add(_ entity: Schema.Entity) {
    if let known = entitiesByName[entity.name] {
      if known !== entity {
        faults.append(
          "Two entities of the schema are named '\(entity.name)'; give each a name of its own.")
      }
      return
    }
    entities.append(entity)
    entitiesByName[entity.name] = entity
    for subentity in entity.subentities.sorted(by: { $0.name < $1.name }) { add(subentity) }
  }

  private mutating func add(
    _ type: any PersistentModel.Type, queueing queued: inout [any PersistentModel.Type]
  ) {
    let model = ModelDescription.of(type)
    if let known = entitiesByName[model.entityName] {
      if let knownType = known.modelType, knownType != type {
        faults.append(
          """
          The models '\(String(reflecting: knownType))' and '\(String(reflecting: type))' both \
          have the entity name '\(model.entityName)'; a schema tells models apart by the name of \
          the class alone, so rename one of the two.
          """)
      }
      return
    }
    let entity = Schema.Entity(model.entityName)
    entity.modelType = type
    entities.append(entity)
    entitiesByName[entity.name] = entity

    if let superModel = model.superModel {
      add(superModel, queueing: &queued)
      if let superentity = entitiesByName[Schema.entityName(for: superModel)] {
        entity.superentity = superentity
        entity.superentityName = superentity.name
        entity.inheritedProperties = superentity.properties
        superentity.subentities.insert(entity)
      }
    }
    entity.add(
      model.declaredProperties.map { property in
        switch property.kind {
        case .attribute(let description):
          return description.attribute.copy()
        case .relationship(let description):
          queued.append(description.destination)
          return description.relationship.copy()
        }
      })
    entity.uniquenessConstraints += model.uniquenessConstraints
    entity.indices += model.indices
  }

  private mutating func findUnsupportedProperties() {
    for entity in entities {
      guard let type = entity.modelType else { continue }
      faults += ModelDescription.of(type).unsupportedProperties.map { property, reason in
        """
        '\(entity.name).\(property)' cannot be stored: \(reason). Store its parts as properties of \
        their own, or its encoded form as Data.
        """
      }
    }
  }
}

// MARK: - Inverses

extension SchemaBuilder {
  private mutating func resolveInverses() {
    for entity in entities {
      for relationship in entity.declaredRelationships {
        resolveGivenInverse(of: relationship, entity)
      }
    }
    inferInverses()
  }

  /// Finds the relationship that an `inverse` argument names, and makes the two each other's
  /// inverse.
  private mutating func resolveGivenInverse(
    of relationship: Schema.Relationship, _ entity: Schema.Entity
  ) {
    let place = "'\(entity.name).\(relationship.name)'"
    guard let destination = entitiesByName[relationship.destination] else {
      faults.append(
        """
        \(place) leads to the entity '\(relationship.destination)', which the schema does not \
        have; add it.
        """)
      return
    }
    guard relationship.inverseName == nil, let keyPath = relationship.inverseKeyPath else { return }
    guard let inverse = destination.relationship(at: keyPath) else {
      faults.append(
        """
        \(place) names \(keyPath) as its inverse, which is no relationship of \
        '\(destination.name)'; name the property of '\(destination.name)' that leads back.
        """)
      return
    }
    guard entity.isOrInherits(from: inverse.destination) else {
      faults.append(
        """
        \(place) names '\(destination.name).\(inverse.name)' as its inverse, but that leads to \
        '\(inverse.destination)'; name one that leads to '\(entity.name)'.
        """)
      return
    }
    if let taken = inverse.inverseName, taken != relationship.name {
      faults.append(
        """
        \(place) names '\(destination.name).\(inverse.name)' as its inverse, but that is the \
        inverse of '\(inverse.destination).\(taken)' already; a relationship has one inverse.
        """)
      return
    }
    relationship.inverseName = inverse.name
    inverse.inverseName = relationship.name
    inverse.inverseKeyPath = inverse.inverseKeyPath ?? relationship.keypath
  }

  /// Pairs relationships without a given inverse where there is no choice.
  private func inferInverses() {
    for (position, entity) in entities.enumerated() {
      let inner = entity.unpairedRelationships(to: entity)
      if inner.count == 2 { pair(inner[0], inner[1]) }
      for other in entities[(position + 1)...] {
        let there = entity.unpairedRelationships(to: other)
        let back = other.unpairedRelationships(to: entity)
        if there.count == 1, back.count == 1 { pair(there[0], back[0]) }
      }
    }
  }

  private func pair(_ one: Schema.Relationship, _ other: Schema.Relationship) {
    one.inverseName = other.name
    one.inverseKeyPath = other.keypath
    other.inverseName = one.name
    other.inverseKeyPath = one.keypath
  }
}

extension Schema.Entity {
  /// The relationships that the entity itself declares, in declared order.
  fileprivate var declaredRelationships: [Schema.Relationship] {
    storedProperties.compactMap { $0 as? Schema.Relationship }
  }

  fileprivate func unpairedRelationships(to other: Schema.Entity) -> [Schema.Relationship] {
    declaredRelationships.filter {
      $0.destination == other.name && $0.inverseName == nil && $0.inverseKeyPath == nil
    }
  }

  /// The relationship that a key path leads to, declared or inherited.
  fileprivate func relationship(at keyPath: AnyKeyPath) -> Schema.Relationship? {
    let relationships = properties.compactMap { $0 as? Schema.Relationship }
    if let relationship = relationships.first(where: { $0.keypath == keyPath }) {
      return relationship
    }
    guard let modelType else { return nil }
    let model = ModelDescription.of(modelType)
    guard let index = model.index(of: keyPath) else { return nil }
    return relationships.first { $0.name == model.properties[index].name }
  }

  /// Whether the entity has a name, or inherits from the entity that has it.
  fileprivate func isOrInherits(from name: String) -> Bool {
    name == self.name || superentity?.isOrInherits(from: name) == true
  }
}
