internal import Foundation

/// How a Swift type is laid out when it is stored: the result of reflecting an attribute's type.
///
/// SwiftData flattens a `Codable` structure into one column for each leaf, and an enum that isn't
/// raw-valued into one column for each case. The shape is what both need to know.
indirect enum ValueShape: Sendable {
  /// A type that one column holds as it is.
  case scalar(ScalarKind)
  /// An enum with a raw value: one column with the raw value.
  case rawValue(any (RawRepresentable & Sendable).Type, ScalarKind)
  /// A structure: one column for each leaf of its stored properties.
  case structure(any Any.Type, [Field])
  /// An enum with associated values, or a `Codable` enum without raw values.
  case enumeration(any Any.Type, [Case])
  /// An optional of the wrapped shape.
  case optional(ValueShape)
  /// An array, set, dictionary or other collection: one column with encoded bytes.
  case collection(any Any.Type)
  /// A type that cannot be stored, with the text that SwiftData's schema generation dies with.
  case unsupported(any Any.Type, reason: String)

  /// A stored property of a structure, or an associated value of an enum case.
  struct Field: Sendable {
    var name: String
    var shape: ValueShape
    /// The Swift type of the property.
    var type: any Any.Type
    /// The byte offset in the structure, by which a key path is recognised; nil in an enum's
    /// payload.
    var offset: Int?
  }

  /// A case of an enum, with its associated values.
  struct Case: Sendable {
    var name: String
    var payload: [Field]
  }
}

/// The types that one column holds as they are.
enum ScalarKind: String, Sendable, CaseIterable {
  case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
  case double, float, decimal, date
  case string, url, uuid, data
}
