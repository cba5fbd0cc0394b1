internal import Foundation

/// Converts between a Swift value of an attribute and its leaf values.
///
/// A codec is made once from the shape of the attribute's type and then used for every value.
struct ValueCodec: Sendable {
  /// One leaf value: a column of the store.
  struct Leaf: Sendable {
    /// The names from the attribute to the leaf; empty where the attribute is the leaf.
    var path: [String]
    /// The name from which the column's name is made: the last in the path, or the attribute's own.
    var name: String
    var storage: LeafStorage
  }

  let shape: ValueShape
  let leaves: [Leaf]

  init(shape: ValueShape, attributeName: String) {
    self.shape = shape
    self.leaves = []
  }
}

/// The kind of column that a leaf value needs, in the order in which SwiftData groups the columns of a table.
enum LeafStorage: Int, Sendable, Comparable, CaseIterable {
  case integer, float, decimal, timestamp, string, uuid, archive, binary

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The type in the column's declaration.
  var columnType: String {
    switch self {
    case .integer: "INTEGER"
    case .float: "FLOAT"
    case .decimal: "DECIMAL"
    case .timestamp: "TIMESTAMP"
    case .string: "VARCHAR"
    case .uuid, .archive, .binary: "BLOB"
    }
  }
}
