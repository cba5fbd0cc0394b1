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
      let (identifiers, hasNil) = try self.identifiers(in: collection, of: path.entity)
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

  /// The identifiers in a captured collection that can be of an entity.
  private func identifiers<Members: Sequence>(
    in sequence: Members, of entity: EntityLayout
  ) throws -> (identifiers: [PersistentIdentifier], hasNil: Bool) {
    var hasNil = false
    var identifiers = sequence as? [PersistentIdentifier] ?? []
    if identifiers.isEmpty {
      for element in sequence {
        switch QueryOperand(captured: element) {
        case .identifier(let identifier): identifiers.append(identifier)
        case .null: hasNil = true
        case let operand: throw notComparable(operand)
        }
      }
    }
    // Mostly all are of one entity, whose name is the same object.
    var known: (name: InternedName, isExpected: Bool)?
    identifiers.removeAll { identifier in
      if let known, known.name == identifier.entity { return !known.isExpected }
      let isExpected = self.entity(entity, mayBe: identifier.entityName)
      known = (identifier.entity, isExpected)
      return !isExpected
    }
    return (identifiers, hasNil)
  }

  private func storedValues<Members: Sequence>(
    of sequence: Members
  ) throws -> (values: [StoredValue], hasNil: Bool) {
    switch sequence {
    // Without looking at each element's type.
    case let texts as [String]: return (texts.map { .text($0) }, false)
    case let numbers as [Int]: return (numbers.map { .integer(Int64($0)) }, false)
    case let uuids as [UUID]: return (uuids.map { .uuid($0) }, false)
    default: break
    }
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
