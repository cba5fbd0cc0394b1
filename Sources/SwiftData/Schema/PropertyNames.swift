/// Converts between key paths of a model and names of its properties.
///
/// It reads the model's own metadata, so it may be used while a ``ModelDescription`` is being made.
enum PropertyNames {
  /// The names that key paths lead to, with dots where one leads into a composite attribute.
  static func names<T: PersistentModel>(of keyPaths: [PartialKeyPath<T>]) -> [String] {
    let properties = metadata(of: T.self).map { ($0.name, $0.keypath) }
    return keyPaths.map { name(of: $0, among: properties) ?? "\($0)" }
  }

  /// The name that a key path leads to, or nil where none of the properties is on its way.
  ///
  /// A path into a composite attribute, or from a subclass to an inherited property, equals no key
  /// path of the metadata, but begins with the same property as one of them.
  static func name(
    of keyPath: AnyKeyPath, among properties: [(name: String, keyPath: AnyKeyPath)]
  ) -> String? {
    if let property = properties.first(where: { $0.keyPath == keyPath }) { return property.name }
    guard let start = KeyPathComponents.firstComputedProperty(of: keyPath),
      let property = properties.first(where: {
        KeyPathComponents.firstComputedProperty(of: $0.keyPath) == start
      })
    else { return nil }
    return property.name + KeyPathComponents.rest(of: keyPath)
  }

  /// The metadata of a model's properties, inherited ones among them.
  private static func metadata(of type: any PersistentModel.Type) -> [Schema.PropertyMetadata] {
    let inherited = (superclass(of: type) as? any PersistentModel.Type).map { metadata(of: $0) }
    return (inherited ?? []) + type.schemaMetadata
  }

  /// The key paths to properties of given names.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the model has no such property.
  static func keyPaths<T: PersistentModel>(
    named names: ArraySlice<String>, of model: T.Type, codingPath: [any CodingKey]
  ) throws -> [PartialKeyPath<T>] {
    let metadata = metadata(of: T.self)
    return try names.map { name in
      guard let keyPath = metadata.first(where: { $0.name == name })?.keypath else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: codingPath,
            debugDescription: "'\(T.self)' has no persisted property '\(name)'"))
      }
      // The root of an inherited property's key path is the class that declares it, and reads from an heir, too.
      if let own = keyPath as? PartialKeyPath<T> { return own }
      let address = Unmanaged.passUnretained(keyPath).toOpaque()
      return Unmanaged<PartialKeyPath<T>>.fromOpaque(address).takeUnretainedValue()
    }
  }
}
