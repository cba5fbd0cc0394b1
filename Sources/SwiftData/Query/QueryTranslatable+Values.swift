internal import Foundation

extension PredicateExpressions.Variable: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    guard let operand = translator.variables[key] else {
      throw translator.refusal(
        .unsupportedPredicate, "the predicate uses a variable that is not its own")
    }
    return operand
  }
}

extension PredicateExpressions.NilLiteral: QueryTranslatable {
  func translate(by translator: QueryTranslator) -> QueryOperand { .null }
}

extension PredicateExpressions.Value: QueryTranslatable, CapturedExpression {
  func translate(by translator: QueryTranslator) -> QueryOperand { QueryOperand(captured: value) }

  var capturedValue: Any? { value }
}

extension PredicateExpressions.KeyPath: QueryTranslatable, CapturedExpression {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    if let captured = capturedOutput { return QueryOperand(captured: captured) }
    switch try translator.translate(root) {
    case .object(let path):
      return try translator.property(keyPath, of: path)
    case .composite(let composite):
      return try translator.field(keyPath, of: composite)
    case .toMany(let subquery, _):
      return try count(of: subquery, by: translator)
    case .scalar(let scalar) where Root.Output.self == String.self:
      return try count(of: scalar, by: translator)
    case .enumeration(_, let attribute):
      throw translator.memberOfValue(keyPath, of: attribute, isEnumeration: true)
    case .opaque(let attribute):
      throw translator.opaque(attribute, PropertyNames.spelledName(of: keyPath))
    case .scalar(let scalar):
      throw translator.memberOfValue(keyPath, of: translator.attribute(of: scalar))
    case let operand:
      throw translator.notComparable(operand)
    }
  }

  var capturedValue: Any? { capturedOutput }

  /// The value where the key path begins at a captured value, and SQL sees a constant.
  private var capturedOutput: Output? {
    guard let captured = root as? any CapturedExpression,
      let value = captured.capturedValue as? Root.Output
    else { return nil }
    return value[keyPath: keyPath]
  }

  private func count(
    of subquery: QuerySubquery, by translator: QueryTranslator
  ) throws -> QueryOperand {
    switch kind {
    case .collectionCount:
      return .scalar(QueryScalar(expression: .count(subquery)))
    case .collectionIsEmpty:
      return .scalar(QueryScalar(expression: .not(.exists(subquery)), isToManyTest: true))
    default:
      throw translator.refusal(
        .unsupportedPredicate,
        "\(keyPath.debugDescription) of a to-many relationship is not supported: the relationship has no order; use 'contains', 'allSatisfy', 'filter', 'count' or 'isEmpty'"
      )
    }
  }

  private func count(of text: QueryScalar, by translator: QueryTranslator) throws -> QueryOperand {
    switch kind {
    case .collectionIsEmpty:
      return .scalar(
        QueryScalar(expression: .comparison(.equal, text.expression, .constant(.text("")))))
    case .collectionCount:
      if translator.closureDepth > 0 {
        throw translator.refusal(
          .unsupportedPredicate,
          "'count' of a text inside the closure of a to-many operator is not supported, and Apple's SwiftData finds nothing: store the length in a property"
        )
      }
      return .scalar(QueryScalar(expression: .call(.characterCount, [text.expression])))
    default:
      throw translator.memberOfValue(keyPath, of: translator.attribute(of: text))
    }
  }
}

extension QueryTranslator {
  /// The attribute that a value comes from, for a message.
  func attribute(of scalar: QueryScalar) -> QueryAttribute? {
    guard case .slot(let path, let slot, _) = scalar.expression else { return nil }
    let owner = path.entity
    for property in owner.model.properties {
      if case .attribute(let attribute) = property.kind, attribute.slots.contains(slot) {
        return QueryAttribute(
          path: path, slots: slot..<slot + 1, name: "\(owner.name).\(property.name)",
          type: property.valueType)
      }
    }
    return nil
  }
}

/// An expression that may be made of captured values alone.
protocol CapturedExpression {
  /// The value, or nil where the expression depends on a model.
  var capturedValue: Any? { get }
}

extension QueryOperand {
  /// What a captured value stands for.
  init<Value>(captured value: Value) {
    if let stored = StoredValue(scalar: value) {
      // A decimal number is compared with what SQLite made of it in a column.
      self =
        stored.isNull
        ? .null : .constant(Self.isDecimal(Value.self) ? stored.columnForm(.decimal) : stored)
    } else if let special = value as? any CapturedOperand {
      self = special.capturedOperand
    } else if let model = value as? any PersistentModel {
      self = .identifier(model.persistentModelID)
    } else {
      self = .captured(value)
    }
  }

  private static func isDecimal(_ type: any Any.Type) -> Bool {
    type == Decimal.self || type == Decimal?.self
  }
}

/// A captured value that is neither a scalar nor a model.
private protocol CapturedOperand {
  var capturedOperand: QueryOperand { get }
}

extension PersistentIdentifier: CapturedOperand {
  fileprivate var capturedOperand: QueryOperand { .identifier(self) }
}

extension Optional: CapturedOperand {
  fileprivate var capturedOperand: QueryOperand { map { QueryOperand(captured: $0) } ?? .null }
}

extension Range: CapturedOperand {
  fileprivate var capturedOperand: QueryOperand {
    .range(lower: .captured(lowerBound), upper: .captured(upperBound), isClosed: false)
  }
}

extension ClosedRange: CapturedOperand {
  fileprivate var capturedOperand: QueryOperand {
    .range(lower: .captured(lowerBound), upper: .captured(upperBound), isClosed: true)
  }
}

extension PartialRangeFrom: CapturedOperand {
  fileprivate var capturedOperand: QueryOperand {
    .range(lower: .captured(lowerBound), upper: nil, isClosed: false)
  }
}

extension PartialRangeUpTo: CapturedOperand {
  fileprivate var capturedOperand: QueryOperand {
    .range(lower: nil, upper: .captured(upperBound), isClosed: false)
  }
}

extension PartialRangeThrough: CapturedOperand {
  fileprivate var capturedOperand: QueryOperand {
    .range(lower: nil, upper: .captured(upperBound), isClosed: true)
  }
}

extension QueryScalar {
  /// A bound of a captured range; NULL, which no value is beyond, where no column holds such a value.
  fileprivate static func captured<Value>(_ value: Value) -> QueryScalar {
    if case .constant(let stored) = QueryOperand(captured: value) {
      return QueryScalar(expression: .constant(stored))
    }
    return QueryScalar(expression: .constant(.null), isNullable: true)
  }
}
