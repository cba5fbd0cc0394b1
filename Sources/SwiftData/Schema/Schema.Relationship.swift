extension Schema {
  /// The description of a property that leads to one model or to several.
  ///
  /// The `@Relationship` macro takes the arguments of the initialiser.
  ///
  /// ```swift
  /// @Relationship(deleteRule: .cascade, inverse: \Chapter.book) var chapters: [Chapter] = []
  /// ```
  ///
  /// Without an `inverse`, the schema pairs the relationship with the one that leads back, where
  /// there is exactly one.
  public final class Relationship: @unchecked Sendable {
    // Unchecked because, as in SwiftData, a description is filled in before it is shared.

    /// The property's name in code.
    public var name: String
    /// The name that the property had in an earlier version of the schema; its own where it had
    /// none.
    public var originalName: String
    /// The key path from the model to the property.
    public var keypath: AnyKeyPath?
    /// Traits of the relationship.
    public var options: [Option]
    /// The Swift type that the property is declared with.
    public var valueType: any Any.Type
    /// The name of the entity that the relationship leads to.
    public var destination: String
    /// What happens to the destinations when the model is deleted.
    public var deleteRule: DeleteRule
    /// The name of the relationship that leads back, or nil for a one-way relationship.
    public var inverseName: String?
    /// The key path of the relationship that leads back.
    public var inverseKeyPath: AnyKeyPath?
    /// The smallest number of destinations; 0 and nil set no limit.
    public var minimumModelCount: Int?
    /// The largest number of destinations; 0 and nil set no limit.
    public var maximumModelCount: Int?
    /// A text whose change makes the schema another version, although the property looks the same.
    public var hashModifier: String?

    /// Makes a description without a name and a destination, which the property it is attached to
    /// provides.
    ///
    /// - Parameters:
    ///   - options: Traits of the relationship.
    ///   - deleteRule: What happens to the destinations when the model is deleted.
    ///   - minimumModelCount: The smallest number of destinations; 0 and nil set no limit.
    ///   - maximumModelCount: The largest number of destinations; 0 and nil set no limit.
    ///   - originalName: The property's name in an earlier version of the schema.
    ///   - inverse: The key path of the relationship that leads back. Give it on one side only.
    ///   - hashModifier: A text whose change makes the schema another version.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      self.name = ""
      self.originalName = originalName ?? ""
      self.keypath = nil
      self.options = options
      self.valueType = Any.self
      self.destination = ""
      self.deleteRule = deleteRule
      self.inverseName = nil
      self.inverseKeyPath = inverse
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.hashModifier = hashModifier
    }

    /// Reads a description that ``encode(to:)`` wrote.
    ///
    /// - Throws: A `DecodingError` where this program lacks the property's type.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      originalName = try container.decode(String.self, forKey: .originalName)
      options = try container.decode([Option].self, forKey: .options)
      valueType = try container.decode(CodedType.self, forKey: .valueType).type
      destination = try container.decode(String.self, forKey: .destination)
      deleteRule = try container.decode(DeleteRule.self, forKey: .deleteRule)
      inverseName = try container.decodeIfPresent(String.self, forKey: .inverseName)
      minimumModelCount = try container.decodeIfPresent(Int.self, forKey: .minimumModelCount)
      maximumModelCount = try container.decodeIfPresent(Int.self, forKey: .maximumModelCount)
      hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
    }
  }
}

extension Schema.Relationship {
  /// What happens to the destinations of a relationship when the model that holds it is deleted.
  public enum DeleteRule: String, Codable, Sendable {
    /// Nothing: the destinations keep a reference to a model that is gone.
    case noAction
    /// The destinations lose their reference to the model.
    case nullify
    /// The destinations are deleted too.
    case cascade
    /// The model cannot be deleted while it has destinations: saving throws.
    case deny
  }

  /// A trait of a relationship.
  public struct Option: Codable, Hashable {
    private enum Kind: String, Codable { case unique }

    private let kind: Kind

    /// No two models lead to the same destination.
    public static var unique: Option { Option(kind: .unique) }
  }
}

extension Schema.Relationship.Option: CustomDebugStringConvertible {
  /// The option as code writes it.
  public var debugDescription: String { kind.rawValue }
}

extension Schema.Relationship: SchemaProperty {
  // Key paths have no coded form: the schema finds them again through the model's own metadata.
  private enum CodingKeys: String, CodingKey {
    case name, originalName, options, valueType, destination, deleteRule, inverseName
    case minimumModelCount, maximumModelCount, hashModifier
  }

  /// Writes the description without its key paths, which have no coded form.
  ///
  /// - Throws: An `EncodingError` where the property's type has no name at run time.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(originalName, forKey: .originalName)
    try container.encode(options, forKey: .options)
    try container.encode(CodedType(valueType), forKey: .valueType)
    try container.encode(destination, forKey: .destination)
    try container.encode(deleteRule, forKey: .deleteRule)
    try container.encodeIfPresent(inverseName, forKey: .inverseName)
    try container.encodeIfPresent(minimumModelCount, forKey: .minimumModelCount)
    try container.encodeIfPresent(maximumModelCount, forKey: .maximumModelCount)
    try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
  }

  /// Two relationships are equal that describe the same property alike; key paths take no part.
  public static func == (lhs: Schema.Relationship, rhs: Schema.Relationship) -> Bool {
    if lhs === rhs { return true }
    return lhs.name == rhs.name && lhs.originalName == rhs.originalName
      && lhs.options == rhs.options && lhs.valueType == rhs.valueType
      && lhs.destination == rhs.destination && lhs.deleteRule == rhs.deleteRule
      && lhs.inverseName == rhs.inverseName && lhs.minimumModelCount == rhs.minimumModelCount
      && lhs.maximumModelCount == rhs.maximumModelCount && lhs.hashModifier == rhs.hashModifier
  }

  /// Hashes name and destination.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(destination)
  }

  /// Always false.
  public var isAttribute: Bool { false }

  /// Always true.
  public var isRelationship: Bool { true }

  /// Always false.
  public var isTransient: Bool { false }

  /// Whether no two models lead to the same destination.
  public var isUnique: Bool { options.contains(.unique) }

  /// Whether the relationship leads to one model at most.
  public var isToOneRelationship: Bool {
    (wrappedType(ofOptional: valueType) ?? valueType) is any PersistentModel.Type
  }
}

extension Schema.Relationship: CustomDebugStringConvertible {
  /// The relationship with all that it says of the property.
  public var debugDescription: String {
    var parts = ["name: \(name)"]
    if originalName != name { parts.append("originalName: \(originalName)") }
    parts.append("options: \(options)")
    parts.append("valueType: \(valueType)")
    parts.append("destination: \(destination)")
    parts.append("deleteRule: \(deleteRule.rawValue)")
    parts.append("inverseName: \(inverseName ?? "nil")")
    return "Schema.Relationship(\(parts.joined(separator: ", ")))"
  }
}
