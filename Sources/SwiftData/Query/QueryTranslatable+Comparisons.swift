internal import Foundation

extension PredicateExpressions.Equal: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    try .scalar(translator.equality(lhs, rhs))
  }
}

extension PredicateExpressions.NotEqual: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    let equality = try translator.equality(lhs, rhs)
    let expression: QueryExpression =
      if case .comparison(.equal, let left, let right) = equality.expression {
        .comparison(.notEqual, left, right)
      } else {
        .not(equality.expression)
      }
    return .scalar(QueryScalar(expression: expression))
  }
}

extension PredicateExpressions.Comparison: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    let left = try translator.scalar(lhs).ordered(as: LHS.Output.self)
    let right = try translator.scalar(rhs).ordered(as: LHS.Output.self)
    let comparison: QueryComparison =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: throw translator.unsupportedOperator(of: self)
      }
    return .scalar(
      QueryScalar(expression: .comparison(comparison, left.expression, right.expression)))
  }
}

extension PredicateExpressions.RangeExpressionContains: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    let value = try translator.scalar(element).ordered(as: Element.Output.self)
    guard case .range(let lower, let upper, let isClosed) = try translator.translate(range) else {
      throw translator.unsupportedOperator(of: self)
    }
    return .scalar(
      translator.isWithin(
        value, lower?.ordered(as: Element.Output.self), upper?.ordered(as: Element.Output.self),
        isClosed: isClosed))
  }
}

extension PredicateExpressions.Range: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    try .range(lower: translator.scalar(lower), upper: translator.scalar(upper), isClosed: false)
  }
}

extension PredicateExpressions.ClosedRange: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    try .range(lower: translator.scalar(lower), upper: translator.scalar(upper), isClosed: true)
  }
}

extension QueryTranslator {
  /// Swift's `==`, by which nil equals nil and nothing else.
  func equality(
    _ lhs: any PredicateExpression, _ rhs: any PredicateExpression
  ) throws -> QueryScalar {
    try QueryScalar(expression: equality(translate(lhs), translate(rhs)))
  }

  private func equality(_ lhs: QueryOperand, _ rhs: QueryOperand) throws -> QueryExpression {
    switch (lhs, rhs) {
    case (.object(let path), .null), (.null, .object(let path)):
      if path.leavesStart { hazards.insert(.relationshipComparedWithNil) }
      return .isMissing(path)
    case (.identity(let path), .null), (.null, .identity(let path)):
      return .isMissing(path)
    case (.object(let left), .object(let right)), (.object(let left), .identity(let right)),
      (.identity(let left), .object(let right)), (.identity(let left), .identity(let right)):
      return .isSameObject(left, right)
    case (.object(let path), .identifier(let identifier)),
      (.identifier(let identifier), .object(let path)),
      (.identity(let path), .identifier(let identifier)),
      (.identifier(let identifier), .identity(let path)):
      return entity(path.entity, mayBe: identifier.entityName)
        ? .isObject(path, identifier) : .false
    case (.identifier(let left), .identifier(let right)):
      return left == right ? .true : .false
    case (.identifier, .null), (.null, .identifier):
      return .false
    case (.enumeration(let column, _), .null), (.null, .enumeration(let column, _)):
      return .isNull(column)
    case (.opaque(let attribute), .null), (.null, .opaque(let attribute)):
      // Only an encoded collection is one column, which is NULL where the property is nil.
      guard attribute.slots.count == 1 else { throw opaque(attribute, "a comparison") }
      return attribute.isNil
    default:
      break
    }
    let left = try scalar(lhs)
    let right = try scalar(rhs)
    if left.isToManyTest || right.isToManyTest {
      throw refusal(
        .unsupportedPredicate,
        "the test of a to-many relationship is compared with a value, which SwiftData cannot turn into SQL: write '!x.isEmpty' instead of 'x.isEmpty == false'",
        trap: "to-many key not allowed here")
    }
    switch (left.expression, right.expression) {
    case (.constant(.null), .constant(.null)): return .true
    case (let value, .constant(.null)), (.constant(.null), let value):
      return value.isKnown ? .false : .isNull(value)
    case (let left, let right) where lhs.isNullable || rhs.isNullable:
      return .isSame(left, right)
    case (let left, let right):
      return .comparison(.equal, left, right)
    }
  }

  /// Whether a value is in a range whose bounds may be values of the model too.
  func isWithin(
    _ value: QueryScalar, _ lower: QueryScalar?, _ upper: QueryScalar?, isClosed: Bool
  ) -> QueryScalar {
    var parts: [QueryExpression] = []
    if let lower {
      parts.append(.comparison(.greaterOrEqual, value.expression, lower.expression))
    }
    if let upper {
      parts.append(
        .comparison(isClosed ? .lessOrEqual : .less, value.expression, upper.expression))
    }
    return QueryScalar(expression: .conjunction(parts))
  }
}

extension QueryOperand {
  fileprivate var isNullable: Bool {
    switch self {
    case .scalar(let scalar): scalar.isNullable
    case .null: true
    default: false
    }
  }
}

extension QueryScalar {
  /// The value in a form that SQLite orders as Swift orders values of a type.
  ///
  /// A column keeps the bits of an unsigned integer of 64 bits, which are negative from `1 << 63` on.
  func ordered(as type: any Any.Type) -> QueryScalar {
    guard type == UInt64.self || type == UInt.self || type == UInt64?.self || type == UInt?.self
    else { return self }
    return QueryScalar(
      expression: expression.withSignBitFlipped, isNullable: isNullable,
      isToManyTest: isToManyTest)
  }
}

extension QueryExpression {
  /// An integer with its highest bit flipped, which no step of the way overflows; NULL for NULL.
  fileprivate var withSignBitFlipped: QueryExpression {
    if case .constant(let value) = self {
      guard case .integer(let number) = value else { return self }
      return .constant(.integer(number ^ .min))
    }
    func step(_ operation: QueryArithmetic) -> QueryExpression {
      .arithmetic(
        operation, .arithmetic(operation, self, .constant(.integer(.max))), .constant(.integer(1)))
    }
    return .conditional(
      .comparison(.less, self, .constant(.integer(0))), then: step(.add), else: step(.subtract))
  }
}
