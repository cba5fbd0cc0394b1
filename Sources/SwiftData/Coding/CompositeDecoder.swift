internal import Foundation

/// Decodes a composite value from its leaves, through the value's own `Codable` implementation.
///
/// It answers as SwiftData's decoder does, because documented crashes come from exactly these answers:
/// the container of a nested structure always exists, even where the structure was nil when it was
/// encoded, so `decodeIfPresent` calls the structure's `init(from:)` with a container without keys.
struct CompositeDecoder: Decoder {
  /// The leaves of one value while it is being decoded.
  final class Input {
    /// All leaf values of the model, or of the attribute alone.
    let slots: ContiguousArray<StoredValue>
    /// The position of the attribute's first leaf in `slots`.
    let offset: Int
    let property: String
    /// Whether a nested structure whose leaves are all NULL is nil, which is the sound result.
    let soundOptionals: Bool
    /// Whether the process ends where a needed leaf is NULL, as it does on Apple's systems.
    let diesAtFault: Bool
    /// The first fault, which a value that swallows errors cannot hide: SwiftData dies at it.
    var fault: (any Error)?

    init(
      slots: ContiguousArray<StoredValue>, offset: Int, property: String, soundOptionals: Bool,
      diesAtFault: Bool = false
    ) {
      self.slots = slots
      self.offset = offset
      self.property = property
      self.soundOptionals = soundOptionals
      self.diesAtFault = diesAtFault
    }

    func leaf(_ node: CompositeNode) -> StoredValue { slots[offset + node.leaves.lowerBound] }

