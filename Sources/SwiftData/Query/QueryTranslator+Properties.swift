internal import Foundation

extension QueryTranslator {
  /// What a key path from the model at a path leads to.
  func property<Root, Value>(_ keyPath: KeyPath<Root, Value>, of path: QueryPath) throws
    -> QueryOperand
  {
    let owner = path.entity
    guard let index = owner.model.index(of: keyPath) else {
      if Value.self == PersistentIdentifier.self, IdentityKeyPaths.contain(keyPath) {
        return .identity(path)
      }
      throw notPersisted(keyPath, of: owner)
    }
    return try property(owner.model.properties[index], of: path)
  }

  /// What a persisted property of the model at a path is.
  func property(_ property: PropertyDescription, of path: QueryPath) throws -> QueryOperand {
    let owner = path.entity
    if path.leavesStart { reference(owner) }
    switch property.kind {
    case .attribute(let attribute):
      let place = QueryAttribute(
        path: path, slots: attribute.slots, name: "\(owner.name).\(property.name)",
        type: property.valueType)
      if attribute.isEphemeral {
        throw notPersisted(property.keyPath, of: owner)
      }
      // The column holds a reference to a file, or what only a transformer can read.
      if attribute.isExternal || attribute.isTransformable { return .opaque(place) }
      return value(
        attribute.shape, at: place, attribute.codec.node, isNullable: property.isOptional,
        firstSlot: attribute.slots.lowerBound)
    case .relationship(let relationship):
      let stored = owner.relationships[relationship.relationshipIndex]
      guard let destination = layout.entitiesByName[stored.destinationEntity] else {
        throw notPersisted(property.keyPath, of: owner)
      }
      if relationship.isToOne, case .foreignKey(let column) = stored.storage {
        return .object(
          path.appending(
            QueryPath.Hop(
              relationship: relationship.relationshipIndex, column: column, destination: destination
            )))
      }
      let name = "\(owner.name).\(property.name)"
      if property.isOptional { throw toManyNotAllowed(name) }
      if closureDepth > 0 {
        throw refusal(
          .unsupportedPredicate,
          "'\(name)' is a to-many relationship inside the closure of another: store the inner result in a property, or query from the other side",
          property: name, trap: "Unsupported subquery collection expression type")
      }
      reference(destination)
      return .toMany(
        QuerySubquery(
          owner: path, relationship: relationship.relationshipIndex, storage: stored.storage,
          destination: destination, scope: 1),
        property: name)
    }
  }

  /// What a stored property of a structure is.
  func field<Root, Value>(
    _ keyPath: KeyPath<Root, Value>, of composite: QueryComposite
  ) throws -> QueryOperand {
    guard let offset = MemoryLayout<Root>.offset(of: keyPath),
      let index = composite.fields.firstIndex(where: {
        $0.offset == offset && $0.type == Value.self
      }),
      composite.node.children.indices.contains(index)
    else { throw memberOfValue(keyPath, of: composite.attribute) }
    return field(index, of: composite)
  }

  func field(_ index: Int, of composite: QueryComposite) -> QueryOperand {
    let field = composite.fields[index]
    let node = composite.node.children[index]
    let first = composite.firstSlot
    let place = QueryAttribute(
      path: composite.attribute.path,
      slots: first + node.leaves.lowerBound..<first + node.leaves.upperBound,
      name: "\(composite.attribute.name).\(field.name)", type: field.type)
    return value(
      field.shape, at: place, node, isNullable: false, firstSlot: composite.firstSlot)
  }

  private func value(
    _ shape: ValueShape, at place: QueryAttribute, _ node: CompositeNode, isNullable: Bool,
    firstSlot: Int
  ) -> QueryOperand {
    switch shape {
    case .optional(let wrapped):
      return value(wrapped, at: place, node, isNullable: true, firstSlot: firstSlot)
    case .scalar(let kind):
      let slot = QueryExpression.slot(
        place.path, place.slots.lowerBound, isDecimal: kind == .decimal)
      return .scalar(QueryScalar(expression: slot, isNullable: isNullable))
    case .rawValue:
      return .enumeration(.slot(place.path, place.slots.lowerBound, isDecimal: false), place)
    case .structure(_, let fields):
      return .composite(
        QueryComposite(attribute: place, fields: fields, node: node, firstSlot: firstSlot))
    case .enumeration, .collection, .unsupported:
      return .opaque(place)
    }
  }
}

/// The key paths that every model has to its identifier.
enum IdentityKeyPaths {
  static func contain(_ keyPath: AnyKeyPath) -> Bool {
    func matches<Model: PersistentModel>(_ type: Model.Type) -> Bool {
      // `id` has another type where the model declares one, so it is asked for by what it is here.
      keyPath == \Model.persistentModelID || keyPath == identifier(type)
    }
    guard let type = type(of: keyPath).rootType as? any PersistentModel.Type else { return false }
    return matches(type)
  }

  /// The key path to the `id` that a model has where it declares none.
  private static func identifier<Model: PersistentModel>(_ type: Model.Type) -> AnyKeyPath {
    let keyPath: KeyPath<Model, PersistentIdentifier> = \.id
    return keyPath
  }
}
