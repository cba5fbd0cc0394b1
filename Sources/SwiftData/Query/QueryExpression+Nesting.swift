extension QueryExpression {
  /// What SQLite's parser can have open at once is 100 symbols in its usual build, of which a statement
  /// around the condition takes some.
  static let maximumParserDepth = 80

  /// How many symbols SQLite's parser has open at most while it reads the expression.
  var parserDepth: Int {
    switch self {
    case .constant, .slot, .key, .isObject, .isObjectAmong, .isSameObject, .isMissing, .isOfEntity:
      5
    case .not(let part), .isNull(let part), .minus(let part):
      2 + part.parserDepth
    case .isAmong(let part, _):
      5 + part.parserDepth
    case .all(let parts), .any(let parts):
      // The writer makes a balanced tree of many parts.
      3 + 3 * (Int.bitWidth - (parts.count / 8).leadingZeroBitCount) + deepest(parts)
    case .comparison(_, let left, let right), .isSame(let left, let right):
      3 + max(left.parserDepth, right.parserDepth)
    case .arithmetic(let operation, let left, let right):
      operation.isSum && left.isSum
        ? max(left.parserDepth, 3 + right.parserDepth)
        : 5 + max(left.parserDepth, right.parserDepth)
    case .conditional(let test, let then, let otherwise):
      max(5 + max(test.parserDepth, then.parserDepth), otherwise.conditionalDepth)
    case .fallback:
      5 + deepest(fallbackChain)
    case .call(_, let arguments):
      5 + deepest(arguments)
    case .exists(let subquery), .count(let subquery):
      12 + QueryExpression.all(subquery.conditions).parserDepth
    }
  }

  /// The depth as the last value of a conditional, of which a further conditional is a branch.
  private var conditionalDepth: Int {
    if case .conditional = self { parserDepth } else { 5 + parserDepth }
  }

  private func deepest(_ parts: [QueryExpression]) -> Int {
    parts.reduce(0) { max($0, $1.parserDepth) }
  }

  var isSum: Bool {
    if case .arithmetic(let operation, _, _) = self { operation.isSum } else { false }
  }

  /// The values of which the first that is not NULL counts, in order.
  var fallbackChain: [QueryExpression] {
    guard case .fallback(let part, let other) = self else { return [self] }
    return part.fallbackChain + other.fallbackChain
  }
}

extension QueryArithmetic {
  var isSum: Bool { self == .add || self == .subtract }
}
