internal import Foundation

/// Turns the tree of a Foundation predicate into a ``QueryExpression``.
///
/// It accepts what SwiftData can evaluate in its store, and throws what SwiftData throws for everything
/// else: a test must not pass with a predicate that fails on a device.
final class QueryTranslator {
  let layout: SchemaLayout
  /// What the variables of the predicate, of its closures and of its optional chains stand for.
  var variables: [PredicateExpressions.VariableID: QueryOperand] = [:]
  /// How many closures over to-many relationships the current part is in.
  private(set) var closureDepth = 0
  /// The entities of the models that the query reads beside the fetched one.
  private(set) var referencedEntities: Set<String> = []
  /// What is known to go wrong on some releases of Apple's systems, although it is supported.
  var hazards: Set<QueryHazard> = []

  let entity: EntityLayout
  private var depth = 0
  /// How deep the translation goes, so that no predicate overflows the stack.
  private static let maximumDepth = 400

  init(entity: EntityLayout, layout: SchemaLayout) {
    self.entity = entity
    self.layout = layout
  }

  /// Translates a part of a predicate.
  func translate(_ expression: any PredicateExpression) throws -> QueryOperand {
    guard let translatable = expression as? any QueryTranslatable else {
      throw unsupportedOperator(of: expression)
    }
    guard depth < Self.maximumDepth else {
      throw tooDeep()
    }
    depth += 1
    defer { depth -= 1 }
    return try translatable.translate(by: self)
  }

  /// Translates a whole predicate.
  func translate(predicate expression: any PredicateExpression) throws -> QueryExpression {
    let condition = try condition(expression)
    guard condition.parserDepth <= QueryExpression.maximumParserDepth else { throw tooDeep() }
    return condition
  }

  private func tooDeep() -> SwiftDataError {
    refusal(
      .unsupportedPredicate,
      "the predicate is nested too deep for SQLite: join its conditions in one chain, compare with 'contains' of an array, or fetch in several steps"
    )
  }

  /// Translates a part of a predicate that is a condition.
  func condition(_ expression: any PredicateExpression) throws -> QueryExpression {
    try scalar(expression).expression
  }

  /// Translates a part of a predicate that is one value.
  func scalar(_ expression: any PredicateExpression) throws -> QueryScalar {
    try scalar(translate(expression))
  }

  func scalar(_ operand: QueryOperand) throws -> QueryScalar {
    switch operand {
    case .scalar(let scalar): return scalar
    case .constant(let value): return QueryScalar(expression: .constant(value))
    case .null: return QueryScalar(expression: .constant(.null), isNullable: true)
    default: throw notComparable(operand)
    }
  }

  /// Translates the test of a closure, whose variable stands for the models of a to-many relationship.
  func closure(
    over subquery: QuerySubquery, _ variable: PredicateExpressions.VariableID,
    _ test: any PredicateExpression
  ) throws -> QueryExpression {
    variables[variable] = .object(QueryPath(scope: subquery.scope, start: subquery.destination))
    closureDepth += 1
    defer { closureDepth -= 1 }
    return try condition(test)
  }

  /// Translates what a closure or an operator goes through, which must be a to-many relationship.
  func toMany(
    _ expression: any PredicateExpression, _ operation: String
  ) throws -> QuerySubquery {
    switch try translate(expression) {
    case .toMany(let subquery, _):
      return subquery
    case .captured, .range, .constant:
      throw refusal(
        .unsupportedPredicate,
        "'\(operation)' goes through a captured collection, which SwiftData cannot turn into SQL: go through the model's relationship and ask the captured collection whether it contains a value",
        trap: "Unsupported subquery collection expression type")
    case .opaque(let attribute):
      throw opaque(attribute, operation)
    case let operand:
      throw notComparable(operand)
    }
  }

  /// Notes that the query reads models of an entity beside the fetched one.
  func reference(_ entity: EntityLayout) {
    referencedEntities.insert(entity.name)
    for descendant in entity.descendants { referencedEntities.insert(descendant.name) }
  }

  /// Whether a model of a named entity can be where one of another is expected.
  func entity(_ expected: EntityLayout, mayBe name: String) -> Bool {
    if expected.name == name { return true }
    guard let other = layout.entitiesByName[name] else { return false }
    return layout.lineage(of: other).contains { $0 === expected }
  }
}

extension SchemaLayout {
  /// An entity and those that it inherits from, the nearest first.
  func lineage(of entity: EntityLayout) -> [EntityLayout] {
    var lineage = [entity]
    while let model = lineage.last?.model.superModel, let next = self.entity(for: model) {
      lineage.append(next)
    }
    return lineage
  }
}

/// What is documented to go wrong with a supported query on some releases.
enum QueryHazard: String, Sendable {
  /// A to-one relationship compared with nil.
  case relationshipComparedWithNil
  /// A chain over two optional to-one relationships.
  case chainOfOptionalRelationships
}

/// A part of a predicate that a query can be made from.
protocol QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand
}
