public import Foundation

// Foundation has this operator on Apple's systems only, and `#Predicate` writes its name on all.

extension PredicateExpressions {
  /// Whether a text has another in it, whatever the case and the diacritics.
  ///
  /// `#Predicate` makes it of `localizedStandardContains(_:)`. The empty text is found in none.
  public struct StringLocalizedStandardContains<
    Root: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// Whether the text contains the other.
    public typealias Output = Bool

    /// The text to search in.
    public let root: Root
    /// The text to search for.
    public let other: Other

    /// Makes the expression.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Looks for one text in the other, regardless of case and diacritics.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      LocalizedStandardText.contains(
        String(try root.evaluate(bindings)), String(try other.evaluate(bindings)))
    }
  }

  /// Makes the expression that `#Predicate` writes for `localizedStandardContains(_:)`.
  public static func build_localizedStandardContains<Root, Other>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedStandardContains<Root, Other> {
    StringLocalizedStandardContains(root: root, other: other)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable
where Root: Sendable, Other: Sendable {}

extension PredicateExpressions.StringLocalizedStandardContains: Codable
where Root: Codable, Other: Codable {
  /// Reads the two texts.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    root = try container.decode(Root.self)
    other = try container.decode(Other.self)
  }

  /// Writes the two texts.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(root)
    try container.encode(other)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedStandardContains: CustomStringConvertible {
  /// The expression as code writes it.
  public var description: String {
    "StringLocalizedStandardContains(root: \(root), other: \(other))"
  }
}
