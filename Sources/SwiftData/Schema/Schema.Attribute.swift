extension Schema {
  /// The description of a property that holds a value, not other models.
  ///
  /// The `@Attribute` macro takes the arguments of the first initialiser. Make attributes with the
  /// second one when you put an ``Entity`` together by hand.
  ///
  /// ```swift
  /// let title = Schema.Attribute(name: "title", options: [.unique], valueType: String.self)
  /// let entity = Schema.Entity("Book", properties: title)
  /// ```
  public class Attribute: @unchecked Sendable {
    // Unchecked because, as in SwiftData, a description is filled in before it is shared.

    /// The property's name in code.
    public var name: String
    /// The name that the property had in an earlier version of the schema; its own where it had
    /// none.
    public var originalName: String
    /// How the value is stored, kept unique or shared.
    public var options: [Option]
    /// The Swift type that the property is declared with.
    public var valueType: any Any.Type {
      didSet { isOptional = isOptionalType(valueType) }
    }
    /// The value of a model that was stored before the property existed.
    public var defaultValue: Any?
    /// Whether the property's value can be nil.
    public var isOptional: Bool
    /// A text whose change makes the schema another version, although the property looks the same.
    public var hashModifier: String?

    /// Makes a description without a name and a type, which the property it is attached to
    /// provides.
    ///
    /// - Parameters:
    ///   - options: How the value is stored, kept unique or shared.
    ///   - originalName: The property's name in an earlier version of the schema.
    ///   - hashModifier: A text whose change makes the schema another version.
    public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
      self.name = ""
      self.originalName = originalName ?? ""
      self.options = options
      self.valueType = Any.self
      self.defaultValue = nil
      self.isOptional = false
      self.hashModifier = hashModifier
    }

    /// Makes a complete description.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - originalName: The property's name in an earlier version of the schema.
    ///   - options: How the value is stored, kept unique or shared.
    ///   - valueType: The Swift type of the value, optional where the property is.
    ///   - defaultValue: The value of a model that was stored before the property existed.
    ///   - hashModifier: A text whose change makes the schema another version.
    public init(
      name: String, originalName: String? = nil, options: [Option] = [],
      valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      self.name = name
      self.originalName = originalName ?? name
      self.options = options
      self.valueType = valueType
      self.defaultValue = defaultValue
      self.isOptional = isOptionalType(valueType)
      self.hashModifier = hashModifier
    }

    /// Reads a description that ``encode(to:)`` wrote.
    ///
    /// - Throws: A `DecodingError` where this program lacks the value's type.
    public required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      originalName = try container.decode(String.self, forKey: .originalName)
      options = try container.decode([Option].self, forKey: .options)
      valueType = try container.decode(CodedType.self, forKey: .valueType).type
      isOptional = try container.decode(Bool.self, forKey: .isOptional)
      hashModifier = try container.decodeIfPresent(String.self, forKey: .hashModifier)
      defaultValue = nil
      if container.contains(.defaultValue), let type = valueType as? any Decodable.Type {
        defaultValue = try container.decode(type, forKey: .defaultValue)
      }
    }

    /// Writes the description, with the default value where that is `Encodable`.
    ///
    /// - Throws: An `EncodingError` where the value's type has no name at run time.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(originalName, forKey: .originalName)
      try container.encode(options, forKey: .options)
      try container.encode(CodedType(valueType), forKey: .valueType)
      try container.encode(isOptional, forKey: .isOptional)
      try container.encodeIfPresent(hashModifier, forKey: .hashModifier)
      if let defaultValue = defaultValue as? any Encodable {
        try container.encode(defaultValue, forKey: .defaultValue)
      }
    }

    /// The attribute with all that it says of the property.
    public var debugDescription: String {
      var parts = ["name: \(name)"]
      if originalName != name { parts.append("originalName: \(originalName)") }
      parts.append("options: \(options)")
      parts.append("valueType: \(valueType)")
      if let defaultValue { parts.append("defaultValue: \(defaultValue)") }
      if let hashModifier { parts.append("hashModifier: \(hashModifier)") }
      return "Schema.Attribute(\(parts.joined(separator: ", ")))"
    }
  }
}

extension Schema.Attribute: SchemaProperty {
  private enum CodingKeys: String, CodingKey {
    case name, originalName, options, valueType, defaultValue, isOptional, hashModifier
  }

  /// Two attributes are equal that describe the same property alike; default values take no part.
  public static func == (lhs: Schema.Attribute, rhs: Schema.Attribute) -> Bool {
    if lhs === rhs { return true }
    // The default value takes no part, because a value of any type cannot be compared.
    return type(of: lhs) == type(of: rhs) && lhs.name == rhs.name
      && lhs.originalName == rhs.originalName && lhs.options == rhs.options
      && lhs.valueType == rhs.valueType && lhs.isOptional == rhs.isOptional
      && lhs.hashModifier == rhs.hashModifier
      && (lhs as? Schema.CompositeAttribute)?.properties
        == (rhs as? Schema.CompositeAttribute)?.properties
  }

  /// Hashes the names.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(originalName)
  }

  /// Always true.
  public var isAttribute: Bool { true }

  /// Always false.
  public var isRelationship: Bool { false }

  /// Whether changes of the value are tracked, but not stored.
  public var isTransient: Bool { has(.ephemeral) }

  /// Whether no two models have the same value.
  public var isUnique: Bool { has(.unique) }

  /// Whether a transformer gives the value its stored form.
  public var isTransformable: Bool { has(.transformable) }

  /// The name of the transformer of a transformable attribute.
  var transformerName: String? { options.lazy.compactMap(\.transformerName).first }

  /// Whether the value is stored as one opaque value.
  public var isCodable: Bool { has(.codable) }

  /// Whether one of the options is of a kind.
  func has(_ kind: Option.Kind) -> Bool { options.contains { $0.kind == kind } }
}

extension Schema.Attribute: CustomDebugStringConvertible {}
