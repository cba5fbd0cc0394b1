internal import Foundation

extension PredicateExpressions.OptionalFlatMap: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    let wrapped = try translator.translate(self.wrapped)
    if case .null = wrapped { return .null }
    if case .object(let path) = wrapped, path.hops.count(where: { !$0.isCast }) > 1,
      translator.closureDepth == 0
    {
      translator.hazards.insert(.chainOfOptionalRelationships)
    }
    translator.variables[variable.key] =
      if case .scalar(var scalar) = wrapped {
        {
          scalar.isNullable = false; return .scalar(scalar)
        }()
      } else {
        wrapped
      }
    return try translator.translate(transform).following(wrapped, by: translator)
  }
}

extension PredicateExpressions.NilCoalesce: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    let left = try translator.translate(lhs)
    if case .null = left { return try translator.translate(rhs) }
    if case .constant = left { return left }
    if case .identifier = left { return left }
    let value = try translator.scalar(left)
    let other = try translator.scalar(rhs)
    // A number is no condition, though 0 and 1 are stored like false and true.
    let isCondition = RHS.Output.self == Bool.self
    let expression: QueryExpression =
      switch (value.expression, other.expression) {
      // What `if let` makes: the condition where there is a value, and false or true where there is none.
      case (.conditional(let test, let then, .constant(.null)), _)
      where isCondition && other.expression.isFalse:
        .conjunction([test, then])
      case (.conditional(let test, let then, .constant(.null)), _)
      where isCondition && other.expression.isTrue:
        .disjunction([.not(test), then])
      default:
        .fallback(value.expression, other.expression)
      }
    return .scalar(QueryScalar(expression: expression, isNullable: other.isNullable))
  }
}

extension QueryOperand {
  /// What an optional chain has as result: this where the wrapped value is there, else nil.
  fileprivate func following(
    _ wrapped: QueryOperand, by translator: QueryTranslator
  ) throws -> QueryOperand {
    switch self {
    case .scalar(var scalar):
      scalar.isNullable = true
      if !scalar.expression.isNull(without: wrapped) {
        scalar.expression = .conditional(
          try wrapped.isPresent(translator), then: scalar.expression, else: .constant(.null))
      }
      return .scalar(scalar)
    case .constant(let value):
      return .scalar(
        QueryScalar(
          expression: .conditional(
            try wrapped.isPresent(translator), then: .constant(value), else: .constant(.null)),
          isNullable: true))
    case .object(let path), .identity(let path):
      guard case .object(let start) = wrapped, path.begins(with: start) else {
        throw translator.notComparable(self)
      }
      return self
    case .enumeration, .composite, .opaque, .null, .toMany:
      // Columns of the wrapped value, which are NULL without it, or a relationship without models.
      return self
    case .identifier, .range, .captured:
      throw translator.notComparable(self)
    }
  }

  /// The condition that an optional has a value.
  private func isPresent(_ translator: QueryTranslator) throws -> QueryExpression {
    switch self {
    case .scalar(let scalar): .not(.isNull(scalar.expression))
    case .object(let path), .identity(let path): .not(.isMissing(path))
    case .enumeration(let column, _): .not(.isNull(column))
    case .composite(let composite): .not(composite.attribute.isNil)
    case .opaque(let attribute): .not(attribute.isNil)
    case .constant, .identifier, .captured, .range: .true
    case .null: .false
    case .toMany(_, let property): throw translator.toManyNotAllowed(property)
    }
  }
}

extension QueryExpression {
  /// Whether the value is NULL by itself where an optional has no value, so that nothing need test it.
  fileprivate func isNull(without wrapped: QueryOperand) -> Bool {
    switch self {
    case .slot(let path, let slot, _):
      switch wrapped {
      case .object(let start):
        path.begins(with: start)
      case .scalar(let scalar):
        if case .slot(let start, slot, _) = scalar.expression {
          path.begins(with: start) && start.begins(with: path)
        } else {
          false
        }
      case .composite(let composite):
        composite.attribute.slots.contains(slot) && path.begins(with: composite.attribute.path)
          && composite.attribute.path.begins(with: path)
      default:
        false
      }
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right):
      left.isNull(without: wrapped) || right.isNull(without: wrapped)
    case .minus(let part), .not(let part):
      part.isNull(without: wrapped)
    case .isAmong(let part, let list):
      !list.values.isEmpty && part.isNull(without: wrapped)
    case .call(_, let arguments):
      arguments.contains { $0.isNull(without: wrapped) }
    case .conditional(_, let then, let otherwise):
      then.isNull(without: wrapped) && otherwise.isNull(without: wrapped)
    default:
      false
    }
  }
}
