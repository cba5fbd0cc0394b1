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
    if case .key(let path) = value {
      return compare(lhs.identifier(at: path), rhs.identifier(at: path))
    }
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

  /// The order of two identifiers, of which those that are not stored yet have no key to compare.
  private func compare(
    _ left: PersistentIdentifier?, _ right: PersistentIdentifier?
  ) -> ComparisonResult {
    if left == right { return .orderedSame }
    guard let left else { return isAscending ? .orderedAscending : .orderedDescending }
    guard let right else { return isAscending ? .orderedDescending : .orderedAscending }
    return left.isBefore(right) == isAscending ? .orderedAscending : .orderedDescending
  }
}

extension PersistentIdentifier {
  /// Whether a model comes before another in the order of their insertion, whatever their entities.
  func isBefore(_ other: PersistentIdentifier) -> Bool {
    if let left = rowKey, let right = other.rowKey { return left < right }
    return self < other
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
    if case .identity(let path) = operand {
      return QueryOrder(value: .key(path), isAscending: descriptor.order == .forward)
    }
    guard case .scalar(let scalar) = operand else {
      throw unsortable(operand, keyPath)
    }
    let valueType = type(of: keyPath).valueType
    let isText = valueType == String.self || valueType == String?.self
    return QueryOrder(
      value: scalar.ordered(as: valueType).expression,
      isAscending: descriptor.order == .forward,
      // On Apple's systems texts are sorted so unless a descriptor names another comparator.
      collation: isText && descriptor.stringComparator == nil ? .localizedStandard : nil)
  }

  /// What a key path of any number of steps leads to.
  private func destination(of keyPath: AnyKeyPath) throws -> QueryOperand {
    let start = QueryPath(scope: 0, start: entity)
    if let index = entity.model.index(of: keyPath) {
      return try property(entity.model.properties[index], of: start)
    }
    if IdentityKeyPaths.contain(keyPath) { return .identity(start) }
    var operand = QueryOperand.object(start)
    for step in KeyPathSteps.steps(of: keyPath) ?? [] where step != .optional {
      guard let next = try destination(of: step, from: operand) else {
        throw notPersistedSort(keyPath)
      }
      operand = next
    }
    return operand
  }

  private func destination(
    of step: KeyPathSteps.Step, from operand: QueryOperand
  ) throws -> QueryOperand? {
    switch operand {
    case .object(let path):
      let property = path.entity.model.properties.first {
        KeyPathSteps.steps(of: $0.keyPath) == [step]
      }
      return try property.map { try self.property($0, of: path) }
    case .composite(let composite):
      guard case .stored(let offset) = step,
        let index = composite.fields.firstIndex(where: { $0.offset == offset })
      else { return nil }
      return field(index, of: composite)
    default:
      return nil
    }
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
