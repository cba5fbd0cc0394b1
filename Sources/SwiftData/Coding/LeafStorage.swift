/// The kind of column that a leaf value needs.
enum LeafStorage: Int, Sendable, Comparable, CaseIterable {
  case integer, float, timestamp, decimal, string, uuid, archive, binary

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The type in the column's declaration.
  var columnType: String {
    switch self {
    case .integer: "INTEGER"
    case .float: "FLOAT"
    case .timestamp: "TIMESTAMP"
    case .decimal: "DECIMAL"
    case .string: "VARCHAR"
    case .uuid, .archive, .binary: "BLOB"
    }
  }

  /// The place of the kind among the groups of columns that a table consists of.
  ///
  /// Numbers with a fraction and times are one group: SQLite keeps both as a double, and the stores of
  /// Apple's systems mix the two in the order of names.
  var columnGroup: Int {
    switch self {
    case .integer: 0
    case .float, .timestamp: 1
    case .decimal: 2
    case .string: 3
    case .uuid: 4
    case .archive: 5
    case .binary: 6
    }
  }
}

extension ScalarKind {
  /// The kind of column that holds a scalar.
  var storage: LeafStorage {
    switch self {
    case .bool, .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64:
      .integer
    case .double, .float: .float
    case .decimal: .decimal
    case .date: .timestamp
    case .string, .url: .string
    case .uuid: .uuid
    case .data: .binary
    }
  }
}
