internal import Foundation

/// Where the store keeps the instances of one entity: table, columns and keys.
final class EntityLayout: Sendable {
  /// The entity's Swift side.
  let model: ModelDescription
  /// `Z_ENT`: the entity's place in the alphabetical order of names, from 1.
  let number: Int
  /// `Z_ENT` of the entity and of all that inherit from it.
  let numbers: [Int]
  /// `Z_ENT` of the entity that this one inherits from, or 0.
  let superentityNumber: Int
  /// The table of the entity, or of its root entity.
  let table: String
  /// The column of each leaf value, by the model's slot number.
  let slotColumns: [String]
  /// How each relationship is stored, by its position among the model's relationships.
  let relationships: [RelationshipLayout]
  /// The foreign key column of each to-one relationship, in the model's order.
  let foreignKeyColumns: [String]

  /// `Z_PK`, `Z_ENT`, `Z_OPT`, every slot in the model's order, then every foreign key in the
  /// model's order.
  let columns: [String]
  /// Inserts a row; the parameters are the values of ``columns``.
  let insertSQL: String
  /// Deletes the row of a key.
  let deleteSQL: String
  /// Selects ``columns`` of the row of a key.
  let selectSQL: String

  init(
    model: ModelDescription, number: Int, table: String, slotColumns: [String],
    relationships: [RelationshipLayout], numbers: [Int]? = nil, superentityNumber: Int = 0
  ) {
    self.model = model
    self.number = number
    self.numbers = numbers ?? [number]
    self.superentityNumber = superentityNumber
    self.table = table
    self.slotColumns = slotColumns
    self.relationships = relationships
    foreignKeyColumns = relationships.compactMap { $0.isToOne ? $0.foreignKeyColumn : nil }

    columns = ["Z_PK", "Z_ENT", "Z_OPT"] + slotColumns + foreignKeyColumns
    let list = columns.joined(separator: ", ")
    let parameters = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    insertSQL = "INSERT INTO \(table) (\(list)) VALUES (\(parameters))"
    deleteSQL = "DELETE FROM \(table) WHERE Z_PK = ?"
    selectSQL = "SELECT \(list) FROM \(table) WHERE Z_PK = ?"
  }

  var name: String { model.entityName }
}
