extension Schema.Attribute {
  /// A trait of an attribute: how its value is stored, kept unique or shared.
  ///
  /// ```swift
  /// @Attribute(.unique) var isbn: String
  /// @Attribute(.externalStorage) var cover: Data?
  /// ```
  public struct Option: Sendable {
    /// The kinds of options, by the names of the static values.
    enum Kind: String, Codable, Sendable {
      case unique, transformable, externalStorage, allowsCloudEncryption
      case preserveValueOnDeletion, ephemeral, spotlight, codable
    }

    let kind: Kind
    /// The name of the transformer of a transformable attribute.
    let transformerName: String?

    private init(_ kind: Kind, transformerName: String? = nil) {
      self.kind = kind
      self.transformerName = transformerName
    }

    /// No two models of the type have the same value; inserting one that does updates the stored
    /// model.
    public static var unique: Option { Option(.unique) }

    /// The value is stored in the form that a transformer gives it.
    ///
    /// Use it for values that aren't `Codable`. A save throws where the transformer does not give
    /// `Data` for a value. Predicates can compare such an attribute with nil only.
    ///
    /// - Parameter transformerType: The transformer's class, which the program need not register.
    public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
      Option(.transformable, transformerName: ValueTransformer.register(transformerType))
    }

    /// The value is stored in the form that a registered transformer gives it.
    ///
    /// - Parameter transformerName: The name that the transformer is registered under, or that of
    ///   its class.
    public static func transformable(by transformerName: String) -> Option {
      Option(.transformable, transformerName: transformerName)
    }

    /// A large value is stored in a file of its own beside the store.
    ///
    /// It concerns `Data`, encoded collections and transformable values of more than 128 KiB, which
    /// then are in the folder `.<name>_SUPPORT` beside `<name>.store`. Predicates can compare such an
    /// attribute with nil only.
    public static var externalStorage: Option { Option(.externalStorage) }

    /// The value is encrypted where it is synchronised through a cloud.
    ///
    /// - Note: This engine stores the option, but synchronises with no cloud.
    public static var allowsCloudEncryption: Option { Option(.allowsCloudEncryption) }

    /// The value stays in the history when its model is deleted.
    public static var preserveValueOnDeletion: Option { Option(.preserveValueOnDeletion) }

    /// Changes of the value are tracked, but not stored.
    ///
    /// A fetched model has the value of the property's declaration, or nil. Predicates and sort
    /// descriptors cannot use the property.
    public static var ephemeral: Option { Option(.ephemeral) }

    /// The value is offered to the search of the system.
    ///
    /// - Note: This engine stores the option, but no system search reads it.
    public static var spotlight: Option { Option(.spotlight) }

    /// A `Codable` value is stored as one opaque value, not as a column for each part.
    ///
    /// Use it for types that cannot be taken apart. Predicates and sort descriptors cannot reach
    /// into such a value, and no migration sees a change of its shape.
    public static var codable: Option { Option(.codable) }
  }
}

extension Schema.Attribute.Option: Hashable {}

extension Schema.Attribute.Option: Codable {}

extension Schema.Attribute.Option: CustomDebugStringConvertible {
  /// The option as code writes it.
  public var debugDescription: String {
    transformerName.map { "transformable(by: \"\($0)\")" } ?? kind.rawValue
  }
}
