extension FetchQuery {
  /// The properties to load at once; nil means all.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` for a key path that is no persisted property.
  static func properties<T: PersistentModel>(
    of descriptor: FetchDescriptor<T>, _ entity: EntityLayout
  ) throws -> PropertySet? {
    guard !descriptor.propertiesToFetch.isEmpty else { return nil }
    var properties = PropertySet()
    for keyPath in descriptor.propertiesToFetch {
      guard let index = entity.model.index(of: keyPath) else {
        throw SwiftDataError(
          .unsupportedKeyPath,
          "propertiesToFetch has \(keyPath), which is no persisted property of '\(entity.name)'")
      }
      // A relationship loads by itself when it is read.
      if let attribute = entity.model.properties[index].attribute, !attribute.isEphemeral {
        properties.insert(index)
      }
    }
    // Destinations need the row that they belong to.
    return descriptor.relationshipKeyPathsForPrefetching.isEmpty ? properties : nil
  }

  /// The positions of the relationships whose destinations are loaded with the result.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` for a key path that is no relationship of the model.
  static func relationships<T: PersistentModel>(
    of descriptor: FetchDescriptor<T>, _ model: ModelDescription
  ) throws -> [Int] {
    try descriptor.relationshipKeyPathsForPrefetching.map { keyPath in
      if let index = model.index(of: keyPath),
        let relationship = model.properties[index].relationship
      {
        return relationship.relationshipIndex
      }
      throw SwiftDataError(
        .unsupportedKeyPath,
        "relationshipKeyPathsForPrefetching has \(keyPath), which is no relationship of '\(model.entityName)'"
      )
    }
  }

  /// The columns of a row with some of its properties: the others are NULL and are not read.
  func columns(of properties: PropertySet) -> String {
    var columns = entity.columns.map { "t0.\($0.quoted)" }
    for property in entity.model.properties where !properties.contains(property.index) {
      guard let attribute = property.attribute, !attribute.isEphemeral else { continue }
      // `Z_PK`, `Z_ENT` and `Z_OPT` are before the first slot.
      for slot in attribute.slots { columns[3 + slot] = "NULL" }
    }
    // What rows of subclasses have besides.
    columns += entity.rowColumns.dropFirst(columns.count).map { _ in "NULL" }
    return columns.joined(separator: ", ")
  }
}
