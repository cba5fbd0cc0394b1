internal import Synchronization

extension ModelDescription {
  /// The position of a relationship's inverse among the destination's relationships, or nil where it
  /// has none.
  func inverse(of relationship: Int) -> Int? { inverses[relationship] }

  /// Looks the inverses up in the schema that the model spans by itself.
  func makeInverses() -> [Int?] {
    let schema = Schema([type])
    guard let entity = schema.entitiesByName[entityName] else {
      return relationshipProperties.map { _ in nil }
    }
    return relationshipProperties.map { position in
      let property = properties[position]
      guard let relationship = property.relationship,
        let name = entity.relationshipsByName[property.name]?.inverseName
      else { return nil }
      return ModelDescription.of(relationship.destination).relationshipIndex(named: name)
    }
  }

  func relationshipIndex(named name: String) -> Int? {
    relationshipProperties.firstIndex { properties[$0].name == name }
  }

  private static let byEntity = Mutex<[String: ModelDescription]>([:])

  /// Makes a model known by the name of its entity.
  static func makeKnown(_ description: ModelDescription) {
    byEntity.withLock { $0[description.entityName] = description }
  }

  /// The model that a container was last created with under an entity's name.
  static func known(entity name: String) -> ModelDescription? {
    byEntity.withLock { $0[name] }
  }
}
