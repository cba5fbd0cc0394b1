#if SWIFT_DATA_ENGINE
  @_spi(Testing) internal import SwiftData
#else
  internal import SwiftData
#endif

/// Finds the Swift types of a container's entities.
enum ModelTypes {
  /// The types that the container was made for, and those that relationships lead to or from.
  static func all(of container: ModelContainer) -> [any PersistentModel.Type] {
    var types: [any PersistentModel.Type] = []
    var names: Set<String> = []
    func add(_ type: any PersistentModel.Type) {
      if names.insert(entityName(of: type)).inserted { types.append(type) }
    }
    for type in ContainerRegistry.probe(of: container)?.models ?? [] { add(type) }
    for entity in container.schema.entities {
      #if SWIFT_DATA_ENGINE
        if let type = entity._modelType { add(type) }
      #endif
      // A schema has no types of entities in public, but a relationship has its own.
      for relationship in entity.relationshipsByName.values {
        if let type = destination(of: relationship.valueType) { add(type) }
        if let keyPath = relationship.keypath, let type = root(of: keyPath) { add(type) }
      }
    }
    return types
  }

  /// The model in the type of a relationship: `Model`, `Model?`, `[Model]` or `[Model]?`.
  private static func destination(of type: any Any.Type) -> (any PersistentModel.Type)? {
    switch type {
    case let type as any PersistentModel.Type: type
    case let type as any RelationshipCollection.Type: element(of: type)
    case let type as any OptionalType.Type: destination(of: type.wrappedType)
    default: nil
    }
  }

  private static func element<Collection: RelationshipCollection>(
    of type: Collection.Type
  ) -> any PersistentModel.Type {
    Collection.PersistentElement.self
  }

  private static func root(of keyPath: AnyKeyPath) -> (any PersistentModel.Type)? {
    type(of: keyPath).rootType as? any PersistentModel.Type
  }
}

/// An optional of any type, to look into one whose type is known at run time only.
private protocol OptionalType {
  static var wrappedType: any Any.Type { get }
}

extension Optional: OptionalType {
  static var wrappedType: any Any.Type { Wrapped.self }
}
