public import Foundation

// A property is read and written once for each access of an app, so these conversions decide on the
// type by comparing metatypes and move the value by reinterpreting it: no existential, no allocation.

extension StoredValue {
  /// The stored form of a value of a scalar type or an optional of one; nil for any other type.
  @inline(__always)
  init?<Value>(scalar value: Value) {
    if let frequent = StoredValue(frequentScalar: value) {
      self = frequent
    } else {
      self.init(rareScalar: value)
    }
  }

  /// The stored form of a value of a type that models use often; nil for any other type.
  @inlinable @inline(__always)
  init?<Value>(frequentScalar value: Value) {
    if Value.self == String.self {
      self = .text(unsafeBitCast(value, to: String.self))
    } else if Value.self == Int.self {
      self = .integer(Int64(unsafeBitCast(value, to: Int.self)))
    } else if Value.self == Date.self {
      self = .real(unsafeBitCast(value, to: Date.self).timeIntervalSinceReferenceDate)
    } else if Value.self == Bool.self {
      self = .integer(unsafeBitCast(value, to: Bool.self) ? 1 : 0)
    } else if Value.self == Double.self {
      self = .real(unsafeBitCast(value, to: Double.self))
    } else if Value.self == UUID.self {
      self = .uuid(unsafeBitCast(value, to: UUID.self))
    } else if Value.self == String?.self {
      self = unsafeBitCast(value, to: String?.self).map { .text($0) } ?? .null
    } else if Value.self == Int?.self {
      self = unsafeBitCast(value, to: Int?.self).map { .integer(Int64($0)) } ?? .null
    } else if Value.self == Date?.self {
      self =
        unsafeBitCast(value, to: Date?.self).map { .real($0.timeIntervalSinceReferenceDate) }
        ?? .null
    } else {
      return nil
    }
  }

  /// The types that models use less often, out of line to keep the frequent ones fast.
  @inline(never)
  private init?<Value>(rareScalar value: Value) {
    func cast<Scalar>(_ type: Scalar.Type) -> Scalar { unsafeBitCast(value, to: type) }
    let type: any Any.Type = Value.self
    if type == Data.self {
      self = .blob(cast(Data.self))
    } else if type == Double?.self {
      self = cast(Double?.self).map { .real($0) } ?? .null
    } else if type == Bool?.self {
      self = cast(Bool?.self).map { .integer($0 ? 1 : 0) } ?? .null
    } else if type == UUID?.self {
      self = cast(UUID?.self).map { .uuid($0) } ?? .null
    } else if type == Data?.self {
      self = cast(Data?.self).map { .blob($0) } ?? .null
    } else if type == URL.self {
      self = .text(cast(URL.self).absoluteString)
    } else if type == Decimal.self {
      self.init(decimal: cast(Decimal.self))
    } else if type == Float.self {
      self = .real(Double(cast(Float.self)))
    } else if type == CGFloat.self {
      self = .real(Double(cast(CGFloat.self)))
    } else if type == Int8.self {
      self = .integer(Int64(cast(Int8.self)))
    } else if type == Int16.self {
      self = .integer(Int64(cast(Int16.self)))
    } else if type == Int32.self {
      self = .integer(Int64(cast(Int32.self)))
    } else if type == Int64.self {
      self = .integer(cast(Int64.self))
    } else if type == UInt.self {
      self = .integer(Int64(Int(bitPattern: cast(UInt.self))))
    } else if type == UInt8.self {
      self = .integer(Int64(cast(UInt8.self)))
    } else if type == UInt16.self {
      self = .integer(Int64(cast(UInt16.self)))
    } else if type == UInt32.self {
      self = .integer(Int64(cast(UInt32.self)))
    } else if type == UInt64.self {
      self = .integer(Int64(bitPattern: cast(UInt64.self)))
    } else {
      guard let stored = (value as? any OptionalScalar)?.storedScalar else { return nil }
      self = stored
    }
  }

  /// A decimal number in the form that tells it exactly.
  ///
  /// The column of a decimal has numeric affinity, so SQLite makes a double of either form: a value that
  /// no double holds is exact until it is read back from the store, as on Apple's systems.
  init(decimal: Decimal) {
    let text = decimal.description
    if let double = Double(text), decimal.isNaN || Decimal(double) == decimal {
      self = .real(double)
    } else {
      self = .text(text)
    }
  }

