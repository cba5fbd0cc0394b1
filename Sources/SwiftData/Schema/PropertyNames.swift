/// Converts between key paths of a model and names of its properties.
///
/// It reads the model's own metadata, so it may be used while a ``ModelDescription`` is being made.
enum PropertyNames {
  /// The names that key paths lead to, with dots where one leads into a composite attribute.
  static func names<T: PersistentModel>(of keyPaths: [PartialKeyPath<T>]) -> [String] {
    let metadata = T.schemaMetadata
    return keyPaths.map { keyPath in
      metadata.first { $0.keypath == keyPath }?.name ?? spelledName(of: keyPath)
    }
  }

  /// The key paths to properties of given names.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the model has no such property.
  static func keyPaths<T: PersistentModel>(
    named names: ArraySlice<String>, of model: T.Type, codingPath: [any CodingKey]
  ) throws -> [PartialKeyPath<T>] {
    let metadata = T.schemaMetadata
    return try names.map { name in
      guard
        let keyPath = metadata.first(where: { $0.name == name })?.keypath as? PartialKeyPath<T>
      else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: codingPath,
            debugDescription: "'\(T.self)' has no persisted property '\(name)'"))
      }
      return keyPath
    }
  }

  /// The part after the type in a key path's own description, `\Trip.place.latitude` giving
  /// `place.latitude`.
  static func spelledName(of keyPath: AnyKeyPath) -> String {
    let description = keyPath.debugDescription
    let root = "\\" + String(describing: type(of: keyPath).rootType) + "."
    if description.hasPrefix(root) { return String(description.dropFirst(root.count)) }
    return String(description.drop { $0 == "\\" })
  }
}
