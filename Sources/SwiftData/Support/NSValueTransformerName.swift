/// The name that a value transformer is registered under.
///
/// Foundation has this type on Apple's systems; the engine brings it with the same members.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The name as text.
  public let rawValue: String

  /// Makes a name of a text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a name of a text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The name of a transformer that negates truth values.
  public static let negateBooleanTransformerName = NSValueTransformerName("NSNegateBoolean")

  /// The name of a transformer that tells whether a value is nil.
  public static let isNilTransformerName = NSValueTransformerName("NSIsNil")

  /// The name of a transformer that tells whether a value is there.
  public static let isNotNilTransformerName = NSValueTransformerName("NSIsNotNil")

  /// The name of ``NSSecureUnarchiveFromDataTransformer``.
  public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
    "NSSecureUnarchiveFromData")
}
