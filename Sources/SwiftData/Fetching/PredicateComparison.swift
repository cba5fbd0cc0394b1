internal import Foundation

/// Compares the expressions of two predicates, part by part.
struct PredicateComparison {
  /// The variables of one predicate by those of the other: each predicate has its own.
  private var variables: [PredicateExpressions.VariableID: PredicateExpressions.VariableID] = [:]

  /// Whether two predicates are written the same way, with equal captured values.
  static func areEqual<T>(_ one: Predicate<T>?, _ other: Predicate<T>?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    var comparison = PredicateComparison()
    return comparison.areEqual(one.variable, other.variable)
      && comparison.areEqual(one.expression, other.expression)
  }

  private mutating func areEqual(_ one: Any, _ other: Any) -> Bool {
    guard type(of: one) == type(of: other) else { return false }
    if let variable = one as? PredicateExpressions.VariableID {
      guard let known = variables[variable] else {
        variables[variable] = other as? PredicateExpressions.VariableID
        return true
      }
      return known == other as? PredicateExpressions.VariableID
    }
    // Expressions are taken apart even if they are Hashable, for the variables in them.
    if !(one is any PredicateExpression) {
      if let one = one as? AnyHashable { return one == other as? AnyHashable }
      if type(of: one) is AnyClass { return (one as AnyObject) === (other as AnyObject) }
    }
    let parts = (Mirror(reflecting: one).children, Mirror(reflecting: other).children)
    guard !parts.0.isEmpty || !parts.1.isEmpty else {
      return String(describing: one) == String(describing: other)
    }
    guard parts.0.count == parts.1.count else { return false }
    return zip(parts.0, parts.1).allSatisfy { $0.label == $1.label && areEqual($0.value, $1.value) }
  }
}
