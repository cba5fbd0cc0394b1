internal import Foundation

/// Encodes a composite value into its leaves, through the value's own `Codable` implementation.
///
/// Like SwiftData's it has keyed containers only. A container's functions that cannot throw note the
/// fault, and the encoding as a whole throws it.
struct CompositeEncoder: Encoder {
  /// The leaves of one value while it is being encoded.
  final class Output {
    var leaves: ContiguousArray<StoredValue>
    let property: String
    /// The first fault, which a value that swallows errors cannot hide: SwiftData dies at it.
    var fault: (any Error)?

    init(property: String, leafCount: Int) {
      self.property = property
      leaves = ContiguousArray(repeating: .null, count: leafCount)
    }

    func fault(
      _ reason: CompositeCodingError.Reason, at node: CompositeNode, type: (any Any.Type)? = nil
    ) -> any Error {
      let error = CompositeCodingError(
        property: property, path: node.path, type: type ?? node.type, reason: reason)
      if fault == nil { fault = error }
      return error
    }
  }

  let output: Output
  let node: CompositeNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(output: Output, node: CompositeNode, codingPath: [any CodingKey] = []) {
    self.output = output
    self.node = node
    self.codingPath = codingPath
  }

  /// Encodes a value.
  ///
  /// - Throws: A `CompositeCodingError` where the value's coding does not fit its columns, or what the
  ///   value's own `encode(to:)` throws.
  static func encode(
    _ value: some Encodable, as node: CompositeNode, property: String
  ) throws -> ContiguousArray<StoredValue> {
    let output = Output(property: property, leafCount: node.leaves.count)
    try value.encode(to: CompositeEncoder(output: output, node: node))
    if let fault = output.fault { throw fault }
    return output.leaves
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      CompositeEncodingContainer<Key>(output: output, node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    RefusingEncodingContainer(
      error: output.fault(.onlyKeyedContainers, at: node), codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    RefusingEncodingContainer(
      error: output.fault(.onlyKeyedContainers, at: node), codingPath: codingPath)
  }
}

/// The container of a structure's stored properties, an enum's cases or a case's associated values.
private struct CompositeEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: CompositeEncoder.Output
  let node: CompositeNode
  let codingPath: [any CodingKey]

  private func part(_ key: Key) throws -> CompositeNode {
    guard let part = node.child(named: key.stringValue) else {
      throw output.fault(.unknownKey(key.stringValue, known: node.names), at: node)
    }
    return part
  }

  mutating func encodeNil(forKey key: Key) throws {
    let part = try part(key)
    for leaf in part.leaves { output.leaves[leaf] = .null }
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: String, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: Double, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: Float, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: Int, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: Int8, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: Int16, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: Int32, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: Int64, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: UInt, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: UInt8, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: UInt16, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: UInt32, forKey key: Key) throws { try encodeLeaf(value, key) }
  mutating func encode(_ value: UInt64, forKey key: Key) throws { try encodeLeaf(value, key) }

  private func encodeLeaf(_ value: some Encodable, _ key: Key) throws {
    try encode(value, as: try part(key), key)
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try encode(value, as: try part(key), key)
  }

  private func encode<T: Encodable>(_ value: T, as part: CompositeNode, _ key: Key) throws {
    switch part.kind {
    case .scalar(let kind):
      if let stored = StoredValue(scalar: value) {
        guard stored.fits(kind.storage) else {
          throw output.fault(.typeMismatch(expected: "\(kind.type)"), at: part, type: T.self)
        }
        output.leaves[part.leaves.lowerBound] = stored
      } else {
        try value.encode(
          to: LeafEncoder(output: output, node: part, kind: kind, codingPath: codingPath + [key]))
      }
    case .json:
      output.leaves[part.leaves.lowerBound] = try JSONBlob.encode(value)
    case .marker:
      throw output.fault(.typeMismatch(expected: "an enum case"), at: part, type: T.self)
    case .structure, .enumeration:
      if let optional = value as? any EncodableOptional {
        try optional.encodeWrapped(to: compositeEncoder(part, key))
      } else {
        try value.encode(to: compositeEncoder(part, key))
      }
    }
  }

  private func compositeEncoder(_ part: CompositeNode, _ key: Key) -> CompositeEncoder {
    CompositeEncoder(output: output, node: part, codingPath: codingPath + [key])
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let codingPath = codingPath + [key]
    guard let part = try? part(key) else {
      // The fault is noted; a container that takes nothing lets the value finish.
      return KeyedEncodingContainer(
        CompositeEncodingContainer<NestedKey>(output: output, node: node, codingPath: codingPath))
    }
    if case .marker = part.kind {
      output.leaves[part.leaves.lowerBound] = .text(key.stringValue)
    } else if part.isLeaf {
      _ = output.fault(.typeMismatch(expected: "'\(part.type)'"), at: part, type: NestedKey.self)
    }
    return KeyedEncodingContainer(
      CompositeEncodingContainer<NestedKey>(output: output, node: part, codingPath: codingPath))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    RefusingEncodingContainer(
      error: output.fault(.onlyKeyedContainers, at: node), codingPath: codingPath + [key])
  }

  mutating func superEncoder() -> any Encoder {
    _ = output.fault(.superCoder, at: node)
    return CompositeEncoder(output: output, node: node, codingPath: codingPath)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

/// The encoder of a value that one column holds but that isn't a scalar type itself: an enum with a raw
/// value, or a wrapper of a scalar.
struct LeafEncoder: Encoder, SingleValueEncodingContainer {
  let output: CompositeEncoder.Output
  let node: CompositeNode
  let kind: ScalarKind
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    _ = output.fault(.typeMismatch(expected: "\(kind.type)"), at: node)
    return KeyedEncodingContainer(
      CompositeEncodingContainer<Key>(output: output, node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    RefusingEncodingContainer(
      error: output.fault(.onlyKeyedContainers, at: node), codingPath: codingPath)
  }

  mutating func encodeNil() throws { output.leaves[node.leaves.lowerBound] = .null }

  mutating func encode<T: Encodable>(_ value: T) throws {
    guard let stored = StoredValue(scalar: value) else { return try value.encode(to: self) }
    guard stored.fits(kind.storage) else {
      throw output.fault(.typeMismatch(expected: "\(kind.type)"), at: node, type: T.self)
    }
    output.leaves[node.leaves.lowerBound] = stored
  }
}

/// A container that a composite cannot have: whatever is encoded into it is refused.
private struct RefusingEncodingContainer: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let error: any Error
  let codingPath: [any CodingKey]
  var count: Int { 0 }

  mutating func encodeNil() throws { throw error }

  mutating func encode<T: Encodable>(_ value: T) throws { throw error }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(RefusingKeyedContainer<NestedKey>(error: error, codingPath: codingPath))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }

  mutating func superEncoder() -> any Encoder { RefusingEncoder(error: error) }
}

private struct RefusingKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let error: any Error
  let codingPath: [any CodingKey]

  mutating func encodeNil(forKey key: Key) throws { throw error }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw error }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(RefusingKeyedContainer<NestedKey>(error: error, codingPath: codingPath))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    RefusingEncodingContainer(error: error, codingPath: codingPath)
  }

  mutating func superEncoder() -> any Encoder { RefusingEncoder(error: error) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { RefusingEncoder(error: error) }
}

private struct RefusingEncoder: Encoder {
  let error: any Error
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RefusingKeyedContainer<Key>(error: error, codingPath: []))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    RefusingEncodingContainer(error: error, codingPath: [])
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    RefusingEncodingContainer(error: error, codingPath: [])
  }
}

extension StoredValue {
  /// Whether a column of a kind takes the value.
  func fits(_ storage: LeafStorage) -> Bool {
    switch (self, storage) {
    case (.null, _), (.integer, .integer), (.real, .float), (.real, .timestamp), (.real, .decimal),
      (.text, .decimal), (.text, .string), (.uuid, .uuid), (.blob, .binary), (.blob, .archive):
      true
    default: false
    }
  }
}

/// An optional whose wrapped value can be encoded.
protocol EncodableOptional {
  func encodeWrapped(to encoder: any Encoder) throws
}

extension Optional: EncodableOptional where Wrapped: Encodable {
  /// Encodes the wrapped value; nil encodes nothing, so its leaves stay NULL.
  func encodeWrapped(to encoder: any Encoder) throws { try self?.encode(to: encoder) }
}
