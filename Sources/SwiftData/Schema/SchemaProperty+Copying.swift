extension Schema.Attribute {
  /// Makes an attribute, composite where its shape has parts.
  static func make(
    name: String, originalName: String?, options: [Option], valueType: any Any.Type,
    shape: ValueShape, defaultValue: Any?, hashModifier: String?
  ) -> Schema.Attribute {
    guard shape.isComposite else {
      return Schema.Attribute(
        name: name, originalName: originalName, options: options, valueType: valueType,
        defaultValue: defaultValue, hashModifier: hashModifier)
    }
    let attribute = Schema.CompositeAttribute(
      name: name, originalName: originalName, options: options, valueType: valueType,
      defaultValue: defaultValue, hashModifier: hashModifier)
    attribute.properties = parts(of: shape)
    return attribute
  }

  /// The attributes that a composite attribute consists of.
  private static func parts(of shape: ValueShape) -> [Schema.Attribute] {
    switch shape {
    case .optional(let wrapped):
      parts(of: wrapped)
    case .structure(_, let fields):
      fields.map { part(named: $0.name, $0.type, $0.shape) }
    case .enumeration(_, let cases):
      cases.map { enumCase in
        guard !enumCase.payload.isEmpty else {
          // The column of a case without payload holds the name of the case.
          return part(named: enumCase.name, String?.self, .optional(.scalar(.string)))
        }
        let attribute = Schema.CompositeAttribute(name: enumCase.name, valueType: Any?.self)
        attribute.properties = enumCase.payload.map { part(named: $0.name, $0.type, $0.shape) }
        return attribute
      }
    case .scalar, .rawValue, .collection, .unsupported:
      []
    }
  }

  private static func part(
    named name: String, _ valueType: any Any.Type, _ shape: ValueShape
  ) -> Schema.Attribute {
    make(
      name: name, originalName: nil, options: [], valueType: valueType, shape: shape,
      defaultValue: nil, hashModifier: nil)
  }

  /// An equal attribute that can be changed on its own.
  func copy() -> Schema.Attribute {
    guard let composite = self as? Schema.CompositeAttribute else {
      return Schema.Attribute(
        name: name, originalName: originalName, options: options, valueType: valueType,
        defaultValue: defaultValue, hashModifier: hashModifier)
    }
    let copy = Schema.CompositeAttribute(
      name: name, originalName: originalName, options: options, valueType: valueType,
      defaultValue: defaultValue, hashModifier: hashModifier)
    copy.properties = composite.properties.map { $0.copy() }
    return copy
  }
}

extension Schema.Relationship {
  /// An equal relationship that can be changed on its own.
  func copy() -> Schema.Relationship {
    let copy = Schema.Relationship(
      deleteRule: deleteRule, minimumModelCount: minimumModelCount,
      maximumModelCount: maximumModelCount, originalName: originalName, inverse: inverseKeyPath,
      hashModifier: hashModifier)
    copy.name = name
    copy.keypath = keypath
    copy.options = options
    copy.valueType = valueType
    copy.destination = destination
    copy.inverseName = inverseName
    return copy
  }
}
