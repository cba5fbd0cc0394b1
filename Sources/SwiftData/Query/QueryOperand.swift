internal import Foundation

/// What a part of a predicate stands for while it is translated.
enum QueryOperand {
  /// A value or condition that SQL can compute.
  case scalar(QueryScalar)
  /// The one column of an enum with raw values, which may only be tested for nil.
  case enumeration(QueryExpression, QueryAttribute)
  /// The model at a path, possibly none.
  case object(QueryPath)
  /// The identifier of the model at a path.
  case identity(QueryPath)
  /// A structure's columns.
  case composite(QueryComposite)
  /// A column that no query can look into: an encoded collection or an enum with associated values.
  case opaque(QueryAttribute)
  /// The models of a to-many relationship.
  case toMany(QuerySubquery, property: String)

  /// A captured value that a column can hold, other than nil.
  case constant(StoredValue)
  case null
  /// A captured identifier or model.
  case identifier(PersistentIdentifier)
  /// A captured range or one that is made in the predicate.
  case range(lower: QueryScalar?, upper: QueryScalar?, isClosed: Bool)
  /// Any other captured value.
  case captured(Any)
}

/// A value that SQL can compute, and what must be known to compare it as Swift does.
struct QueryScalar {
  var expression: QueryExpression
  /// Whether the value may be nil.
  var isNullable = false
  /// Whether it is a test of a to-many relationship, which SwiftData compares with nothing.
  var isToManyTest = false
}

/// An attribute that a predicate leads to, or a part of one.
struct QueryAttribute {
  var path: QueryPath
  /// The leaf values among those of the model.
  var slots: Range<Int>
  /// The names from the fetched model, for messages.
  var name: String
  /// The declared type.
  var type: any Any.Type

  /// The condition that all leaf values are NULL, which is how nil is stored.
  var isNil: QueryExpression {
    .conjunction(slots.map { .isNull(.slot(path, $0, isDecimal: false)) })
  }
}

/// A structure that is stored as several columns.
struct QueryComposite {
  var attribute: QueryAttribute
  var fields: [ValueShape.Field]
  var node: CompositeNode
  /// The first leaf value of the whole attribute among those of the model.
  var firstSlot: Int
}
