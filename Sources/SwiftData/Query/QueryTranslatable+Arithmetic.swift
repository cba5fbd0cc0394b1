internal import Foundation

extension PredicateExpressions.Arithmetic: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    let operation: QueryArithmetic =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: throw translator.unsupportedOperator(of: self)
      }
    return try translator.arithmetic(operation, lhs, rhs)
  }
}

extension PredicateExpressions.IntDivision: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    try translator.arithmetic(.divideIntegers, lhs, rhs)
  }
}

extension PredicateExpressions.FloatDivision: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    try translator.arithmetic(.divideReals, lhs, rhs)
  }
}

extension PredicateExpressions.IntRemainder: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    try translator.arithmetic(.remainder, lhs, rhs)
  }
}

extension PredicateExpressions.UnaryMinus: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    let part = try translator.scalar(wrapped)
    return .scalar(QueryScalar(expression: .minus(part.expression)))
  }
}

extension QueryTranslator {
  fileprivate func arithmetic(
    _ operation: QueryArithmetic, _ lhs: any PredicateExpression, _ rhs: any PredicateExpression
  ) throws -> QueryOperand {
    let left = try scalar(lhs)
    let right = try scalar(rhs)
    return .scalar(
      QueryScalar(expression: .arithmetic(operation, left.expression, right.expression)))
  }
}
