/// A property of an entity: an attribute, a relationship, or a declaration about several of them.
///
/// ``Schema/Attribute`` and ``Schema/Relationship`` conform; ``Schema/Index`` and ``Schema/Unique``
/// do so that the `@Model` macro can pass them through the same list.
public protocol SchemaProperty: Decodable, Encodable, Hashable {
  /// The property's name in code.
  var name: String { get set }
  /// The name that the property had in an earlier version of the schema; its own where it had none.
  var originalName: String { get set }
  /// The Swift type that the property is declared with.
  var valueType: any Any.Type { get set }
  /// Whether the property is an attribute.
  var isAttribute: Bool { get }
  /// Whether the property is a relationship.
  var isRelationship: Bool { get }
  /// Whether the property is kept out of the store.
  var isTransient: Bool { get }
  /// Whether the property's value can be nil.
  var isOptional: Bool { get }
  /// Whether no two instances may have the same value.
  var isUnique: Bool { get }
}

extension SchemaProperty {
  /// False.
  public var isAttribute: Bool { false }

  /// False.
  public var isRelationship: Bool { false }

  /// False.
  public var isTransient: Bool { false }

  /// Whether the value's type is an optional.
  public var isOptional: Bool { isOptionalType(valueType) }
}

/// What every optional type is known by at run time.
private protocol OptionalMetatype {
  static var wrappedType: any Any.Type { get }
}

extension Optional: OptionalMetatype {
  static var wrappedType: any Any.Type { Wrapped.self }
}

/// The type that an optional type wraps, or nil for any other type.
func wrappedType(ofOptional type: any Any.Type) -> (any Any.Type)? {
  (type as? any OptionalMetatype.Type)?.wrappedType
}

/// Whether a type is an optional.
func isOptionalType(_ type: any Any.Type) -> Bool { type is any OptionalMetatype.Type }
