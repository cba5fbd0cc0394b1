internal import Foundation

extension ValueCodec {
  /// Reads a value from its slots.
  ///
  /// - Parameter soundOptionals: Whether a structure inside a structure is nil where all its leaves are
  ///   NULL. SwiftData decodes it, and dies where one of them is needed.
  /// - Parameter diesAtFault: Whether the process ends where the fault below would be thrown, inside the
  ///   decoder, where it does on Apple's systems.
  /// - Throws: A `CompositeDecodingFault` where a composite needs a leaf that is NULL, a
  ///   `CompositeCodingError` where its `Codable` implementation does not fit its columns, or a
  ///   `ValueDecodingError` where the store holds no value of the type.
  @inline(__always)
  func decode<Value: Decodable>(
    _ type: Value.Type, from slots: ContiguousArray<StoredValue>, at offset: Int,
    soundOptionals: Bool = false, diesAtFault: Bool = false
  ) throws -> Value {
    if isScalar {
      return try slots[offset].decodeScalar(type) {
        try decodeOther(
          type, from: slots, at: offset, soundOptionals: soundOptionals, diesAtFault: diesAtFault)
      }
    }
    return try decodeOther(
      type, from: slots, at: offset, soundOptionals: soundOptionals, diesAtFault: diesAtFault)
  }

  @inline(never)
  private func decodeOther<Value: Decodable>(
    _ type: Value.Type, from slots: ContiguousArray<StoredValue>, at offset: Int,
    soundOptionals: Bool, diesAtFault: Bool
  ) throws -> Value {
    switch plan {
    case .scalar(let kind):
      let stored = slots[offset]
      switch stored.scalarDecoding(type) {
      case .value(let value): return value
      case .missing: throw missing(type)
      case .malformed: throw fault(type, .wrongKind(stored))
      case .notScalar: break
      }
      if stored.isNull { return try absent(type) }
      let input = input(slots, offset, soundOptionals, diesAtFault)
      return try explaining(type) {
        try Value(from: LeafDecoder(value: stored, input: input, node: node, kind: kind))
      }
    case .rawValue(let rawType, _):
      return try decodeRawValue(slots[offset], rawType, as: type)
    case .composite:
      let input = input(slots, offset, soundOptionals, diesAtFault)
      if isOptional, input.isAllNull(node) { return try absent(type) }
      guard let optional = type as? any DecodableOptional.Type else {
        return try CompositeDecoder.decode(type, as: node, from: input)
      }
      return try decodeWrapped(optional, input) as! Value
    case .archive:
      guard let data = try data(slots[offset], type) else { return try absent(type) }
      let json: Data
      do {
        json = try KeyedArchive.unarchive(data)
      } catch {
        throw fault(type, .malformed("\(error)."))
      }
      return try explaining(type) { try JSONBlob.decode(type, from: json) }
    case .json:
      guard let data = try data(slots[offset], type) else { return try absent(type) }
      return try explaining(type) { try JSONBlob.decode(type, from: data) }
    case .transformed(let transformer):
      return try reverseTransformed(slots[offset], by: transformer)
    case .unsupported(_, let reason):
      throw fault(type, .malformed(reason))
    }
  }

  /// Reads a value whose type is known at run time only.
  ///
  /// - Returns: A value of the property's declared type, an optional where the property is.
  /// - Throws: The same as the typed function.
  func decodeAny(
    from slots: ContiguousArray<StoredValue>, at offset: Int, soundOptionals: Bool = false
  ) throws -> Any {
    func open<Value: Decodable>(_ type: Value.Type) throws -> Any {
      if isOptional {
        return try decode(
          Value?.self, from: slots, at: offset, soundOptionals: soundOptionals) as Any
      }
      return try decode(type, from: slots, at: offset, soundOptionals: soundOptionals)
    }
    if case .rawValue(let type, _) = plan {
      func open<Raw: RawRepresentable>(_ type: Raw.Type) throws -> Any {
        isOptional
          ? try decodeRawValue(slots[offset], type, as: Raw?.self) as Any
          : try decodeRawValue(slots[offset], type, as: type)
      }
      return try open(type)
    }
    guard let type = shape.valueType as? any Decodable.Type else {
      throw fault(shape.valueType, .malformed("the type is not Decodable."))
    }
    return try open(type)
  }

  private func input(
    _ slots: ContiguousArray<StoredValue>, _ offset: Int, _ soundOptionals: Bool,
    _ diesAtFault: Bool
  ) -> CompositeDecoder.Input {
    CompositeDecoder.Input(
      slots: slots, offset: offset, property: attributeName, soundOptionals: soundOptionals,
      diesAtFault: diesAtFault)
  }

  private func decodeWrapped(
    _ optional: any DecodableOptional.Type, _ input: CompositeDecoder.Input
  ) throws -> Any {
    func open<Wrapper: DecodableOptional>(_ type: Wrapper.Type) throws -> Any {
      try CompositeDecoder.decode(Unwrapped<Wrapper>.self, as: node, from: input).value
    }
    return try open(optional)
  }

  /// Decodes an optional as the value that it wraps.
  private struct Unwrapped<Wrapper: DecodableOptional>: Decodable {
    let value: Wrapper

    init(from decoder: any Decoder) throws { value = try Wrapper.decodeWrapped(from: decoder) }
  }

  private func decodeRawValue<Value, Raw: RawRepresentable>(
    _ stored: StoredValue, _ rawType: Raw.Type, as type: Value.Type
  ) throws -> Value {
    if stored.isNull {
      guard Value.self == Raw?.self else { return try absent(type) }
      return unsafeBitCast(Raw?.none, to: Value.self)
    }
    let raw = try stored.decodeScalar(Raw.RawValue.self) { throw fault(type, .wrongKind(stored)) }
    guard let value = Raw(rawValue: raw) else { throw fault(type, .unknownRawValue(stored)) }
    if Value.self == Raw.self { return unsafeBitCast(value, to: Value.self) }
    if Value.self == Raw?.self { return unsafeBitCast(Optional(value), to: Value.self) }
    guard let value = value as? Value else { throw fault(type, .wrongKind(stored)) }
    return value
  }

  private func data(_ stored: StoredValue, _ type: any Any.Type) throws -> Data? {
    if stored.isNull { return nil }
    guard let data = stored.data else { throw fault(type, .wrongKind(stored)) }
    return data
  }

  /// Nil, where the type has it.
  private func absent<Value>(_ type: Value.Type) throws -> Value {
    guard let optional = type as? any DecodableOptional.Type else { throw missing(type) }
    return optional.absent as! Value
  }

  private func missing(_ type: any Any.Type) -> ValueDecodingError { fault(type, .missing) }

  private func fault(
    _ type: any Any.Type, _ reason: ValueDecodingError.Reason
  ) -> ValueDecodingError {
    ValueDecodingError(property: attributeName, type: type, reason: reason)
  }

  /// Turns what a `Codable` implementation throws into an error that names the property.
  private func explaining<Value>(_ type: Value.Type, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DecodingError {
      throw fault(type, .malformed(error.explanation))
    }
  }
}
