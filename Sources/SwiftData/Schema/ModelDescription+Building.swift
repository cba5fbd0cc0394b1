internal import Synchronization

extension ModelDescription {
  /// The description of a model type, the same object at each call.
  static func of(_ type: any PersistentModel.Type) -> ModelDescription {
    let address = UInt(bitPattern: ObjectIdentifier(type))
    if let description = published.value(at: address) {
      return Unmanaged<ModelDescription>.fromOpaque(UnsafeRawPointer(bitPattern: description)!)
        .takeUnretainedValue()
    }
    return ofNew(type, at: address)
  }

  /// The descriptions that the first models of a process have; they stay for its whole life.
  private static let published = AddressTable(minimumCapacity: 1024)

  /// All descriptions, by type.
  private static let all = Mutex<[ObjectIdentifier: ModelDescription]>([:])

  private static func ofNew(_ type: any PersistentModel.Type, at address: UInt) -> ModelDescription
  {
    if let description = all.withLock({ $0[ObjectIdentifier(type)] }) { return description }
    // Made outside the lock, because the model's metadata may need the descriptions of others.
    let new = ModelDescription(reflecting: type)
    return all.withLock { all in
      if let description = all[ObjectIdentifier(type)] { return description }
      all[ObjectIdentifier(type)] = new
      _ = published.insert(Int(bitPattern: Unmanaged.passUnretained(new).toOpaque()), at: address)
      return new
    }
  }

  private convenience init(reflecting type: any PersistentModel.Type) {
    let superModel = superclass(of: type) as? any PersistentModel.Type
    let inherited = superModel.map { ModelDescription.of($0) }
    var builder = PropertyBuilder(
      properties: inherited?.properties ?? [], slotCount: inherited?.slotCount ?? 0)
    var indices: [[String]] = []
    var uniquenessConstraints: [[String]] = []
    for metadata in type.schemaMetadata {
      if let declaration = metadata.metadata as? any PropertyNameRows {
        if metadata.name == Schema.PropertyMetadata.uniqueName {
          uniquenessConstraints += declaration.rows
        } else {
          indices += declaration.rows
        }
      } else {
        builder.add(metadata)
      }
    }
    self.init(
      // The unqualified name, also of a type in a function or another type.
      type: type, entityName: _typeName(type, qualified: false), properties: builder.properties,
      slotCount: builder.slotCount, indices: indices,
      uniquenessConstraints: uniquenessConstraints, superModel: superModel)
  }
}

/// Makes the property descriptions of a model, one after the other.
private struct PropertyBuilder {
  private(set) var properties: [PropertyDescription]
  private(set) var slotCount: Int

  init(properties: [PropertyDescription], slotCount: Int) {
    self.properties = properties
    self.slotCount = slotCount
  }

  mutating func add(_ metadata: Schema.PropertyMetadata) {
    // A subclass may repeat the properties that it inherits.
    guard !properties.contains(where: { $0.name == metadata.name }) else { return }
    let valueType = type(of: metadata.keypath).valueType
    let kind: PropertyDescription.Kind
    if let target = RelationshipTarget(of: valueType) {
      kind = .relationship(relationship(metadata, target, valueType))
    } else {
      kind = .attribute(attribute(metadata, valueType))
    }
    properties.append(
      PropertyDescription(
        name: metadata.name, index: properties.count,
        // `Sendable` has no trace at run time; the macro's literals capture nothing.
        keyPath: unsafeBitCast(metadata.keypath, to: (any AnyKeyPath & Sendable).self),
        valueType: valueType, isOptional: isOptionalType(valueType), kind: kind))
  }

  private func relationship(
    _ metadata: Schema.PropertyMetadata, _ target: RelationshipTarget, _ valueType: any Any.Type
  ) -> RelationshipDescription {
    let declared = metadata.metadata as? Schema.Relationship
    let relationship = declared?.copy() ?? Schema.Relationship()
    relationship.name = metadata.name
    if relationship.originalName.isEmpty { relationship.originalName = metadata.name }
    relationship.keypath = metadata.keypath
    relationship.valueType = valueType
    relationship.destination = _typeName(target.model, qualified: false)
    let index = properties.count { if case .relationship = $0.kind { true } else { false } }
    return RelationshipDescription(
      relationship: relationship, relationshipIndex: index, destination: target.model,
      isToOne: target.isToOne)
  }

  private mutating func attribute(
    _ metadata: Schema.PropertyMetadata, _ valueType: any Any.Type
  ) -> AttributeDescription {
    let declared = metadata.metadata as? Schema.Attribute
    let shape = shape(
      of: valueType, declared, isRelationship: metadata.metadata is Schema.Relationship)
    let originalName = declared?.originalName ?? ""
    let attribute = Schema.Attribute.make(
      name: metadata.name, originalName: originalName.isEmpty ? nil : originalName,
      options: declared?.options ?? [], valueType: valueType, shape: shape,
      defaultValue: metadata.defaultValue ?? declared?.defaultValue,
      hashModifier: declared?.hashModifier)
    let codec = ValueCodec(
      shape: shape, attributeName: metadata.name,
      coding: declared?.transformerName.map { .transformed(by: $0) }
        ?? (declared?.isCodable == true ? .json : .automatic))
    // What is never stored has no leaf values among those of the model.
    let slots = slotCount..<(slotCount + (attribute.isTransient ? 0 : codec.leaves.count))
    slotCount = slots.upperBound
    return AttributeDescription(
      attribute: attribute, shape: shape, slots: slots, codec: codec,
      // A default value comes from a literal or an expression without captures; what persists is a
      // value type, and the codec copies it. Without `as`, the call would open the value.
      defaultValue: attribute.defaultValue.map { unsafeBitCast($0 as Any, to: (any Sendable).self) }
    )
  }

  private func shape(
    of valueType: any Any.Type, _ declared: Schema.Attribute?, isRelationship: Bool
  ) -> ValueShape {
    if isRelationship {
      return .unsupported(
        valueType,
        reason: """
          @Relationship on a property of type '\(valueType)', which is neither a model nor an \
          array of models
          """)
    }
    let isOptional = isOptionalType(valueType)
    if declared?.isTransformable == true {
      return isOptional ? .optional(.scalar(.data)) : .scalar(.data)
    }
    if declared?.isCodable == true {
      return isOptional
        ? .optional(.collection(wrappedType(ofOptional: valueType)!)) : .collection(valueType)
    }
    return ValueShape(of: valueType)
  }
}
