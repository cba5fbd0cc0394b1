internal import Foundation

/// The JSON that a collection, or a value of a `.codable` attribute, is stored as.
enum JSONBlob {
  /// Encodes a value; the keys are sorted, so that equal values have equal bytes.
  static func encode(_ value: some Encodable) throws -> StoredValue {
    if let optional = value as? any NilTestable, optional.isNil { return .null }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return .blob(try encoder.encode(value))
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }
}

/// An optional, to be asked for nil by code that doesn't know its type.
protocol NilTestable {
  var isNil: Bool { get }
}

extension Optional: NilTestable {
  var isNil: Bool { self == nil }
}
