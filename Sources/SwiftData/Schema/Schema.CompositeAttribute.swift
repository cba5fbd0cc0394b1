extension Schema {
  /// The description of an attribute that is stored in parts: a `Codable` structure or enum.
  ///
  /// Each stored property of the structure, or each case of the enum, is an attribute of its own,
  /// which may have parts in turn. A schema makes composite attributes by itself where a property's
  /// type asks for it.
  public final class CompositeAttribute: Attribute, @unchecked Sendable {
    /// The parts, in the order in which the type declares them.
    public var properties: [Attribute] = []

    /// Makes a description without parts.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - originalName: The property's name in an earlier version of the schema.
    ///   - options: How the value is stored, kept unique or shared.
    ///   - valueType: The Swift type of the value, optional where the property is.
    ///   - defaultValue: The value of a model that was stored before the property existed.
    ///   - hashModifier: A text whose change makes the schema another version.
    public override init(
      name: String, originalName: String? = nil, options: [Schema.Attribute.Option] = [],
      valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      super.init(
        name: name, originalName: originalName, options: options, valueType: valueType,
        defaultValue: defaultValue, hashModifier: hashModifier)
    }

    private enum CodingKeys: String, CodingKey { case properties }

    /// Reads a description that ``encode(to:)`` wrote.
    ///
    /// - Throws: A `DecodingError` where this program lacks a type.
    public required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      properties = try container.decode([CodedProperty].self, forKey: .properties)
        .compactMap { $0.property as? Attribute }
      try super.init(from: decoder)
    }

    /// Writes the description and its parts.
    ///
    /// - Throws: An `EncodingError` where a type has no name at run time.
    public override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(properties.map { CodedProperty($0) }, forKey: .properties)
    }

    /// Two composite attributes are equal whose descriptions and parts are equal.
    public static func == (lhs: CompositeAttribute, rhs: CompositeAttribute) -> Bool {
      (lhs as Attribute) == (rhs as Attribute)
    }

    /// The attribute with its parts.
    public override var debugDescription: String {
      "Schema.CompositeAttribute(name: \(name), valueType: \(valueType), properties: \(properties))"
    }
  }
}

/// A property of an entity in coded form, with the kind that tells which class to decode.
struct CodedProperty: Codable {
  private enum Kind: String, Codable { case attribute, compositeAttribute, relationship }

  private enum CodingKeys: String, CodingKey { case kind, property }

  let property: any SchemaProperty

  init(_ property: any SchemaProperty) { self.property = property }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    property =
      switch try container.decode(Kind.self, forKey: .kind) {
      case .attribute: try container.decode(Schema.Attribute.self, forKey: .property)
      case .compositeAttribute:
        try container.decode(Schema.CompositeAttribute.self, forKey: .property)
      case .relationship: try container.decode(Schema.Relationship.self, forKey: .property)
      }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let kind: Kind =
      switch property {
      case is Schema.CompositeAttribute: .compositeAttribute
      case is Schema.Attribute: .attribute
      case is Schema.Relationship: .relationship
      default:
        throw EncodingError.invalidValue(
          property,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription:
              "'\(property.name)' is no attribute and no relationship, but a \(type(of: property))"
          ))
      }
    try container.encode(kind, forKey: .kind)
    try container.encode(property, forKey: .property)
  }
}
