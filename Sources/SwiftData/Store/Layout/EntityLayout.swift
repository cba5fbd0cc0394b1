internal import Foundation

/// Where the store keeps the instances of one entity: table, columns and keys.
final class EntityLayout: Sendable {
  /// The entity's Swift side.
  let model: ModelDescription
  /// `Z_ENT`: the entity's place in the alphabetical order of names, from 1; those that inherit from
  /// it follow it.
  let number: Int
  /// `Z_ENT` of the entity and of all that inherit from it.
  let numbers: [Int]
  /// `Z_ENT` of the entity that this one inherits from, or 0.
  let superentityNumber: Int
  /// `Z_ENT` of the entity at the root, which gives out the keys of all that inherit from it.
  let rootNumber: Int
  /// The entities that inherit from this one, at any depth.
  let descendants: [EntityLayout]
  /// Whether rows of other entities are in the table.
  let isInFamily: Bool
  /// The table of the entity, or of its root entity.
  let table: String
  /// The column of each leaf value, by the model's slot number.
  let slotColumns: [String]
  /// How each relationship is stored, by its position among the model's relationships.
  let relationships: [RelationshipLayout]
  /// The foreign key column of each to-one relationship, in the model's order.
  let foreignKeyColumns: [String]

  /// `Z_PK`, `Z_ENT`, `Z_OPT`, every slot in the model's order, then every foreign key in the
  /// model's order, then the entity of every foreign key that may lead to several.
  let columns: [String]
  /// ``columns``, then those that only rows of inheriting entities use.
  let rowColumns: [String]
  /// Inserts a row; the parameters are the values of ``columns``.
  let insertSQL: String
  /// Deletes the row of a key.
  let deleteSQL: String
  /// Selects ``columns`` of the row of a key.
  let selectSQL: String

  init(
    model: ModelDescription, number: Int, table: String, slotColumns: [String],
    relationships: [RelationshipLayout], superentityNumber: Int = 0, rootNumber: Int? = nil,
    descendants: [EntityLayout] = []
  ) {
    self.model = model
    self.number = number
    numbers = [number] + descendants.map(\.number)
    self.superentityNumber = superentityNumber
    self.rootNumber = rootNumber ?? number
    self.descendants = descendants
    self.table = table
    self.slotColumns = slotColumns
    self.relationships = relationships
    foreignKeyColumns = relationships.compactMap { $0.isToOne ? $0.foreignKeyColumn : nil }

    let columns =
      ["Z_PK", "Z_ENT", "Z_OPT"] + slotColumns + foreignKeyColumns
      + relationships.compactMap(\.entityColumn)
    self.columns = columns
    rowColumns = descendants.reduce(into: columns) { all, descendant in
      all += descendant.columns.filter { !all.contains($0) }
    }
    let list = columns.joined(separator: ", ")
    let parameters = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    insertSQL = "INSERT INTO \(table) (\(list)) VALUES (\(parameters))"
    deleteSQL = "DELETE FROM \(table) WHERE Z_PK = ?"
    let isInFamily = superentityNumber != 0 || !descendants.isEmpty
    self.isInFamily = isInFamily
    let isOfEntity = isInFamily ? " AND Z_ENT = \(number)" : ""
    selectSQL = "SELECT \(list) FROM \(table) WHERE Z_PK = ?\(isOfEntity)"
  }

  var name: String { model.entityName }
}
