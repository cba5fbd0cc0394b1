internal import Foundation

/// One key that a query sorts by.
struct QueryOrder: Sendable {
  /// A leaf value of the fetched model or of one that to-one relationships lead to.
  var value: QueryExpression
  var isAscending: Bool
  /// The order of texts; nil for that of their bytes and for other values.
  var collation: QueryCollation?

  /// The order of two objects by this key. NULL comes before all values, as in SQLite.
  func compare(
    _ lhs: inout QueryEvaluator, _ rhs: inout QueryEvaluator
  ) -> ComparisonResult {
    let left = lhs.value(value)
    let right = rhs.value(value)
    let order: ComparisonResult
    switch (left, right) {
    case (.null, .null): order = .orderedSame
    case (.null, _): order = .orderedAscending
    case (_, .null): order = .orderedDescending
    case (.text(let left), .text(let right)) where collation != nil:
      order = collation!.compare(left, right)
    default:
      order = left.order(to: right) ?? .orderedSame
    }
    return isAscending ? order : ComparisonResult(rawValue: -order.rawValue)!
  }
}

extension QueryTranslator {
  /// Translates a sort descriptor.
  func order<Model: PersistentModel>(
    by descriptor: SortDescriptor<Model>
  ) throws -> QueryOrder {
    guard let keyPath = descriptor.keyPath else {
      throw refusal(
        .unsupportedSortDescriptor,
        "a sort descriptor has no key path: sort by a persisted property")
    }
    let operand = try destination(of: keyPath)
    guard case .scalar(let scalar) = operand else {
      throw unsortable(operand, keyPath)
    }
    let valueType = type(of: keyPath).valueType
    let isText = valueType == String.self || valueType == String?.self
    return QueryOrder(
      value: scalar.expression, isAscending: descriptor.order == .forward,
      // On Apple's systems texts are sorted so unless a descriptor names another comparator.
      collation: isText && descriptor.stringComparator == nil ? .localizedStandard : nil)
  }

  /// What a key path of any number of steps leads to.
  ///
  /// A key path does not tell its steps, but equal steps describe themselves equally.
  private func destination(of keyPath: AnyKeyPath) throws -> QueryOperand {
    let start = QueryPath(scope: 0, start: entity)
    if let index = entity.model.index(of: keyPath) {
      return try property(entity.model.properties[index], of: start)
    }
    var rest = PropertyNames.spelledName(of: keyPath)[...]
    var operand = QueryOperand.object(start)
    while !rest.isEmpty {
      guard let next = try step(of: &rest, from: operand) else {
        throw notPersistedSort(keyPath)
      }
      operand = next
    }
    return operand
  }

  /// Takes one step of a described key path.
  private func step(
    of rest: inout Substring, from operand: QueryOperand
  ) throws -> QueryOperand? {
    switch operand {
    case .object(let path):
      for candidate in path.entity.model.properties
      where take(PropertyNames.spelledName(of: candidate.keyPath), from: &rest) {
        return try property(candidate, of: path)
      }
    case .composite(let composite):
      for (index, candidate) in composite.fields.enumerated()
      where take(candidate.name, from: &rest) {
        return field(index, of: composite)
      }
    default:
      break
    }
    return nil
  }

  /// Removes a step and the sign behind it from a described key path.
  private func take(_ name: String, from rest: inout Substring) -> Bool {
    guard rest.hasPrefix(name) else { return false }
    let tail = rest.dropFirst(name.count)
    guard tail.isEmpty || tail.first == "." || tail.first == "?" || tail.first == "!" else {
      return false
    }
    rest = tail.drop { $0 == "?" || $0 == "!" || $0 == "." }
    return true
  }

  private func notPersistedSort(_ keyPath: AnyKeyPath) -> SwiftDataError {
    let refused = notPersisted(keyPath, of: entity)
    return SwiftDataError(
      .unsupportedSortDescriptor, refused.explanation, underlyingError: refused.underlyingError)
  }

  private func unsortable(_ operand: QueryOperand, _ keyPath: AnyKeyPath) -> SwiftDataError {
    let refused = notComparable(operand)
    return SwiftDataError(
      .unsupportedSortDescriptor,
      "a sort descriptor leads to \(keyPath.debugDescription), which has no order in the store: \(refused.explanation ?? "")",
      underlyingError: refused.underlyingError)
  }
}