  /// The value as a column of a kind holds it once SQLite has applied the column's affinity.
  ///
  /// Only decimal numbers differ: compare and order those by this form.
  func columnForm(_ storage: LeafStorage) -> StoredValue {
    guard storage == .decimal, case .text(let text) = self else { return self }
    return Double(text).map { .real($0) } ?? self
  }
}

/// What ``StoredValue/scalarDecoding(_:)`` finds.
enum ScalarDecoding<Value> {
  case value(Value)
  /// The stored value is NULL, and the type is not optional.
  case missing
  /// The stored value cannot be a value of the type.
  case malformed
  /// The type is no scalar type.
  case notScalar
}

extension StoredValue {
  /// Converts to a scalar type or an optional of one.
  ///
  /// The alternative is a closure, not an optional result, because the metadata of an optional of a
  /// generic type takes longer to find than the rest of the conversion.
  ///
  /// - Parameter alternative: Makes the result where the conversion cannot be, for whatever reason.
  @inlinable @inline(__always)
  func decodeScalar<Value>(
    _ type: Value.Type, else alternative: () throws -> Value
  ) rethrows -> Value {
    if Value.self == String.self {
      if case .text(let text) = self { return unsafeBitCast(text, to: Value.self) }
    } else if Value.self == Int.self {
      if case .integer(let number) = self { return unsafeBitCast(Int(number), to: Value.self) }
    } else if Value.self == Date.self {
      if case .real(let seconds) = self {
        return unsafeBitCast(Date(timeIntervalSinceReferenceDate: seconds), to: Value.self)
      }
    } else if Value.self == Bool.self {
      if case .integer(let number) = self { return unsafeBitCast(number != 0, to: Value.self) }
    } else if Value.self == Double.self {
      if case .real(let number) = self { return unsafeBitCast(number, to: Value.self) }
    } else if Value.self == UUID.self {
      if case .uuid(let uuid) = self { return unsafeBitCast(uuid, to: Value.self) }
    } else if Value.self == String?.self {
      if case .text(let text) = self { return unsafeBitCast(Optional(text), to: Value.self) }
      if case .null = self { return unsafeBitCast(String?.none, to: Value.self) }
    } else if Value.self == Int?.self {
      if case .integer(let number) = self {
        return unsafeBitCast(Optional(Int(number)), to: Value.self)
      }
      if case .null = self { return unsafeBitCast(Int?.none, to: Value.self) }
    } else if Value.self == Date?.self {
      if case .real(let seconds) = self {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        return unsafeBitCast(Optional(date), to: Value.self)
      }
      if case .null = self { return unsafeBitCast(Date?.none, to: Value.self) }
    } else if Value.self == Data.self {
      if case .blob(let data) = self { return unsafeBitCast(data, to: Value.self) }
    }
    return try decodeRareScalar(type, else: alternative)
  }

  /// Converts to a scalar type or an optional of one; nil where that cannot be, for whatever reason.
  func decodeScalar<Value>(_ type: Value.Type) -> Value? {
    if case .value(let value) = scalarDecoding(type) { return value }
    return nil
  }

  @inline(never)
  @usableFromInline
  func decodeRareScalar<Value>(
    _ type: Value.Type, else alternative: () throws -> Value
  ) rethrows -> Value {
    if case .value(let value) = scalarDecoding(type) { return value }
    return try alternative()
  }

