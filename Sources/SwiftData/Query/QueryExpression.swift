/// A condition or a value of a query, over the leaf values of models.
///
/// It is the one form that both a statement and the test of an object in memory are made from. Its
/// meaning is SQL's, three-valued: a comparison with NULL is NULL, and a condition selects a model only
/// where it is true. Swift's `==` and `!=` on optionals become ``isSame(_:_:)``, which is never NULL, so
/// that a translated predicate selects what `Predicate.evaluate(_:)` is true for.
indirect enum QueryExpression: Sendable {
  /// A captured value, always bound to the statement and never part of its text.
  case constant(StoredValue)
  /// A leaf value of the model at a path; NULL where the path leads to nothing.
  case slot(QueryPath, Int, isDecimal: Bool)
  /// The key of the row that the path leads to; only to sort by.
  case key(QueryPath)
  /// Whether the path leads to the one model.
  case isObject(QueryPath, PersistentIdentifier)
  /// Whether the path leads to one of some models.
  case isObjectAmong(QueryPath, QueryIdentifiers)
  /// Whether two paths lead to the same model, or both to none.
  case isSameObject(QueryPath, QueryPath)
  /// Whether the path leads to nothing.
  case isMissing(QueryPath)
  /// Whether the path leads to a model of one of some entities; NULL where it leads to nothing.
  case isOfEntity(QueryPath, QueryEntities)

  case not(QueryExpression)
  /// A conjunction, true without parts.
  case all([QueryExpression])
  /// A disjunction, false without parts.
  case any([QueryExpression])

  /// A comparison that is NULL where a side is.
  case comparison(QueryComparison, QueryExpression, QueryExpression)
  /// Equality that takes NULL for a value like others.
  case isSame(QueryExpression, QueryExpression)
  case isNull(QueryExpression)
  /// Whether a value is in a list; NULL where the value is, unless the list is empty.
  case isAmong(QueryExpression, QueryList)

  case conditional(QueryExpression, then: QueryExpression, else: QueryExpression)
  /// The first value that is not NULL.
  case fallback(QueryExpression, QueryExpression)

  case arithmetic(QueryArithmetic, QueryExpression, QueryExpression)
  case minus(QueryExpression)
  case call(QueryFunction, [QueryExpression])

  /// Whether the subquery finds a model.
  case exists(QuerySubquery)
  /// How many models the subquery finds.
  case count(QuerySubquery)

  static let `true` = QueryExpression.constant(.integer(1))
  static let `false` = QueryExpression.constant(.integer(0))
}

/// A comparison of two values.
enum QueryComparison: String, Sendable {
  case equal = "="
  case notEqual = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// An operation on two numbers.
enum QueryArithmetic: Sendable {
  case add, subtract, multiply
  /// Division of integers, NULL by zero.
  case divideIntegers
  /// Division of floating-point numbers, NULL by zero.
  case divideReals
  case remainder
}

/// The way from a variable of the query over to-one relationships to a model.
struct QueryPath: Sendable {
  /// One to-one relationship.
  struct Hop: Sendable {
    /// The position among the owner's relationships.
    var relationship: Int
    /// The column of the owner's table that holds the destination's key.
    var column: String
    var destination: EntityLayout
    /// The entities that the model must be of, where the step only narrows the type: it leads to the same
    /// model or to nothing.
    var cast: QueryEntities?

    var isCast: Bool { cast != nil }
  }

  /// The variable that the path begins at: 0 for the fetched model, 1 for the model of a subquery.
  var scope: Int
  var start: EntityLayout
  var hops: [Hop] = []

  /// The entity that the path leads to.
  var entity: EntityLayout { hops.last?.destination ?? start }

  /// Whether the path leads to another model than it begins at.
  var leavesStart: Bool { hops.contains { !$0.isCast } }

  /// The same model taken for one of an entity that inherits.
  func cast(to entity: EntityLayout) -> QueryPath {
    appending(
      Hop(
        relationship: -entity.number, column: "Z_PK", destination: entity,
        cast: QueryEntities(of: entity)))
  }

  func appending(_ hop: Hop) -> QueryPath {
    var path = self
    path.hops.append(hop)
    return path
  }

  /// Whether this path goes through another or ends where that does.
  func begins(with other: QueryPath) -> Bool {
    guard scope == other.scope, hops.count >= other.hops.count else { return false }
    return zip(hops, other.hops).allSatisfy { $0.relationship == $1.relationship }
  }
}

/// An entity and those that inherit from it.
struct QueryEntities: Sendable {
  let numbers: [Int]
  private let names: Set<InternedName>

  init(of entity: EntityLayout) {
    numbers = entity.numbers
    names = Set(([entity] + entity.descendants).map(\.model.internedName))
  }

  func contain(_ identifier: PersistentIdentifier) -> Bool { names.contains(identifier.entity) }

  /// The condition on a row's entity, given the name of its table in the statement.
  func test(_ alias: String) -> String {
    "\(alias).Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"
  }
}

/// The models at the other end of a to-many relationship, as far as they satisfy a condition.
struct QuerySubquery: Sendable {
  /// The model that has the relationship.
  var owner: QueryPath
  /// The position among the owner's relationships.
  var relationship: Int
  var storage: RelationshipLayout.Storage
  var destination: EntityLayout
  /// The number by which paths in the condition name the subquery's own model.
  var scope: Int
  var conditions: [QueryExpression] = []
}

extension QueryExpression {
  /// Whether the value is a constant other than NULL.
  var isKnown: Bool {
    if case .constant(let value) = self { !value.isNull } else { false }
  }

  var isFalse: Bool {
    if case .constant(.integer(0)) = self { true } else { false }
  }

  var isTrue: Bool {
    if case .constant(.integer(1)) = self { true } else { false }
  }

  /// The opposite of a condition.
  var negated: QueryExpression {
    if case .not(let part) = self { part } else { .not(self) }
  }

  /// The conjunction of some conditions, without the parts that decide nothing.
  static func conjunction(_ parts: [QueryExpression]) -> QueryExpression {
    if parts.contains(where: \.isFalse) { return .false }
    // One chain instead of chains in chains, which SQLite nests less deep: predicates are joined in loops.
    let parts = parts.flatMap { if case .all(let parts) = $0 { parts } else { [$0] } }
      .filter { !$0.isTrue }
    return switch parts.count {
    case 0: .true
    case 1: parts[0]
    default: .all(parts)
    }
  }

  /// The disjunction of some conditions, without the parts that decide nothing.
  static func disjunction(_ parts: [QueryExpression]) -> QueryExpression {
    if parts.contains(where: \.isTrue) { return .true }
    let parts = parts.flatMap { if case .any(let parts) = $0 { parts } else { [$0] } }
      .filter { !$0.isFalse }
    return switch parts.count {
    case 0: .false
    case 1: parts[0]
    default: .any(parts)
    }
  }
}
