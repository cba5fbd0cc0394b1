internal import Foundation

extension PredicateExpressions.Conjunction: QueryTranslatable, QueryJunction {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    try .scalar(
      QueryScalar(expression: .conjunction(translator.conditions(ofJunction: self, .conjunction))))
  }

  fileprivate var kind: JunctionKind { .conjunction }
  fileprivate var sides: (any PredicateExpression, any PredicateExpression) { (lhs, rhs) }
}

extension PredicateExpressions.Disjunction: QueryTranslatable, QueryJunction {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    try .scalar(
      QueryScalar(expression: .disjunction(translator.conditions(ofJunction: self, .disjunction))))
  }

  fileprivate var kind: JunctionKind { .disjunction }
  fileprivate var sides: (any PredicateExpression, any PredicateExpression) { (lhs, rhs) }
}

extension PredicateExpressions.Negation: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    var scalar = try translator.scalar(wrapped)
    scalar.expression = scalar.expression.negated
    return .scalar(scalar)
  }
}

extension PredicateExpressions.Conditional: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    let test = try translator.condition(test)
    let then = try translator.scalar(trueBranch)
    let otherwise = try translator.scalar(falseBranch)
    if test.isTrue { return .scalar(then) }
    if test.isFalse { return .scalar(otherwise) }
    return .scalar(
      QueryScalar(
        expression: .conditional(test, then: then.expression, else: otherwise.expression),
        isNullable: then.isNullable || otherwise.isNullable))
  }
}

private enum JunctionKind { case conjunction, disjunction }

/// A junction of two conditions.
private protocol QueryJunction: PredicateExpression {
  var kind: JunctionKind { get }
  var sides: (any PredicateExpression, any PredicateExpression) { get }
}

extension QueryTranslator {
  /// The conditions of a chain of one junction in order, without recursion: a chain that a program builds
  /// can be thousands long.
  fileprivate func conditions(
    ofJunction junction: any QueryJunction, _ kind: JunctionKind
  ) throws -> [QueryExpression] {
    var conditions: [QueryExpression] = []
    var waiting: [any PredicateExpression] = [junction]
    while let next = waiting.popLast() {
      if let junction = next as? any QueryJunction, junction.kind == kind {
        let (left, right) = junction.sides
        waiting.append(right)
        waiting.append(left)
      } else {
        conditions.append(try condition(next))
      }
    }
    return conditions
  }
}