  /// Converts to a scalar type or an optional of one, or tells why not.
  @inline(never)
  func scalarDecoding<Value>(_ type: Value.Type) -> ScalarDecoding<Value> {
    func result<Scalar>(_ value: Scalar?) -> ScalarDecoding<Value> {
      if let value { return .value(unsafeBitCast(value, to: Value.self)) }
      return isNull ? .missing : .malformed
    }
    let type: any Any.Type = Value.self
    if type == String.self { return result(text) }
    if type == Int.self { return result(integer.map { Int($0) }) }
    if type == Bool.self { return result(integer.map { $0 != 0 }) }
    if type == Double.self { return result(real) }
    if type == Date.self { return result(real.map { Date(timeIntervalSinceReferenceDate: $0) }) }
    if type == UUID.self { return result(uuidValue) }
    if type == Data.self { return result(data) }
    if type == URL.self { return result(text.flatMap { URL(string: $0) }) }
    if type == Decimal.self { return result(decimal) }
    if type == Float.self { return result(real.map { Float($0) }) }
    if type == CGFloat.self { return result(real.map { CGFloat($0) }) }
    if type == Int8.self { return result(integer.flatMap { Int8(exactly: $0) }) }
    if type == Int16.self { return result(integer.flatMap { Int16(exactly: $0) }) }
    if type == Int32.self { return result(integer.flatMap { Int32(exactly: $0) }) }
    if type == Int64.self { return result(integer) }
    if type == UInt.self { return result(integer.map { UInt(bitPattern: Int($0)) }) }
    if type == UInt8.self { return result(integer.flatMap { UInt8(exactly: $0) }) }
    if type == UInt16.self { return result(integer.flatMap { UInt16(exactly: $0) }) }
    if type == UInt32.self { return result(integer.flatMap { UInt32(exactly: $0) }) }
    if type == UInt64.self { return result(integer.map { UInt64(bitPattern: $0) }) }
    guard let optional = type as? any OptionalScalar.Type else { return .notScalar }
    return optional.decode(self, as: Value.self)
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// The number; SQLite gives a whole number back as an integer where the column's affinity is numeric.
  var real: Double? {
    switch self {
    case .real(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }

  var decimal: Decimal? {
    switch self {
    case .real(let number): Decimal(number)
    case .integer(let number): Decimal(number)
    case .text(let text): Decimal(string: text)
    default: nil
    }
  }

  var uuidValue: UUID? {
    switch self {
    case .uuid(let uuid): uuid
    case .blob(let data) where data.count == 16:
      data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    default: nil
    }
  }

  /// The bytes; a blob of 16 bytes may come as a UUID.
  var data: Data? {
    switch self {
    case .blob(let data): data
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { Data($0) }
    default: nil
    }
  }
}

/// An optional, seen from code that knows only the type as a whole.
private protocol OptionalScalar {
  /// The stored form, or nil where the wrapped type is no scalar type.
  var storedScalar: StoredValue? { get }

  static func decode<Value>(_ stored: StoredValue, as type: Value.Type) -> ScalarDecoding<Value>
}

extension Optional: OptionalScalar {
  fileprivate var storedScalar: StoredValue? {
    guard let self else { return ScalarKind(Wrapped.self) == nil ? nil : .null }
    return StoredValue(scalar: self)
  }

  fileprivate static func decode<Value>(
    _ stored: StoredValue, as type: Value.Type
  ) -> ScalarDecoding<Value> {
    if stored.isNull {
      return ScalarKind(Wrapped.self) == nil
        ? .notScalar : .value(unsafeBitCast(Wrapped?.none, to: Value.self))
    }
    switch stored.scalarDecoding(Wrapped.self) {
    case .value(let value): return .value(unsafeBitCast(Wrapped?.some(value), to: Value.self))
    case .missing: return .missing
    case .malformed: return .malformed
    case .notScalar: return .notScalar
    }
  }
}

extension ScalarKind {
  /// The kind of a scalar type, or nil for any other type.
  init?(_ type: any Any.Type) {
    guard let kind = Self.byType[ObjectIdentifier(type)] else { return nil }
    self = kind
  }

  private static let byType: [ObjectIdentifier: ScalarKind] = {
    var kinds = [ObjectIdentifier(CGFloat.self): ScalarKind.double]
    for kind in ScalarKind.allCases { kinds[ObjectIdentifier(kind.type)] = kind }
    return kinds
  }()

  /// The Swift type of the kind.
  var type: any (Codable & Sendable).Type {
    switch self {
    case .bool: Bool.self
    case .int: Int.self
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int64.self
    case .uint: UInt.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt64.self
    case .double: Double.self
    case .float: Float.self
    case .decimal: Decimal.self
    case .date: Date.self
    case .string: String.self
    case .url: URL.self
    case .uuid: UUID.self
    case .data: Data.self
    }
  }
}
