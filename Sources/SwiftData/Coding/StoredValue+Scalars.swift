internal import Foundation

// A property is read and written once for each access of an app, so these conversions decide on the
// type by comparing metatypes and move the value by reinterpreting it: no existential, no allocation.

extension StoredValue {
  /// The stored form of a value of a scalar type or an optional of one; nil for any other type.
  @inline(__always)
  init?<Value>(scalar value: Value) {
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
      self.init(rareScalar: value)
    }
  }

  /// The types that models use less often, out of line to keep the frequent ones fast.
  @inline(never)
  private init?<Value>(rareScalar value: Value) {
    switch Value.self {
    case is Data.Type: self = .blob(unsafeBitCast(value, to: Data.self))
    case is URL.Type: self = .text((value as! URL).absoluteString)
    case is Decimal.Type: self.init(decimal: unsafeBitCast(value, to: Decimal.self))
    case is Float.Type: self = .real(Double(unsafeBitCast(value, to: Float.self)))
    case is CGFloat.Type: self = .real(Double(unsafeBitCast(value, to: CGFloat.self)))
    case is Int8.Type: self = .integer(Int64(unsafeBitCast(value, to: Int8.self)))
    case is Int16.Type: self = .integer(Int64(unsafeBitCast(value, to: Int16.self)))
    case is Int32.Type: self = .integer(Int64(unsafeBitCast(value, to: Int32.self)))
    case is Int64.Type: self = .integer(unsafeBitCast(value, to: Int64.self))
    case is UInt.Type:
      self = .integer(Int64(bitPattern: UInt64(unsafeBitCast(value, to: UInt.self))))
    case is UInt8.Type: self = .integer(Int64(unsafeBitCast(value, to: UInt8.self)))
    case is UInt16.Type: self = .integer(Int64(unsafeBitCast(value, to: UInt16.self)))
    case is UInt32.Type: self = .integer(Int64(unsafeBitCast(value, to: UInt32.self)))
    case is UInt64.Type: self = .integer(Int64(bitPattern: unsafeBitCast(value, to: UInt64.self)))
    default:
      guard let optional = value as? any OptionalScalar else { return nil }
      guard let stored = optional.storedScalar else { return nil }
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
  /// Converts to a scalar type or an optional of one; nil where that cannot be, for whatever reason.
  @inline(__always)
  func decodeScalar<Value>(_ type: Value.Type) -> Value? {
    if Value.self == String.self {
      if case .text(let text) = self { return unsafeBitCast(text, to: Value.self) }
      return nil
    }
    if Value.self == Int.self {
      if case .integer(let number) = self { return unsafeBitCast(Int(number), to: Value.self) }
      return nil
    }
    if Value.self == Date.self {
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
      return nil
    } else if Value.self == Int?.self {
      if case .integer(let number) = self {
        return unsafeBitCast(Optional(Int(number)), to: Value.self)
      }
      if case .null = self { return unsafeBitCast(Int?.none, to: Value.self) }
      return nil
    }
    if case .value(let value) = scalarDecoding(type) { return value }
    return nil
  }

  /// Converts to a scalar type or an optional of one, or tells why not.
  @inline(never)
  func scalarDecoding<Value>(_ type: Value.Type) -> ScalarDecoding<Value> {
    if let optional = Value.self as? any OptionalScalar.Type {
      return optional.decode(self, as: type)
    }
    func result<Scalar>(_ value: Scalar?) -> ScalarDecoding<Value> {
      if let value { return .value(value as! Value) }
      return isNull ? .missing : .malformed
    }
    switch Value.self {
    case is String.Type: return result(text)
    case is Int.Type: return result(integer.map { Int($0) })
    case is Bool.Type: return result(integer.map { $0 != 0 })
    case is Double.Type: return result(real)
    case is Date.Type: return result(real.map { Date(timeIntervalSinceReferenceDate: $0) })
    case is UUID.Type: return result(uuidValue)
    case is Data.Type: return result(data)
    case is URL.Type: return result(text.flatMap { URL(string: $0) })
    case is Decimal.Type: return result(decimal)
    case is Float.Type: return result(real.map { Float($0) })
    case is CGFloat.Type: return result(real.map { CGFloat($0) })
    case is Int8.Type: return result(integer.flatMap { Int8(exactly: $0) })
    case is Int16.Type: return result(integer.flatMap { Int16(exactly: $0) })
    case is Int32.Type: return result(integer.flatMap { Int32(exactly: $0) })
    case is Int64.Type: return result(integer)
    case is UInt.Type: return result(integer.map { UInt(bitPattern: Int($0)) })
    case is UInt8.Type: return result(integer.flatMap { UInt8(exactly: $0) })
    case is UInt16.Type: return result(integer.flatMap { UInt16(exactly: $0) })
    case is UInt32.Type: return result(integer.flatMap { UInt32(exactly: $0) })
    case is UInt64.Type: return result(integer.map { UInt64(bitPattern: $0) })
    default: return .notScalar
    }
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
      return ScalarKind(Wrapped.self) == nil ? .notScalar : .value(Wrapped?.none as! Value)
    }
    switch stored.scalarDecoding(Wrapped.self) {
    case .value(let value): return .value(Wrapped?.some(value) as! Value)
    case .missing: return .missing
    case .malformed: return .malformed
    case .notScalar: return .notScalar
    }
  }
}

extension ScalarKind {
  /// The kind of a scalar type, or nil for any other type.
  init?(_ type: any Any.Type) {
    switch type {
    case is Bool.Type: self = .bool
    case is Int.Type: self = .int
    case is Int8.Type: self = .int8
    case is Int16.Type: self = .int16
    case is Int32.Type: self = .int32
    case is Int64.Type: self = .int64
    case is UInt.Type: self = .uint
    case is UInt8.Type: self = .uint8
    case is UInt16.Type: self = .uint16
    case is UInt32.Type: self = .uint32
    case is UInt64.Type: self = .uint64
    case is Double.Type, is CGFloat.Type: self = .double
    case is Float.Type: self = .float
    case is Decimal.Type: self = .decimal
    case is Date.Type: self = .date
    case is String.Type: self = .string
    case is URL.Type: self = .url
    case is UUID.Type: self = .uuid
    case is Data.Type: self = .data
    default: return nil
    }
  }

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
