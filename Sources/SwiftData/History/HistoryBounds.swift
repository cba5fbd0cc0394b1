internal import Foundation

/// What a predicate on transactions says that the database can look up.
struct HistoryBounds {
  /// The numbers of transactions that can satisfy the predicate.
  private(set) var first = Int64.min
  private(set) var last = Int64.max
  /// Whether a token asks for them, so that none of them may be missing.
  private(set) var comesFromToken = false

  /// - Parameter store: The store whose part of a token counts.
  init(_ predicate: Predicate<DefaultHistoryTransaction>?, store: String) {
    guard let predicate else { return }
    narrow(by: predicate.expression, store)
  }

  private mutating func narrow(by expression: any PredicateExpression, _ store: String) {
    if let junction = expression as? any HistoryJunction {
      let (left, right) = junction.historySides
      narrow(by: left, store)
      narrow(by: right, store)
      return
    }
    guard let (property, relation, constant) = (expression as? any HistoryComparison)?.normalized
    else { return }
    switch (property, constant) {
    case (\DefaultHistoryTransaction.token, let token as DefaultHistoryToken):
      guard let number = token.tokenValue?[store] else { return }
      narrow(relation, number)
      switch relation {
      case .greater, .greaterOrEqual, .equal: comesFromToken = true
      case .less, .lessOrEqual: break
      }
    case (\DefaultHistoryTransaction.transactionIdentifier, let number as Int64),
      (\DefaultHistoryTransaction.id, let number as Int64):
      narrow(relation, number)
    default: break
    }
  }

  private mutating func narrow(_ relation: HistoryRelation, _ number: Int64) {
    switch relation {
    case .greater: first = max(first, number == .max ? number : number + 1)
    case .greaterOrEqual: first = max(first, number)
    case .less: last = min(last, number == .min ? number : number - 1)
    case .lessOrEqual: last = min(last, number)
    case .equal:
      first = max(first, number)
      last = min(last, number)
    }
  }
}

/// How a property of a transaction is compared with a constant.
private enum HistoryRelation {
  case less, lessOrEqual, equal, greaterOrEqual, greater

  /// The relation with both sides exchanged.
  var mirrored: HistoryRelation {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .equal: .equal
    case .greaterOrEqual: .lessOrEqual
    case .greater: .less
    }
  }
}

/// Two conditions that both have to be true.
private protocol HistoryJunction {
  var historySides: (any PredicateExpression, any PredicateExpression) { get }
}

extension PredicateExpressions.Conjunction: HistoryJunction {
  fileprivate var historySides: (any PredicateExpression, any PredicateExpression) { (lhs, rhs) }
}

/// A comparison of two expressions.
private protocol HistoryComparison {
  var historySides: (any PredicateExpression, any PredicateExpression) { get }
  var historyRelation: HistoryRelation? { get }
}

extension HistoryComparison {
  /// The comparison as one of a transaction's property with a constant, if it is one.
  fileprivate var normalized: (property: AnyKeyPath, HistoryRelation, constant: Any)? {
    guard let relation = historyRelation else { return nil }
    let (left, right) = historySides
    if let property = (left as? any HistoryTerm)?.historyProperty,
      let constant = (right as? any HistoryTerm)?.historyConstant
    {
      return (property, relation, constant)
    }
    if let property = (right as? any HistoryTerm)?.historyProperty,
      let constant = (left as? any HistoryTerm)?.historyConstant
    {
      return (property, relation.mirrored, constant)
    }
    return nil
  }
}

extension PredicateExpressions.Comparison: HistoryComparison {
  fileprivate var historySides: (any PredicateExpression, any PredicateExpression) { (lhs, rhs) }

  fileprivate var historyRelation: HistoryRelation? {
    switch op {
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    @unknown default: nil
    }
  }
}

extension PredicateExpressions.Equal: HistoryComparison {
  fileprivate var historySides: (any PredicateExpression, any PredicateExpression) { (lhs, rhs) }

  fileprivate var historyRelation: HistoryRelation? { .equal }
}

/// A side of a comparison.
private protocol HistoryTerm {
  /// The property of the transaction that is compared.
  var historyProperty: AnyKeyPath? { get }
  /// The value that was captured.
  var historyConstant: Any? { get }
}

extension PredicateExpressions.KeyPath: HistoryTerm {
  fileprivate var historyProperty: AnyKeyPath? {
    root is PredicateExpressions.Variable<DefaultHistoryTransaction> ? keyPath : nil
  }

  fileprivate var historyConstant: Any? {
    (root as? any HistoryTerm)?.historyConstant.flatMap { $0[keyPath: keyPath as AnyKeyPath] }
  }
}

extension PredicateExpressions.Value: HistoryTerm {
  fileprivate var historyProperty: AnyKeyPath? { nil }

  fileprivate var historyConstant: Any? { value }
}
