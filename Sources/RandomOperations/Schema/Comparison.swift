/// What a condition on an attribute asks.
package enum Comparison: String, Sendable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case contains
  case starts

  static let equality: [Comparison] = [.equal, .notEqual]
  static let order: [Comparison] = equality + [.less, .lessOrEqual, .greater, .greaterOrEqual]
  static let text: [Comparison] = order + [.contains, .starts]

  /// The condition in Swift, for people to read.
  func text(_ property: String, _ value: Value) -> String {
    switch self {
    case .contains: "\(property).contains(\(value))"
    case .starts: "\(property).starts(with: \(value))"
    default: "\(property) \(rawValue) \(value)"
    }
  }

  /// What Swift says of two values that have an order.
  func holds<Order: Comparable>(_ left: Order, _ right: Order) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    case .contains, .starts: preconditionFailure("only texts contain texts")
    }
  }
}
