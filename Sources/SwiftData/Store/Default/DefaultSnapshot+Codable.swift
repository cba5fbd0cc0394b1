internal import Foundation

extension DefaultSnapshot {
  private typealias Key = DataStoreSnapshotCodingKey

  /// Reads a snapshot that ``encode(to:)`` wrote.
  ///
  /// - Throws: A `DecodingError` where the identifier is of an entity that no container of the
  ///   process has made known, or a value is not of its property's type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let identifier = try container.decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
    guard
      let description = KnownLayouts.model(of: identifier)
        ?? ModelDescription.known(entity: identifier.entityName)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .persistentIdentifier, in: container,
        debugDescription:
          "no model of the entity '\(identifier.entityName)' is known: create a ModelContainer for it before decoding its snapshots"
      )
    }
    var slots = ContiguousArray<StoredValue>(repeating: .null, count: description.slotCount)
    var relationships: ContiguousArray<SnapshotRelationship> = []
    for property in description.properties {
      let key = Key.modeledProperty(property.name)
      switch property.kind {
      case .attribute(let attribute):
        guard !attribute.isEphemeral, container.contains(key),
          try !container.decodeNil(forKey: key)
        else { continue }
        if attribute.isTransformable {
          slots[attribute.slots.lowerBound] = .blob(try container.decode(Data.self, forKey: key))
          continue
        }
        guard let type = property.valueType as? any Decodable.Type else { continue }
        let value = try container.decode(type, forKey: key)
        try attribute.codec.encode(value, into: &slots, at: attribute.slots.lowerBound)
      case .relationship(let relationship):
        if relationship.isToOne {
          relationships.append(
            .one(try container.decodeIfPresent(PersistentIdentifier.self, forKey: key)))
        } else {
          let all = try container.decodeIfPresent([PersistentIdentifier].self, forKey: key) ?? []
          relationships.append(.many(all, added: all, removed: []))
        }
      }
    }
    self.init(identifier, description, slots: slots, relationships: relationships, loader: nil)
  }

  /// Writes the identifier and every property under its name.
  ///
  /// - Throws: What an attribute's own `encode(to:)` throws, or the store's error where a to-many
  ///   relationship has to be loaded.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    for property in description.properties {
      let key = Key.modeledProperty(property.name)
      switch property.kind {
      case .attribute(let attribute):
        if attribute.isEphemeral { continue }
        if attribute.isTransformable {
          try container.encode(slots[attribute.slots.lowerBound].data, forKey: key)
        } else if let value = try attributeValue(of: property, attribute) {
          try container.encode(value, forKey: key)
        } else {
          try container.encodeNil(forKey: key)
        }
      case .relationship(let relationship):
        let index = relationship.relationshipIndex
        if relationship.isToOne {
          try container.encode(relationships[index].destinations.first, forKey: key)
        } else {
          try container.encode(allDestinations(relationship: index), forKey: key)
        }
      }
    }
  }

  /// The Swift value of an attribute, or nil where it is nil.
  func attributeValue(
    of property: PropertyDescription, _ attribute: AttributeDescription
  ) throws -> (any Encodable)? {
    guard let type = property.valueType as? any Decodable.Type else { return nil }
    if property.isOptional, attribute.slots.allSatisfy({ slots[$0].isNull }) { return nil }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      try attribute.codec.decode(
        T.self, from: slots, at: attribute.slots.lowerBound, soundOptionals: true)
    }
    return try decode(type) as? any Encodable
  }

  /// The destinations of a to-many relationship, loaded where the snapshot leaves them out.
  func allDestinations(relationship index: Int) throws -> [PersistentIdentifier] {
    guard case .future(let added, let removed) = relationships[index] else {
      return relationships[index].destinations
    }
    let stored =
      try loader?.destinations(
        of: index, entity: description.entityName, owner: persistentIdentifier) ?? []
    return stored.filter { !removed.contains($0) } + added
  }

  /// Makes a snapshot of one that a custom store gave, by way of its coded form.
  init(converting snapshot: some DataStoreSnapshot) throws {
    if let snapshot = snapshot as? DefaultSnapshot {
      self = snapshot
      return
    }
    self = try JSONDecoder().decode(DefaultSnapshot.self, from: JSONEncoder().encode(snapshot))
  }
}
