extension Schema {
  /// The description of a model type: its name and its properties.
  ///
  /// A schema makes entities from model types. Put one together by hand to describe models that the
  /// program has no types for.
  public final class Entity: @unchecked Sendable {
    // Unchecked because, as in SwiftData, a description is filled in before it is shared.

    /// The entity's name: that of the model type, without the types that it is nested in.
    public var name: String
    /// The entities that inherit from this one.
    public var subentities: Set<Entity> = []
    /// The name of the entity that this one inherits from.
    public var superentityName: String?
    /// The entity that this one inherits from.
    public weak var superentity: Entity?
    /// The properties that the entity itself declares, in declared order.
    public var storedProperties: [any SchemaProperty] = []
    /// The properties that the entity inherits.
    public var inheritedProperties: [any SchemaProperty] = []
    /// Combinations of properties that no two models have in common, as names.
    public var uniquenessConstraints: [[String]] = []
    /// The indexes, each as its kind, "binary" or "rtree", and names of properties.
    public var indices: [[String]] = []

    /// The model type that the entity was made from.
    var modelType: (any PersistentModel.Type)?

    /// Makes an entity without properties.
    public init(_ name: String) {
      self.name = name
    }

    /// Makes an entity with properties and with entities that inherit from it.
    public init(_ name: String, subentities: Entity..., properties: any SchemaProperty...) {
      self.name = name
      add(properties)
      for entity in subentities {
        entity.superentity = self
        entity.superentityName = name
        entity.inheritedProperties = self.properties
      }
      self.subentities = Set(subentities)
    }

    /// Makes an entity with properties.
    public init(_ name: String, properties: any SchemaProperty...) {
      self.name = name
      add(properties)
    }

    /// Reads an entity that ``encode(to:)`` wrote.
    ///
    /// - Throws: A `DecodingError` where this program lacks the type of a property.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      superentityName = try container.decodeIfPresent(String.self, forKey: .superentityName)
      uniquenessConstraints = try container.decode(
        [[String]].self, forKey: .uniquenessConstraints)
      indices = try container.decode([[String]].self, forKey: .indices)
      storedProperties = try container.decode([CodedProperty].self, forKey: .storedProperties)
        .map(\.property)
      inheritedProperties = try container.decode(
        [CodedProperty].self, forKey: .inheritedProperties
      ).map(\.property)
      subentities = Set(try container.decode([Entity].self, forKey: .subentities))
      // A schema may be read by a program that lacks some of the types; the entity then has none.
      modelType =
        (try? container.decodeIfPresent(CodedType.self, forKey: .modelType))?.type
        as? any PersistentModel.Type
      for entity in subentities { entity.superentity = self }
    }

    /// Takes declared properties in; declarations about several of them become constraints and
    /// indexes.
    func add(_ properties: [any SchemaProperty]) {
      for property in properties {
        guard let declaration = property as? any PropertyNameRows else {
          storedProperties.append(property)
          if property.isUnique { uniquenessConstraints.append([property.name]) }
          continue
        }
        if property.isUnique {
          uniquenessConstraints += declaration.rows
        } else {
          indices += declaration.rows
        }
      }
    }
  }
}

extension Schema.Entity {
  /// All properties, inherited ones first.
  public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }

  /// The attributes, inherited ones among them.
  public var attributes: Set<Schema.Attribute> {
    get { Set(properties.compactMap { $0 as? Schema.Attribute }) }
    set { replaceStored(with: newValue.sorted { $0.name < $1.name }) }
  }

  /// The relationships, inherited ones among them.
  public var relationships: Set<Schema.Relationship> {
    get { Set(properties.compactMap { $0 as? Schema.Relationship }) }
    set { replaceStored(with: newValue.sorted { $0.name < $1.name }) }
  }

  /// The attributes by their names.
  public var attributesByName: [String: Schema.Attribute] {
    get { byName(properties.compactMap { $0 as? Schema.Attribute }) }
    set { replaceStored(with: newValue.values.sorted { $0.name < $1.name }) }
  }

  /// The relationships by their names.
  public var relationshipsByName: [String: Schema.Relationship] {
    get { byName(properties.compactMap { $0 as? Schema.Relationship }) }
    set { replaceStored(with: newValue.values.sorted { $0.name < $1.name }) }
  }

  /// The properties that the entity itself declares, by their names.
  public var storedPropertiesByName: [String: any SchemaProperty] {
    get { byName(storedProperties) }
    set { storedProperties = newValue.values.sorted { $0.name < $1.name } }
  }

  /// The properties that the entity inherits, by their names.
  public var inheritedPropertiesByName: [String: any SchemaProperty] {
    get { byName(inheritedProperties) }
    set { inheritedProperties = newValue.values.sorted { $0.name < $1.name } }
  }

  private func byName<Property>(_ properties: [Property]) -> [String: Property] {
    Dictionary(properties.map { (($0 as! any SchemaProperty).name, $0) }) { first, _ in first }
  }

  /// Replaces the entity's own properties of one kind, keeping the order of those that stay.
  private func replaceStored<Property: SchemaProperty>(with replacements: [Property]) {
    let inherited = Set(inheritedProperties.map(\.name))
    var remaining = replacements.filter { !inherited.contains($0.name) }
    storedProperties = storedProperties.compactMap { property in
      guard property is Property else { return property }
      guard let index = remaining.firstIndex(where: { $0.name == property.name }) else {
        return nil
      }
      return remaining.remove(at: index)
    }
    storedProperties += remaining
  }
}

extension Schema.Entity: Hashable {
  /// Two entities are equal that have equal names, properties, constraints, indexes and heirs.
  public static func == (lhs: Schema.Entity, rhs: Schema.Entity) -> Bool {
    if lhs === rhs { return true }
    return lhs.name == rhs.name && lhs.superentityName == rhs.superentityName
      && lhs.uniquenessConstraints == rhs.uniquenessConstraints && lhs.indices == rhs.indices
      && lhs.attributesByName == rhs.attributesByName
      && lhs.relationshipsByName == rhs.relationshipsByName
      && Set(lhs.subentities.map(\.name)) == Set(rhs.subentities.map(\.name))
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Schema.Entity: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, superentityName, subentities, storedProperties, inheritedProperties
    case uniquenessConstraints, indices, modelType
  }

  /// Writes the entity with its properties and subentities.
  ///
  /// - Throws: An `EncodingError` where a type has no name at run time.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(superentityName, forKey: .superentityName)
    try container.encode(subentities.sorted { $0.name < $1.name }, forKey: .subentities)
    try container.encode(storedProperties.map { CodedProperty($0) }, forKey: .storedProperties)
    try container.encode(
      inheritedProperties.map { CodedProperty($0) }, forKey: .inheritedProperties)
    try container.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
    try container.encode(indices, forKey: .indices)
    try container.encodeIfPresent(modelType.map { CodedType($0) }, forKey: .modelType)
  }
}

extension Schema.Entity: CustomDebugStringConvertible {
  /// The entity with its properties.
  public var debugDescription: String {
    var parts = ["name: \(name)"]
    if let superentityName { parts.append("superentityName: \(superentityName)") }
    parts.append("properties: \(properties)")
    if !uniquenessConstraints.isEmpty {
      parts.append("uniquenessConstraints: \(uniquenessConstraints)")
    }
    if !indices.isEmpty { parts.append("indices: \(indices)") }
    return "Schema.Entity(\(parts.joined(separator: ", ")))"
  }
}
