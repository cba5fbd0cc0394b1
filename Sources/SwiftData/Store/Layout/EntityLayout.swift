internal import Foundation

/// Where the store keeps the instances of one entity: table, columns and keys.
final class EntityLayout: Sendable {
  /// The entity's Swift side.
  let model: ModelDescription
  /// `Z_ENT`: the entity's place in the alphabetical order of names, from 1.
  let number: Int
  /// The table of the entity, or of its root entity.
  let table: String
  /// The column of each leaf value, by the model's slot number.
  let slotColumns: [String]
  /// How each relationship is stored, by its position among the model's relationships.
  let relationships: [RelationshipLayout]

  init(
    model: ModelDescription, number: Int, table: String, slotColumns: [String],
    relationships: [RelationshipLayout]
  ) {
    self.model = model
    self.number = number
    self.table = table
    self.slotColumns = slotColumns
    self.relationships = relationships
  }

  var name: String { model.entityName }
}

/// How the store keeps one relationship.
struct RelationshipLayout: Sendable {
  /// The place of the keys.
  enum Storage: Sendable {
    /// To-one: a column of the entity's own table holds the destination's key.
    case foreignKey(column: String)
    /// To-many with a to-one inverse, or without an inverse: a column of the destination's table holds the owner's key.
    case destinationForeignKey(column: String)
    /// Many-to-many: a row of the table for each pair.
    case joinTable(JoinTable)
  }

  /// The table of a many-to-many relationship.
  struct JoinTable: Sendable, Hashable {
    var name: String
    /// The column that holds the key of this side's owner.
    var ownerColumn: String
    /// The column that holds the key of the destination.
    var destinationColumn: String
  }

  let name: String
  let destinationEntity: String
  let isToOne: Bool
  let isOptional: Bool
  let deleteRule: Schema.Relationship.DeleteRule
  /// The inverse, given or inferred.
  let inverseName: String?
  let storage: Storage
  let minimumModelCount: Int?
  let maximumModelCount: Int?
}
