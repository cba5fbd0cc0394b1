internal import Foundation

extension PredicateExpressions.SequenceContains: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    switch try translator.translate(sequence) {
    case .toMany(var subquery, _):
      let destination = QueryPath(scope: subquery.scope, start: subquery.destination)
      switch try translator.translate(element) {
      case .identifier(let identifier):
        subquery.conditions.append(
          translator.entity(subquery.destination, mayBe: identifier.entityName)
            ? .isObject(destination, identifier) : .false)
      case .object(let path), .identity(let path):
        subquery.conditions.append(.isSameObject(destination, path))
      case let operand:
        throw translator.notComparable(operand)
      }
      return .scalar(QueryScalar(expression: .exists(subquery), isToManyTest: true))
    case .captured(let collection):
      return try .scalar(
        QueryScalar(expression: translator.isAmong(element, captured: collection)))
    case .range(let lower, let upper, let isClosed):
      return try .scalar(
        translator.isWithin(translator.scalar(element), lower, upper, isClosed: isClosed))
    case .opaque(let attribute):
      throw translator.opaque(attribute, "'contains'")
    case let operand:
      throw translator.notComparable(operand)
    }
  }
}

extension PredicateExpressions.SequenceContainsWhere: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    var subquery = try translator.toMany(sequence, "contains(where:)")
    subquery.conditions.append(try translator.closure(over: subquery, variable.key, test))
    return .scalar(QueryScalar(expression: .exists(subquery), isToManyTest: true))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    var subquery = try translator.toMany(sequence, "allSatisfy(_:)")
    let test = try translator.closure(over: subquery, variable.key, test)
    subquery.conditions.append(.not(.fallback(test, .false)))
    return .scalar(QueryScalar(expression: .not(.exists(subquery)), isToManyTest: true))
  }
}

extension PredicateExpressions.Filter: QueryTranslatable {
  func translate(by translator: QueryTranslator) throws -> QueryOperand {
    var subquery = try translator.toMany(sequence, "filter(_:)")
    subquery.conditions.append(try translator.closure(over: subquery, variable.key, filter))
    return .toMany(subquery, property: "filter(_:)")
  }
}

extension QueryTranslator {
  /// Whether an element is in a captured collection.
  fileprivate func isAmong(
    _ element: any PredicateExpression, captured collection: Any
  ) throws -> QueryExpression {
    let operand = try translate(element)
    guard let collection = collection as? any Sequence else {
      throw notComparable(.captured(collection))
    }
    switch operand {
    case .object(let path), .identity(let path):
      var identifiers: [PersistentIdentifier] = []
      var hasNil = false
      for member in elements(of: collection) {
        switch member {
        case .identifier(let identifier):
          if entity(path.entity, mayBe: identifier.entityName) { identifiers.append(identifier) }
        case .null: hasNil = true
        default: throw notComparable(member)
        }
      }
      let isAmong =
        identifiers.isEmpty
        ? QueryExpression.false : .isObjectAmong(path, QueryIdentifiers(identifiers))
      return hasNil ? .disjunction([.isMissing(path), isAmong]) : isAmong
    default:
      let value = try scalar(operand)
      let (values, hasNil) = try storedValues(of: collection)
      let isAmong =
        values.isEmpty
        ? QueryExpression.false : .isAmong(value.expression, QueryList(values))
      let test = value.isNullable ? .fallback(isAmong, .false) : isAmong
      return hasNil ? .disjunction([.isNull(value.expression), test]) : test
    }
  }

  private func elements<Members: Sequence>(of sequence: Members) -> [QueryOperand] {
    sequence.map { QueryOperand(captured: $0) }
  }

  private func storedValues<Members: Sequence>(
    of sequence: Members
  ) throws -> (values: [StoredValue], hasNil: Bool) {
    var values: [StoredValue] = []
    values.reserveCapacity(sequence.underestimatedCount)
    var hasNil = false
    for element in sequence {
      switch QueryOperand(captured: element) {
      case .constant(let value): values.append(value)
      case .null: hasNil = true
      case let operand: throw notComparable(operand)
      }
    }
    return (values, hasNil)
  }
}
