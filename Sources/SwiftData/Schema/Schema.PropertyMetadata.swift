extension Schema {
  /// What the `@Model` macro writes down about one persisted property.
  ///
  /// The macro makes these; your own code has no use for them, unless it conforms to
  /// ``PersistentModel`` by hand.
  public struct PropertyMetadata {
    /// The names of the entries that carry indexes and uniqueness constraints, not a property.
    static let indexName = "SwiftData.Schema.Index"
    static let uniqueName = "SwiftData.Schema.Unique"

    let name: String
    let keypath: AnyKeyPath
    let defaultValue: Any?
    let metadata: (any SchemaProperty)?

    /// Makes the metadata of a property.
    ///
    /// - Parameters: - name: The property's name. - keypath: The key path from the model to the
    ///   property. - defaultValue: The value that the property's declaration gives it. - metadata:
    ///   The ``Schema/Attribute`` or ``Schema/Relationship`` that is attached to the property.
    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any? = nil,
      metadata: (any SchemaProperty)? = nil
    ) {
      self.name = name
      self.keypath = keypath
      self.defaultValue = defaultValue
      self.metadata = metadata
    }
  }
}
