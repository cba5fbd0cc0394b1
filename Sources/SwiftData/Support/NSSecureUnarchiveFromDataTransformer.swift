internal import Foundation

/// Converts data into the object that it is the keyed archive of, and an object into its archive.
///
/// Foundation has this class on Apple's systems; the engine brings it with the same members. A
/// transformable attribute stores what the transformer makes of a value in reverse, as on Apple's
/// systems. A subclass names the classes that an archive may have at its top:
///
/// ```swift
/// final class PaletteTransformer: NSSecureUnarchiveFromDataTransformer {
///   override class var allowedTopLevelClasses: [AnyClass] { [Palette.self, NSArray.self] }
/// }
/// ```
///
/// - Note: The classes conform to `NSSecureCoding` of Foundation on Linux, whose archives of own
///   classes name them by their module.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  /// The classes that an archive may have at its top: those of property lists unless overridden.
  open class var allowedTopLevelClasses: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
      NSData.self, NSURL.self, NSUUID.self, NSNull.self,
    ]
  }

  /// The object in an archive; nil for what is no archive of an allowed class.
  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? NSKeyedUnarchiver.unarchivedObject(
      ofClasses: type(of: self).allowedTopLevelClasses, from: data)
  }

  /// The archive of an object; nil for one that cannot be archived.
  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let value else { return nil }
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
  }
}

extension ValueTransformer {
  /// The class of a transformer that Foundation has registered on Apple's systems.
  static func builtIn(_ name: String) -> ValueTransformer.Type? {
    switch NSValueTransformerName(name) {
    case .negateBooleanTransformerName: NegateBooleanTransformer.self
    case .isNilTransformerName: IsNilTransformer.self
    case .isNotNilTransformerName: IsNotNilTransformer.self
    case .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer.self
    default: nil
    }
  }
}

private final class NegateBooleanTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? { !(value as? Bool ?? false) }
}

private final class IsNilTransformer: ValueTransformer {
  override class func allowsReverseTransformation() -> Bool { false }

  override func transformedValue(_ value: Any?) -> Any? { value == nil }
}

private final class IsNotNilTransformer: ValueTransformer {
  override class func allowsReverseTransformation() -> Bool { false }

  override func transformedValue(_ value: Any?) -> Any? { value != nil }
}
