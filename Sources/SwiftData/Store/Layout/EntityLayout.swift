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

  /// `Z_PK`, `Z_ENT`, `Z_OPT`, every slot in the model's order, then every foreign key in the model's order.
  let columns: [String]
  /// Inserts a row; the parameters are the values of ``columns``.
  let insertSQL: String
  /// Replaces all values of a row but its entity; the parameters are the values of ``columns``.
  let updateSQL: String
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
    // Numbered, so that the values for an insertion serve for an update too.
    let assignments = columns.enumerated().dropFirst(2).map { "\($1) = ?\($0 + 1)" }
    updateSQL = "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = ?1"
    deleteSQL = "DELETE FROM \(table) WHERE Z_PK = ?"
    selectSQL = "SELECT \(list) FROM \(table) WHERE Z_PK = ?"
  }

  var name: String { model.entityName }

  /// Whether rows of several entities share the table, so that a statement has to ask for `Z_ENT`.
  var sharesTable: Bool { superentityNumber != 0 || numbers.count > 1 }

  /// Replaces some values of a row.
  ///
  /// The parameters are `Z_PK`, `Z_OPT`, then the values of the slots and foreign keys in the given order.
  ///
  /// - Parameters:
  ///   - slots: Numbers of slots.
  ///   - foreignKeys: Positions in ``foreignKeyColumns``.
  func updateSQL(slots: some Sequence<Int>, foreignKeys: some Sequence<Int> = []) -> String {
    var sql = "UPDATE \(table) SET Z_OPT = ?2"
    var parameter = 3
    for slot in slots {
      sql += ", \(slotColumns[slot]) = ?\(parameter)"
      parameter += 1
    }
    for key in foreignKeys {
      sql += ", \(foreignKeyColumns[key]) = ?\(parameter)"
      parameter += 1
    }
    return sql + " WHERE Z_PK = ?1"
  }
}
