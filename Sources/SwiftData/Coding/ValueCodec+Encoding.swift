internal import Foundation

extension ValueCodec {
  /// Writes a value into its slots.
  ///
  /// - Throws: A `CompositeCodingError` where the value's `Codable` implementation does not fit its
  ///   columns, a `ValueEncodingError` where the value is of another type than the property's, or what
  ///   the value's own `encode(to:)` throws. The slots are then as they were.
  @inline(__always)
  func encode<Value: Encodable>(
    _ value: Value, into slots: inout ContiguousArray<StoredValue>, at offset: Int
  ) throws {
    if isScalar, let stored = StoredValue(scalar: value) {
      slots[offset] = stored
    } else {
      try encodeOther(value, into: &slots, at: offset)
    }
  }

  @inline(never)
  private func encodeOther<Value: Encodable>(
    _ value: Value, into slots: inout ContiguousArray<StoredValue>, at offset: Int
  ) throws {
    switch plan {
    case .scalar(let kind):
      if let optional = value as? any NilTestable, optional.isNil {
        slots[offset] = .null
      } else {
        let output = CompositeEncoder.Output(property: attributeName, leafCount: 1)
        try value.encode(to: LeafEncoder(output: output, node: node, kind: kind))
        if let fault = output.fault { throw fault }
        slots[offset] = output.leaves[0]
      }
    case .rawValue(let type, let kind):
      slots[offset] = try storedRawValue(of: value, type: type, kind: kind)
    case .composite:
      if let optional = value as? any EncodableOptional {
        let wrapped = WrappedValue(optional: optional)
        if (optional as? any NilTestable)?.isNil == true {
          for index in offset..<offset + leaves.count { slots[index] = .null }
        } else {
          try encodeComposite(wrapped, into: &slots, at: offset)
        }
      } else {
        try encodeComposite(value, into: &slots, at: offset)
      }
    case .archive:
      slots[offset] = try jsonBlob(of: value).archived
    case .json:
      slots[offset] = try jsonBlob(of: value)
    case .transformed(let transformer):
      slots[offset] = try transformed(value, by: transformer)
    case .unsupported(_, let reason):
      throw ValueEncodingError(property: attributeName, type: Value.self, explanation: reason)
    }
  }

  /// An optional that encodes as the value it wraps.
  private struct WrappedValue: Encodable {
    let optional: any EncodableOptional

    func encode(to encoder: any Encoder) throws { try optional.encodeWrapped(to: encoder) }
  }

  private func encodeComposite(
    _ value: some Encodable, into slots: inout ContiguousArray<StoredValue>, at offset: Int
  ) throws {
    let leaves = try CompositeEncoder.encode(value, as: node, property: attributeName)
    for index in leaves.indices { slots[offset + index] = leaves[index] }
  }

  private func jsonBlob(of value: some Encodable) throws -> StoredValue {
    do {
      return try JSONBlob.encode(value)
    } catch let error as EncodingError {
      throw ValueEncodingError(
        property: attributeName, type: Swift.type(of: value), explanation: "\(error)")
    }
  }

  private func storedRawValue<Value, Raw: RawRepresentable>(
    of value: Value, type: Raw.Type, kind: ScalarKind
  ) throws -> StoredValue {
    let raw: Raw
    if Value.self == Raw.self {
      raw = unsafeBitCast(value, to: Raw.self)
    } else if Value.self == Raw?.self {
      guard let wrapped = unsafeBitCast(value, to: Raw?.self) else { return .null }
      raw = wrapped
    } else if let optional = value as? any NilTestable, optional.isNil {
      return .null
    } else if let value = value as? Raw {
      raw = value
    } else {
      throw wrongType(Value.self)
    }
    guard let stored = StoredValue(scalar: raw.rawValue), stored.fits(kind.storage) else {
      throw ValueEncodingError(
        property: attributeName, type: Raw.self,
        explanation: "its raw value '\(raw.rawValue)' is none that a column can hold.")
    }
    return stored
  }

  private func wrongType(_ type: any Any.Type) -> ValueEncodingError {
    ValueEncodingError(
      property: attributeName, type: type,
      explanation: "the property is of type '\(shape.valueType)\(isOptional ? "?" : "")'.")
  }

  /// Writes a value whose type is known at run time only: a default value of the schema, or one from a
  /// custom store.
  ///
  /// A number literal in a declaration has the literal's default type, so numbers are converted.
  ///
  /// - Throws: The same as the typed function.
  func encode(
    _ value: Any, into slots: inout ContiguousArray<StoredValue>, at offset: Int
  ) throws {
    guard let value = unwrapAny(value) else {
      for index in offset..<offset + leaves.count { slots[index] = .null }
      return
    }
    if case .scalar(let kind) = plan {
      guard let stored = StoredValue(value, kind: kind) else { throw wrongType(type(of: value)) }
      slots[offset] = stored
      return
    }
    if case .rawValue(let type, let kind) = plan {
      func open<Opened>(_ value: Opened) throws -> StoredValue {
        try storedRawValue(of: value, type: type, kind: kind)
      }
      slots[offset] = try open(value)
      return
    }
    if case .transformed(let transformer) = plan {
      slots[offset] = try transformed(value, by: transformer)
      return
    }
    guard let value = value as? any Encodable else { throw wrongType(type(of: value)) }
    if case .composite = plan, type(of: value) != shape.valueType {
      throw wrongType(type(of: value))
    }
    try encodeOther(value, into: &slots, at: offset)
  }

  /// The value without the optionals around it.
  private func unwrapAny(_ value: Any) -> Any? {
    guard let optional = value as? any UnwrappableOptional else { return value }
    return optional.wrappedValue.flatMap { unwrapAny($0) }
  }
}

private protocol UnwrappableOptional {
  var wrappedValue: Any? { get }
}

extension Optional: UnwrappableOptional {
  fileprivate var wrappedValue: Any? { self }
}

extension StoredValue {
  /// The value as an archive holds it.
  fileprivate var archived: StoredValue {
    guard case .blob(let data) = self else { return self }
    return .blob(KeyedArchive.archive(data))
  }

  /// The stored form of a value that a property of a kind can take.
  fileprivate init?(_ value: Any, kind: ScalarKind) {
    if ScalarKind(type(of: value)) == kind {
      func open<Value>(_ value: Value) -> StoredValue? { StoredValue(scalar: value) }
      guard let stored = open(value) else { return nil }
      self = stored
      return
    }
    switch kind.storage {
    case .integer where kind != .bool:
      guard let number = value as? any BinaryInteger else { return nil }
      guard let integer = Int64(exactly: number) else { return nil }
      self = .integer(integer)
    case .float:
      if let number = value as? any BinaryInteger {
        self = .real(Double(number))
      } else if let number = value as? any BinaryFloatingPoint {
        self = .real(Double(number))
      } else {
        return nil
      }
    case .decimal:
      if let number = value as? Int {
        self.init(decimal: Decimal(number))
      } else if let number = value as? Double {
        self.init(decimal: Decimal(number))
      } else {
        return nil
      }
    default: return nil
    }
  }
}
