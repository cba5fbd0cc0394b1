extension Schema {
  /// The indexes of a model, each over one property or several.
  ///
  /// The `#Index` macro makes it. An index makes fetches that filter or sort by its properties
  /// faster, and saves a little slower.
  ///
  /// ```swift
  /// #Index<Trip>([\.name], [\.startDate, \.endDate])
  /// ```
  public final class Index<T: PersistentModel> {
    /// An index, with the properties in the order in which it sorts.
    public enum Types<P: PersistentModel> {
      /// An index that compares values, for equality, ranges and order.
      case binary([PartialKeyPath<P>])
      /// An index over areas.
      ///
      /// - Note: This engine indexes the properties as it does for ``binary(_:)``.
      case rtree([PartialKeyPath<P>])

      var kind: String {
        switch self {
        case .binary: "binary"
        case .rtree: "rtree"
        }
      }

      var keyPaths: [PartialKeyPath<P>] {
        switch self {
        case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
        }
      }
    }

    /// The keys of the coded form.
    public enum CodingKeys: CodingKey {
      /// The indexes, each as its kind and the names of its properties.
      case indices
    }

    /// The name by which schemas tell the declaration from properties.
    public var name: String

    /// The same as ``name``.
    public var originalName: String

    /// The model type.
    public var valueType: any Any.Type
    /// Always false: an index allows equal values.
    public var isUnique: Bool { false }
    /// The indexes.
    public let indices: [Types<T>]

    /// Makes indexes of given types.
    public init(_ indices: Types<T>...) {
      self.name = PropertyMetadata.indexName
      self.originalName = PropertyMetadata.indexName
      self.valueType = T.self
      self.indices = indices
    }

    /// Makes binary indexes.
    public init(_ binaryIndices: [PartialKeyPath<T>]...) {
      self.name = PropertyMetadata.indexName
      self.originalName = PropertyMetadata.indexName
      self.valueType = T.self
      self.indices = binaryIndices.map { .binary($0) }
    }

    /// Reads indexes that ``encode(to:)`` wrote.
    ///
    /// - Throws: A `DecodingError` where the model has no property of a name.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let rows = try container.decode([[String]].self, forKey: .indices)
      name = PropertyMetadata.indexName
      originalName = PropertyMetadata.indexName
      valueType = T.self
      indices = try rows.map { row in
        let keyPaths = try PropertyNames.keyPaths(
          named: row.dropFirst(), of: T.self, codingPath: container.codingPath)
        return row.first == "rtree" ? .rtree(keyPaths) : .binary(keyPaths)
      }
    }
  }
}

/// Indexes or uniqueness constraints, as names of properties.
protocol PropertyNameRows {
  var rows: [[String]] { get }
}

extension Schema.Index: PropertyNameRows {
  /// The indexes in the form that ``Schema/Entity/indices`` has: kind, then property names.
  var rows: [[String]] {
    indices.map { [$0.kind] + PropertyNames.names(of: $0.keyPaths) }
  }
}

extension Schema.Index: SchemaProperty {
  /// Two descriptions are equal that have the same indexes in the same order.
  public static func == (lhs: Schema.Index<T>, rhs: Schema.Index<T>) -> Bool {
    lhs.name == rhs.name && lhs.indices.map(\.kind) == rhs.indices.map(\.kind)
      && lhs.indices.map(\.keyPaths) == rhs.indices.map(\.keyPaths)
  }

  /// Hashes the properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(indices.map(\.keyPaths))
  }

  /// Writes the indexes by the names of their properties.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rows, forKey: .indices)
  }
}

extension Schema.Index: CustomDebugStringConvertible {
  /// The model and its indexes.
  public var debugDescription: String { "Schema.Index<\(T.self)>(\(rows))" }
}
