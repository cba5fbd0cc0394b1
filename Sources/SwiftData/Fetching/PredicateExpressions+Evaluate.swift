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
    Condition: PredicateExpression & Sendable, each Input: PredicateExpression
  >: PredicateExpression where Condition.Output == Predicate<repeat (each Input).Output> {
    /// Whether the predicate holds.
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

    /// Evaluates the predicate with the values of its inputs.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try predicate.evaluate(bindings).evaluate(repeat (each input).evaluate(bindings))
    }
  }

  /// Makes the expression that `#Predicate` writes for `evaluate(_:)` on Apple's systems.
  public static func build_evaluate<Condition: Sendable, each Input>(
    _ predicate: Condition, _ input: repeat each Input
  ) -> PredicateEvaluate<Condition, repeat each Input> {
    PredicateEvaluate(predicate: predicate, input: repeat each input)
  }
}

extension PredicateExpressions.PredicateEvaluate: Sendable
where repeat each Input: Sendable {}

// `Predicate` is `Codable` on Apple's systems only, and what a predicate is made of must be `Codable`
// everywhere: so whether the inner predicate is encoded shows when it is tried.

extension PredicateExpressions.PredicateEvaluate: Codable where repeat each Input: Codable {
  /// Reads the predicate and its inputs.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    guard let type = Condition.self as? any Decodable.Type,
      let predicate = try container.decode(type) as? Condition
    else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "A predicate in a predicate cannot be decoded: \(Condition.Output.self)")
    }
    self.predicate = predicate
    input = (repeat try container.decode((each Input).self))
  }

  /// Writes the predicate and its inputs.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    guard let predicate = predicate as? any Encodable else {
      throw EncodingError.invalidValue(
        predicate,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "A predicate in a predicate cannot be encoded: \(Condition.Output.self)"
        ))
    }
    try container.encode(predicate)
    repeat try container.encode(each input)
  }
}

extension PredicateExpressions.PredicateEvaluate: StandardPredicateExpression
where repeat each Input: StandardPredicateExpression {}

extension PredicateExpressions.PredicateEvaluate: CustomStringConvertible {
  /// The expression with its parts.
  public var description: String { "PredicateEvaluate(predicate: \(predicate), input: \(input))" }
}
