package import Foundation
package import SwiftData

// These classes say again what they inherit, unchecked conformance to Sendable: like their superclass,
// they have constants only.

/// An attribute that conditions may compare for equality.
package final class EquatableAttribute<Model: PersistentModel, Sample: SampleValue>:
  PlainAttribute<Model, Sample>, @unchecked Sendable
{
  package override var comparisons: [Comparison] { Comparison.equality }
}

/// An attribute with an order.
package class ComparableAttribute<Model: PersistentModel, Sample: SampleValue & Comparable>:
  PlainAttribute<Model, Sample>, @unchecked Sendable
{
  package override var comparisons: [Comparison] { Comparison.order }
  package override var isSortable: Bool { true }

  package override func holds(_ comparison: Comparison, _ left: Value, _ right: Value) -> Bool {
    comparison.holds(sample(of: left), sample(of: right))
  }

  package override func comesBefore(_ left: Value, _ right: Value) -> Bool {
    sample(of: left) < sample(of: right)
  }

  package override func sortDescriptor(isAscending: Bool) -> SortDescriptor<Model> {
    SortDescriptor(keyPath, order: isAscending ? .forward : .reverse)
  }

  package override func condition<Root: StandardPredicateExpression>(
    on root: Root, _ comparison: Comparison, _ value: Value
  ) -> any StandardPredicateExpression<Bool> where Root.Output == Model {
    guard comparison.isOrder else { return super.condition(on: root, comparison, value) }
    return comparison.expression(
      PredicateExpressions.build_KeyPath(root: root, keyPath: keyPath),
      PredicateExpressions.build_Arg(sample(of: value)))
  }
}

/// A text, whose order is that of its bytes.
package final class TextAttribute<Model: PersistentModel>: ComparableAttribute<Model, String>,
  @unchecked Sendable
{
  package override var comparisons: [Comparison] { Comparison.text }

  package override func holds(_ comparison: Comparison, _ left: Value, _ right: Value) -> Bool {
    let left = sample(of: left)
    let right = sample(of: right)
    return switch comparison {
    // Every text contains the empty one, as `Predicate.evaluate` has it; Foundation's own `contains` says no.
    case .contains: right.isEmpty || left.contains(right)
    case .starts: left.starts(with: right)
    default: comparison.holds(Bytes(left), Bytes(right))
    }
  }

  package override func comesBefore(_ left: Value, _ right: Value) -> Bool {
    Bytes(sample(of: left)) < Bytes(sample(of: right))
  }

  package override func sortDescriptor(isAscending: Bool) -> SortDescriptor<Model> {
    SortDescriptor(keyPath, comparator: .lexical, order: isAscending ? .forward : .reverse)
  }

  package override func condition<Root: StandardPredicateExpression>(
    on root: Root, _ comparison: Comparison, _ value: Value
  ) -> any StandardPredicateExpression<Bool> where Root.Output == Model {
    let property = PredicateExpressions.build_KeyPath(root: root, keyPath: keyPath)
    let argument = PredicateExpressions.build_Arg(sample(of: value))
    return switch comparison {
    case .contains: PredicateExpressions.build_contains(property, argument)
    case .starts: PredicateExpressions.build_starts(property, with: argument)
    default: super.condition(on: root, comparison, value)
    }
  }
}

/// An optional attribute with an order.
package final class OptionalAttribute<Model: PersistentModel, Sample: SampleValue & Comparable>:
  PlainAttribute<Model, Sample?>, @unchecked Sendable
{
  package override var comparisons: [Comparison] { Comparison.order }
  package override var isSortable: Bool { Sample.self != String.self }

  package override func holds(_ comparison: Comparison, _ left: Value, _ right: Value) -> Bool {
    let (left, right) = (sample(of: left), sample(of: right))
    switch comparison {
    case .equal: return left == right
    case .notEqual: return left != right
    default:
      // As the condition is written: compared where both are there.
      guard let left, let right else { return false }
      if let left = left as? String, let right = right as? String {
        return comparison.holds(Bytes(left), Bytes(right))
      }
      return comparison.holds(left, right)
    }
  }

  package override func comesBefore(_ left: Value, _ right: Value) -> Bool {
    switch (sample(of: left), sample(of: right)) {
    case (let left?, let right?): left < right
    case (nil, _?): true
    case (_, nil): false
    }
  }

  package override func sortDescriptor(isAscending: Bool) -> SortDescriptor<Model> {
    SortDescriptor(keyPath, order: isAscending ? .forward : .reverse)
  }

  package override func condition<Root: StandardPredicateExpression>(
    on root: Root, _ comparison: Comparison, _ value: Value
  ) -> any StandardPredicateExpression<Bool> where Root.Output == Model {
    guard comparison.isOrder else { return super.condition(on: root, comparison, value) }
    guard let sample = sample(of: value) else {
      return PredicateExpressions.build_Arg(false)
    }
    let property = PredicateExpressions.build_KeyPath(root: root, keyPath: keyPath)
    let compared = PredicateExpressions.build_flatMap(property) { known in
      comparison.expression(known, PredicateExpressions.build_Arg(sample))
    }
    return PredicateExpressions.build_NilCoalesce(
      lhs: compared, rhs: PredicateExpressions.build_Arg(false))
  }
}

/// A text in the order of its bytes, which is the engine's; see Docs/Differences.md.
private struct Bytes: Comparable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: Bytes, right: Bytes) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  static func < (left: Bytes, right: Bytes) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension Comparison {
  fileprivate var isOrder: Bool { self != .equal && self != .notEqual }

  /// The comparison of two expressions.
  fileprivate func expression<Left, Right>(
    _ left: Left, _ right: Right
  ) -> PredicateExpressions.Comparison<Left, Right>
  where Left.Output == Right.Output, Left.Output: Comparable {
    switch self {
    case .less: PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .lessThan)
    case .lessOrEqual:
      PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .lessThanOrEqual)
    case .greater: PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .greaterThan)
    case .greaterOrEqual:
      PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .greaterThanOrEqual)
    case .equal, .notEqual, .contains, .starts: preconditionFailure("\(self) asks for no order")
    }
  }
}
