public import Foundation

// Foundation has this operator on Apple's systems only, where `#Predicate` makes it of `evaluate(_:)`.
// Elsewhere its macro refuses the call, so the expression is made by hand.

extension PredicateExpressions {
  /// Whether a captured predicate selects a value of this one: the way to join predicates.
  ///
  /// On Apple's systems `#Predicate` makes it of `evaluate(_:)`. The macro of other toolchains refuses
  /// that call, so write what it would write; the code compiles on Apple's systems, too:
  ///
  /// ```swift
  /// func both(_ first: Predicate<Trip>, _ second: Predicate<Trip>) -> Predicate<Trip> {
  ///   Predicate { trip in
  ///     PredicateExpressions.build_Conjunction(
  ///       lhs: PredicateExpressions.build_evaluate(PredicateExpressions.build_Arg(first), trip),
  ///       rhs: PredicateExpressions.build_evaluate(PredicateExpressions.build_Arg(second), trip))
  ///   }
  /// }
  /// ```
  public struct PredicateEvaluate<
    Condition: PredicateExpression, each Input: PredicateExpression
  >: PredicateExpression where Condition.Output == Predicate<repeat (each Input).Output> {
    public typealias Output = Bool

    /// The predicate that is evaluated.
    public let predicate: Condition
    /// What it is evaluated with.
    public let input: (repeat each Input)

    /// Makes the expression.
    public init(predicate: Condition, input: repeat each Input) {
      self.predicate = predicate
      self.input = (repeat each input)
    }

    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try predicate.evaluate(bindings).evaluate(repeat (each input).evaluate(bindings))
    }
  }

  /// Makes the expression that `#Predicate` writes for `evaluate(_:)` on Apple's systems.
  public static func build_evaluate<Condition, each Input>(
    _ predicate: Condition, _ input: repeat each Input
  ) -> PredicateEvaluate<Condition, repeat each Input> {
    PredicateEvaluate(predicate: predicate, input: repeat each input)
  }
}

extension PredicateExpressions.PredicateEvaluate: Sendable
where Condition: Sendable, repeat each Input: Sendable {}

extension PredicateExpressions.PredicateEvaluate: Codable
where Condition: Codable, repeat each Input: Codable {
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    predicate = try container.decode(Condition.self)
    input = (repeat try container.decode((each Input).self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(predicate)
    repeat try container.encode(each input)
  }
}

extension PredicateExpressions.PredicateEvaluate: StandardPredicateExpression
where
  Condition: StandardPredicateExpression, repeat each Input: StandardPredicateExpression
{}

extension PredicateExpressions.PredicateEvaluate: CustomStringConvertible {
  public var description: String { "PredicateEvaluate(predicate: \(predicate), input: \(input))" }
}