    func isAllNull(_ node: CompositeNode) -> Bool {
      node.leaves.allSatisfy { slots[offset + $0].isNull }
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

  let input: Input
  let node: CompositeNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(input: Input, node: CompositeNode, codingPath: [any CodingKey] = []) {
    self.input = input
    self.node = node
    self.codingPath = codingPath
  }

  /// Decodes a value.
  ///
  /// - Throws: A `CompositeDecodingFault` where a leaf that is needed is NULL, a `CompositeCodingError`
  ///   where the value's coding does not fit its columns, a `ValueDecodingError` where the columns hold
  ///   something else, or what the value's own `init(from:)` throws.
  static func decode<Value: Decodable>(
    _ type: Value.Type, as node: CompositeNode, from input: Input
  ) throws -> Value {
    do {
      let decoder = CompositeDecoder(input: input, node: node)
      try decoder.requireCase()
      let value = try Value(from: decoder)
      if let fault = input.fault { throw fault }
      return value
    } catch {
      if let fault = input.fault { throw fault }
      if let error = error as? DecodingError {
        throw ValueDecodingError(
          property: input.property, type: type, reason: .malformed(error.explanation))
      }
      throw error
    }
  }

  /// Refuses an enum without a case, where the enum's own `init(from:)` would say less about why.
  func requireCase() throws {
    guard case .enumeration = node.kind, input.isAllNull(node) else { return }
    if input.soundOptionals, node.impliedCase != nil { return }
    throw CompositeDecodingFault(
      property: input.property, path: node.path, type: node.type, composite: nil)
  }

  /// What happens where a leaf is NULL that the value cannot do without.
  ///
  /// SwiftData unwraps the missing value here. The fault is thrown, and noted so that it counts even where
  /// the value's `init(from:)` catches it, which it could not do on Apple's systems.
  static func missingValue(
    _ type: any Any.Type, at part: CompositeNode, of composite: CompositeNode, in input: Input
  ) -> CompositeDecodingFault {
    let fault = CompositeDecodingFault(
      property: input.property, path: part.path, type: type, composite: composite.type)
    if input.diesAtFault { fatalError("\(fault)") }
    if input.fault == nil, !input.soundOptionals { input.fault = fault }
    return fault
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      CompositeDecodingContainer<Key>(input: input, node: node, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw input.fault(.onlyKeyedContainers, at: node)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw input.fault(.onlyKeyedContainers, at: node)
  }
}

/// The container of a structure's stored properties, an enum's cases or a case's associated values.
private struct CompositeDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let input: CompositeDecoder.Input
  let node: CompositeNode
  let codingPath: [any CodingKey]

  /// The keys of the parts that have a leaf that isn't NULL.
  var allKeys: [Key] {
    var keys: [Key] = []
    for index in node.children.indices where !input.isAllNull(node.children[index]) {
      if let key = Key(stringValue: node.names[index]) { keys.append(key) }
    }
    if keys.isEmpty, input.soundOptionals, let name = node.impliedCase,
      let key = Key(stringValue: name)
    {
      keys.append(key)
    }
    return keys
  }

  private func part(_ key: Key) throws -> CompositeNode {
    guard let part = node.child(named: key.stringValue) else {
      throw input.fault(.unknownKey(key.stringValue, known: node.names), at: node)
    }
    return part
  }

  func contains(_ key: Key) -> Bool {
    guard let part = node.child(named: key.stringValue) else { return false }
    return !part.isLeaf || !input.leaf(part).isNull
  }

  func decodeNil(forKey key: Key) throws -> Bool { isNil(try part(key)) }

  private func isNil(_ part: CompositeNode) -> Bool {
    if part.isLeaf { return input.leaf(part).isNull }
    return input.soundOptionals && input.isAllNull(part) && part.isOptional
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decodeLeaf(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try decodeLeaf(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decodeLeaf(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decodeLeaf(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decodeLeaf(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decodeLeaf(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decodeLeaf(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decodeLeaf(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decodeLeaf(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decodeLeaf(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decodeLeaf(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decodeLeaf(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decodeLeaf(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decodeLeaf(type, key) }

  private func decodeLeaf<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    try decode(type, of: try part(key), key)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decode(type, of: try part(key), key)
  }

  // The defaults ask `contains` first, which would let a key that is no stored property read as nil.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try ifPresent(key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try ifPresent(key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try ifPresent(key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try ifPresent(key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try ifPresent(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try ifPresent(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try ifPresent(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try ifPresent(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try ifPresent(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try ifPresent(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try ifPresent(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try ifPresent(key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try ifPresent(key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try ifPresent(key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try ifPresent(key)
  }

  private func ifPresent<T: Decodable>(_ key: Key) throws -> T? {
    let part = try part(key)
    return isNil(part) ? nil : try decode(T.self, of: part, key)
  }

  private func decode<T: Decodable>(_ type: T.Type, of part: CompositeNode, _ key: Key) throws -> T
  {
    switch part.kind {
    case .scalar(let kind):
      let stored = input.leaf(part)
      switch stored.scalarDecoding(type) {
      case .value(let value): return value
      case .missing: throw missing(type, part)
      case .malformed: throw mismatch(stored, kind, part, type)
      case .notScalar:
        if stored.isNull {
          guard let absent = (type as? any DecodableOptional.Type)?.absent else {
            throw missing(type, part)
          }
          return absent as! T
        }
        return try T(
          from: LeafDecoder(
            value: stored, input: input, node: part, kind: kind, codingPath: codingPath + [key]))
      }
    case .json:
      let stored = input.leaf(part)
      if stored.isNull {
        guard let absent = (type as? any DecodableOptional.Type)?.absent else {
          throw missing(type, part)
        }
        return absent as! T
      }
      guard let data = stored.data else {
        throw ValueDecodingError(property: input.property, type: type, reason: .wrongKind(stored))
      }
      return try JSONBlob.decode(type, from: data)
    case .marker:
      throw input.fault(.typeMismatch(expected: "an enum case"), at: part, type: type)
    case .structure, .enumeration:
      let decoder = CompositeDecoder(input: input, node: part, codingPath: codingPath + [key])
      if let optional = type as? any DecodableOptional.Type {
        return try (isNil(part) ? optional.absent : optional.decodeWrapped(from: decoder)) as! T
      }
      try decoder.requireCase()
      return try T(from: decoder)
    }
  }

  private func missing(_ type: any Any.Type, _ part: CompositeNode) -> CompositeDecodingFault {
    CompositeDecoder.missingValue(type, at: part, of: node, in: input)
  }

  /// The error where a column does not hold what was asked for: the value asks for another type than its
  /// stored property's, or the file holds something else.
  private func mismatch(
    _ stored: StoredValue, _ kind: ScalarKind, _ part: CompositeNode, _ type: any Any.Type
  ) -> any Error {
    if stored.fits(kind.storage), ScalarKind(type) != kind {
      return input.fault(.typeMismatch(expected: "\(kind.type)"), at: part, type: type)
    }
    return ValueDecodingError(property: input.property, type: type, reason: .wrongKind(stored))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let part = try part(key)
    switch part.kind {
    case .scalar, .json:
      throw input.fault(.typeMismatch(expected: "'\(part.type)'"), at: part, type: type)
    case .marker, .structure, .enumeration:
      return KeyedDecodingContainer(
        CompositeDecodingContainer<NestedKey>(
          input: input, node: part, codingPath: codingPath + [key]))
    }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw input.fault(.onlyKeyedContainers, at: node)
  }

  func superDecoder() throws -> any Decoder { throw input.fault(.superCoder, at: node) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    throw input.fault(.superCoder, at: node)
  }
}

/// The decoder of a value that one column holds but that isn't a scalar type itself: an enum with a raw
/// value, or a wrapper of a scalar.
struct LeafDecoder: Decoder, SingleValueDecodingContainer {
  let value: StoredValue
  let input: CompositeDecoder.Input
  let node: CompositeNode
  let kind: ScalarKind
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw input.fault(.typeMismatch(expected: "\(kind.type)"), at: node)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw input.fault(.onlyKeyedContainers, at: node)
  }

  func decodeNil() -> Bool { value.isNull }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    switch value.scalarDecoding(type) {
    case .value(let value): return value
    case .missing: throw CompositeDecoder.missingValue(type, at: node, of: node, in: input)
    case .malformed:
      throw ValueDecodingError(property: input.property, type: type, reason: .wrongKind(value))
    case .notScalar: return try T(from: self)
    }
  }
}

/// An optional whose wrapped value can be decoded.
protocol DecodableOptional {
  static var absent: Self { get }
  static func decodeWrapped(from decoder: any Decoder) throws -> Self
}

extension Optional: DecodableOptional where Wrapped: Decodable {
  static var absent: Wrapped? { nil }

  static func decodeWrapped(from decoder: any Decoder) throws -> Wrapped? {
    try Wrapped(from: decoder)
  }
}

extension DecodingError {
  /// What was wrong, with the place inside the value.
  var explanation: String {
    let (context, problem): (Context, String) =
      switch self {
      case .typeMismatch(let type, let context): (context, "expected '\(type)'")
      case .valueNotFound(let type, let context): (context, "no value of '\(type)'")
      case .keyNotFound(let key, let context): (context, "no key '\(key.stringValue)'")
      case .dataCorrupted(let context): (context, "data corrupted")
      @unknown default: (Context(codingPath: [], debugDescription: "\(self)"), "cannot decode")
      }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    let place = path.isEmpty ? "" : " at '\(path.joined(separator: "."))'"
    return "\(problem)\(place): \(context.debugDescription)"
  }
}
