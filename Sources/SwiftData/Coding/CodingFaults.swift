internal import Foundation

/// A leaf of a composite that is NULL although its type is not optional.
///
/// This is where SwiftData dies: the decoder unwraps what the row does not have. The layer above decides
/// whether the process does the same.
struct CompositeDecodingFault: Error {
  /// The model, where the layer above has filled it in.
  var model: String?
  /// The property of the model.
  var property: String
  /// The names from the property to the leaf.
  var path: [String]
  /// The type that was asked for.
  var type: any Any.Type
  /// The composite type whose `init(from:)` asked, or nil for the property's own.
  var composite: (any Any.Type)?

  /// The name of the leaf: the last in the path, or the property's own.
  var leaf: String { path.last ?? property }
}

extension CompositeDecodingFault: CustomStringConvertible {
  var description: String {
    let place = ([model, property].compactMap { $0 } + path).joined(separator: ".")
    let asked = composite.map { "'\($0)' asked for" } ?? "the property needs"
    return """
      '\(place)' is NULL in the store, but \(asked) a value of type '\(type)'. A structure is flattened \
      into columns, so a nil structure and one whose values are all nil look the same. Make the value \
      optional, or check `nestedContainer(keyedBy:forKey:).allKeys.isEmpty` in `init(from:)` before \
      decoding the structure.
      """
  }
}

/// A `Codable` implementation that the flattened form of a composite cannot carry.
struct CompositeCodingError: Error {
  enum Reason: Sendable {
    /// The type codes itself without a keyed container.
    case onlyKeyedContainers
    /// The type codes with a key that is no stored property or case.
    case unknownKey(String, known: [String])
    /// The type encodes something else than the stored property's type.
    case typeMismatch(expected: String)
    /// The type codes its superclass or an inline structure through `superEncoder` or `superDecoder`.
    case superCoder
  }

  /// The model, where the layer above has filled it in.
  var model: String?
  var property: String
  var path: [String]
  /// The type whose `Codable` implementation it is.
  var type: any Any.Type
  var reason: Reason
}

extension CompositeCodingError: CustomStringConvertible {
  var description: String {
    let place = ([model, property].compactMap { $0 } + path).joined(separator: ".")
    switch reason {
    case .onlyKeyedContainers:
      return """
        Composite Coder only supports Keyed Container: '\(type)', stored in '\(place)', codes itself \
        with an unkeyed or single-value container. Store its parts as properties of a structure of \
        your own, or its encoded form as `Data`.
        """
    case .unknownKey(let key, let known):
      return """
        '\(type)', stored in '\(place)', codes with the key '\(key)', but its columns are named by its \
        stored properties: \(known.map { "'\($0)'" }.joined(separator: ", ")). Keep `CodingKeys` equal \
        to the names of the properties, or store its encoded form as `Data`.
        """
    case .typeMismatch(let expected):
      return """
        '\(place)' has a column for \(expected), but a value of type '\(type)' was coded into it. Code \
        the stored properties as they are declared, or store the encoded form as `Data`.
        """
    case .superCoder:
      return """
        '\(type)', stored in '\(place)', codes through `superEncoder` or `superDecoder`, which columns \
        cannot carry. Code the stored properties alone, or store the encoded form as `Data`.
        """
    }
  }
}

/// A stored value that cannot be turned into the property's type.
struct ValueDecodingError: Error {
  enum Reason: Sendable {
    /// The column is NULL, and the property is not optional.
    case missing
    /// The column holds a value of another kind.
    case wrongKind(StoredValue)
    /// No case of the enum has this raw value.
    case unknownRawValue(StoredValue)
    /// The bytes are not what the property's type was encoded as.
    case malformed(String)
  }

  /// The model, where the layer above has filled it in.
  var model: String?
  var property: String
  var type: any Any.Type
  var reason: Reason
}

extension ValueDecodingError: CustomStringConvertible {
  var description: String {
    let place = [model, property].compactMap { $0 }.joined(separator: ".")
    let problem =
      switch reason {
      case .missing:
        """
        is NULL in the store, but '\(type)' is not optional. Make the property optional, or give the \
        rows a value in a migration.
        """
      case .wrongKind(let value):
        """
        holds \(value.kindDescription) in the store, which is no '\(type)'. The file was written for \
        another type of the property, or by something else than SwiftData.
        """
      case .unknownRawValue(let value):
        """
        holds \(value.kindDescription) in the store, which no case of '\(type)' has as its raw \
        value. Keep the cases that stored rows use, or rewrite the rows in a migration.
        """
      case .malformed(let explanation):
        """
        holds bytes in the store that are no encoded '\(type)': \(explanation) A stored `Codable` \
        type must go on reading what earlier versions of it wrote.
        """
      }
    return "'\(place)' \(problem)"
  }
}

/// A value that a property cannot take.
struct ValueEncodingError: Error {
  /// The model, where the layer above has filled it in.
  var model: String?
  var property: String
  var type: any Any.Type
  var explanation: String
}

extension ValueEncodingError: CustomStringConvertible {
  var description: String {
    let place = [model, property].compactMap { $0 }.joined(separator: ".")
    return "'\(place)' cannot store a value of type '\(type)': \(explanation)"
  }
}

extension StoredValue {
  /// What the value is, for a message; long values are shortened.
  var kindDescription: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "the integer \(number)"
    case .real(let number): "the number \(number)"
    case .text(let text): "the text '\(text.prefix(40))\(text.count > 40 ? "…" : "")'"
    case .blob(let data): "\(data.count) bytes"
    case .uuid(let uuid): "16 bytes (\(uuid))"
    }
  }
}
