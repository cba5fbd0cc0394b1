public import Foundation
internal import Synchronization

/// Converts values of one type to another and back, for attributes that are not `Codable`.
///
/// Foundation has this class on Apple's systems, but not on Linux, so the engine brings its own
/// with the same members. Override ``transformedValue(_:)`` to give the stored form, which is
/// `Data`, and
/// ``reverseTransformedValue(_:)`` to read it.
///
/// ```swift
/// final class ColorTransformer: ValueTransformer {
///   override func transformedValue(_ value: Any?) -> Any? { (value as? Color)?.hexData }
///   override func reverseTransformedValue(_ value: Any?) -> Any? {
///     (value as? Data).flatMap(Color.init(hexData:))
///   }
/// }
///
/// @Attribute(.transformable(by: ColorTransformer.self)) var color: Color
/// ```
open class ValueTransformer: NSObject, ValueTransformerByName {
  /// Makes a transformer.
  public required override init() { super.init() }

  /// The class of the values that the transformer gives.
  open class func transformedValueClass() -> AnyClass { NSObject.self }

  /// Whether the transformer can turn its values back.
  open class func allowsReverseTransformation() -> Bool { true }

  /// Converts a value; the value itself unless a subclass overrides the method.
  open func transformedValue(_ value: Any?) -> Any? { value }

  /// Converts a value back; by default, as ``transformedValue(_:)`` does.
  open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

  /// Registers a transformer under a name, or removes the name's registration with nil.
  public class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    registry.withLock { $0.transformers[name.rawValue] = transformer.map(Registered.init) }
  }

  /// The names that transformers are registered under.
  public class func valueTransformerNames() -> [NSValueTransformerName] {
    registry.withLock { $0.transformers.keys.sorted() }.map { NSValueTransformerName($0) }
  }

  /// The transformer that is registered under a name, or else a new one of the class of that name.
  static func named(_ name: String) -> ValueTransformer? {
    let (registered, known) = registry.withLock { ($0.transformers[name], $0.classes[name]) }
    if let registered { return registered.transformer }
    let type =
      known?.type ?? builtIn(name) ?? NSClassFromString(name) as? ValueTransformer.Type
    return type?.init()
  }

  /// Makes a class known by its name, and returns the name.
  static func register(_ type: ValueTransformer.Type) -> String {
    let name = String(reflecting: type)
    registry.withLock { $0.classes[name] = RegisteredClass(type: type) }
    return name
  }

  /// Whether values are what the transformer makes of data, and not the other way round.
  var transformsFromData: Bool { self is NSSecureUnarchiveFromDataTransformer }

  // Unchecked because a transformer converts values and, as on Apple's systems, keeps no state of
  // its own that changes once it is registered.
  private struct Registered: @unchecked Sendable { let transformer: ValueTransformer }

  private struct RegisteredClass: Sendable { let type: ValueTransformer.Type }

  private struct Registry: Sendable {
    var transformers: [String: Registered] = [:]
    var classes: [String: RegisteredClass] = [:]
  }

  private static let registry = Mutex(Registry())
}

/// Gives ``ValueTransformer`` the initialiser by name, which a class cannot declare itself, because
/// it returns an object that exists.
public protocol ValueTransformerByName {}

extension ValueTransformerByName where Self: ValueTransformer {
  /// Finds the transformer that is registered under a name, or else makes one of the class of that
  /// name.
  public init?(forName name: NSValueTransformerName) {
    guard let transformer = ValueTransformer.named(name.rawValue) as? Self else { return nil }
    self = transformer
  }
}
