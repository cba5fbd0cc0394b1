internal import Foundation
internal import Synchronization

/// What the engine knows of a model type without any container: its persisted properties and how their
/// values are stored.
///
/// There is one description for each model type in a process, made when it is first needed.
final class ModelDescription: Sendable {
  /// The class that the `@Model` macro was applied to.
  let type: any PersistentModel.Type
  /// The entity's name: the type's own name without the types that it is nested in.
  let entityName: String
  /// The persisted properties in declared order.
  let properties: [PropertyDescription]
  /// The number of leaf values that all attributes take together.
  let slotCount: Int
  /// `#Index` and `#Unique` of the model, as names of properties.
  let indices: [[String]]
  let uniquenessConstraints: [[String]]

  init(
    type: any PersistentModel.Type, entityName: String, properties: [PropertyDescription],
    slotCount: Int, indices: [[String]], uniquenessConstraints: [[String]]
  ) {
    self.type = type
    self.entityName = entityName
    self.properties = properties
    self.slotCount = slotCount
    self.indices = indices
    self.uniquenessConstraints = uniquenessConstraints
  }
}

/// One persisted property of a model type.
struct PropertyDescription: Sendable {
  /// An attribute's leaf values, or a relationship.
  enum Kind: Sendable {
    case attribute(AttributeDescription)
    case relationship(RelationshipDescription)
  }

  let name: String
  /// The position in ``ModelDescription/properties``.
  let index: Int
  let keyPath: any AnyKeyPath & Sendable
  /// The declared Swift type, optional where the property is.
  let valueType: any Any.Type
  let isOptional: Bool
  let kind: Kind
}

/// How an attribute is stored.
struct AttributeDescription: Sendable {
  /// The options and names of the schema.
  let attribute: Schema.Attribute
  /// The shape of the declared type.
  let shape: ValueShape
  /// The leaf values of this attribute among those of the model.
  let slots: Range<Int>
  /// The converter between Swift values and the leaf values in `slots`.
  let codec: ValueCodec
  /// The value in the property's declaration, if it has one.
  let defaultValue: (any Sendable)?
}

/// How a relationship is declared.
struct RelationshipDescription: Sendable {
  let relationship: Schema.Relationship
  /// The position among the model's relationships.
  let relationshipIndex: Int
  let destination: any PersistentModel.Type
  let isToOne: Bool
}
