extension Schema {
  /// Combinations of properties that no two models have in common.
  ///
  /// The `#Unique` macro makes it. Inserting a model whose values collide with those of a stored
  /// one updates the stored one.
  ///
  /// ```swift
  /// #Unique<Seat>([\.row, \.number])
  /// ```
  public final class Unique<T: PersistentModel> {
    /// The keys of the coded form.
    public enum CodingKeys: CodingKey {
      /// The constraints, each as the names of its properties.
      case constraints
    }

    /// The name by which schemas tell the declaration from properties.
    public var name: String

    /// The same as ``name``.
    public var originalName: String

    /// The model type.
    public var valueType: any Any.Type
    /// Always true.
    public var isUnique: Bool { true }
    /// The combinations.
    public let constraints: [[PartialKeyPath<T>]]

    /// Makes constraints, each of the properties that are unique together.
    public init(_ constraints: [PartialKeyPath<T>]...) {
      self.name = PropertyMetadata.uniqueName
      self.originalName = PropertyMetadata.uniqueName
      self.valueType = T.self
      self.constraints = constraints
    }

    /// Reads constraints that ``encode(to:)`` wrote.
    ///
    /// - Throws: A `DecodingError` where the model has no property of a name.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let rows = try container.decode([[String]].self, forKey: .constraints)
      name = PropertyMetadata.uniqueName
      originalName = PropertyMetadata.uniqueName
      valueType = T.self
      constraints = try rows.map {
        try PropertyNames.keyPaths(named: $0[...], of: T.self, codingPath: container.codingPath)
      }
    }
  }
}

extension Schema.Unique: PropertyNameRows {
  /// The constraints in the form that ``Schema/Entity/uniquenessConstraints`` has: property names.
  var rows: [[String]] { constraints.map { PropertyNames.names(of: $0) } }
}

extension Schema.Unique: SchemaProperty {
  /// Two descriptions are equal that have the same constraints in the same order.
  public static func == (lhs: Schema.Unique<T>, rhs: Schema.Unique<T>) -> Bool {
    lhs.name == rhs.name && lhs.constraints == rhs.constraints
  }

  /// Hashes the properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(constraints)
  }

  /// Writes the constraints by the names of their properties.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rows, forKey: .constraints)
  }
}

extension Schema.Unique: CustomDebugStringConvertible {
  /// The model and its constraints.
  public var debugDescription: String { "Schema.Unique<\(T.self)>(\(rows))" }
}
