/// How the store keeps one relationship.
struct RelationshipLayout: Sendable {
  /// The place of the keys.
  enum Storage: Sendable, Equatable {
    /// To-one: a column of the entity's own table holds the destination's key.
    case foreignKey(column: String)
    /// To-many with a to-one inverse, or without an inverse: a column of the destination's table
    /// holds the owner's key.
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
  /// The column with the entity of the destination, where models that inherit may be destinations of a
  /// to-one relationship.
  var entityColumn: String?
  let minimumModelCount: Int?
  let maximumModelCount: Int?
  /// The table that holds the destinations.
  var destinationTable: String = ""

  /// The column of a to-one relationship.
  var foreignKeyColumn: String? {
    if case .foreignKey(let column) = storage { column } else { nil }
  }

  /// Selects `Z_PK` and `Z_ENT` of the destinations of a to-many relationship; the parameter is the
  /// owner's key.
  var selectDestinationsSQL: String? {
    switch storage {
    case .foreignKey: nil
    case .destinationForeignKey(let column):
      "SELECT Z_PK, Z_ENT FROM \(destinationTable) WHERE \(column) = ?"
    case .joinTable(let join):
      """
      SELECT t.Z_PK, t.Z_ENT FROM \(join.name) AS j JOIN \(destinationTable) AS t \
      ON t.Z_PK = j.\(join.destinationColumn) WHERE j.\(join.ownerColumn) = ?
      """
    }
  }
}

extension RelationshipLayout.JoinTable {
  /// Adds a pair that may be there already; the parameters are the owner's key and the
  /// destination's.
  var insertSQL: String {
    "INSERT OR IGNORE INTO \(name) (\(ownerColumn), \(destinationColumn)) VALUES (?, ?)"
  }

  /// Removes a pair; the parameters are the owner's key and the destination's.
  var deleteSQL: String {
    "DELETE FROM \(name) WHERE \(ownerColumn) = ? AND \(destinationColumn) = ?"
  }

  /// Removes all pairs of an owner.
  var deleteAllSQL: String { "DELETE FROM \(name) WHERE \(ownerColumn) = ?" }
}
