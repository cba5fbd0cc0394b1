internal import Foundation

extension ValueShape {
  /// Reflects a type, without an instance of it.
  ///
  /// Every type has a shape. A part that cannot be stored, at any depth, makes the whole
  /// ``unsupported(_:reason:)``, as it does in SwiftData.
  init(of type: any Any.Type) {
    var reflection = ValueReflection()
    self = reflection.shape(of: type)
  }

  /// The reason why the type cannot be stored, or nil where it can.
  var unsupportedReason: String? {
    switch self {
    case .unsupported(_, let reason): reason
    case .optional(let wrapped): wrapped.unsupportedReason
    default: nil
    }
  }

  /// Whether the value is stored in parts: a structure or an enum with cases, optional or not.
  var isComposite: Bool {
    switch self {
    case .structure, .enumeration: true
    case .optional(let wrapped): wrapped.isComposite
    default: false
    }
  }
}

/// One walk through a type and the types of its parts.
private struct ValueReflection {
  /// The types that the walk is inside of, by which it notices one that contains itself.
  private var path: [any Any.Type] = []

  /// A type nested deeper than this only ever comes from a generic type that contains ever larger
  /// ones.
  private static let maximumDepth = 100

  private static let scalars: [ObjectIdentifier: ScalarKind] = [
    ObjectIdentifier(Bool.self): .bool,
    ObjectIdentifier(Int.self): .int,
    ObjectIdentifier(Int8.self): .int8,
    ObjectIdentifier(Int16.self): .int16,
    ObjectIdentifier(Int32.self): .int32,
    ObjectIdentifier(Int64.self): .int64,
    ObjectIdentifier(UInt.self): .uint,
    ObjectIdentifier(UInt8.self): .uint8,
    ObjectIdentifier(UInt16.self): .uint16,
    ObjectIdentifier(UInt32.self): .uint32,
    ObjectIdentifier(UInt64.self): .uint64,
    ObjectIdentifier(Double.self): .double,
    ObjectIdentifier(CGFloat.self): .double,
    ObjectIdentifier(Float.self): .float,
    ObjectIdentifier(Decimal.self): .decimal,
    ObjectIdentifier(Date.self): .date,
    ObjectIdentifier(String.self): .string,
    ObjectIdentifier(URL.self): .url,
    ObjectIdentifier(UUID.self): .uuid,
    ObjectIdentifier(Data.self): .data,
  ]

  mutating func shape(of type: any Any.Type) -> ValueShape {
    if let wrapped = wrappedType(ofOptional: type) {
      let shape = shape(of: wrapped)
      return if case .unsupported = shape { shape } else { .optional(shape) }
    }
    if let scalar = Self.scalars[ObjectIdentifier(type)] { return .scalar(scalar) }
    if type is any EncodedCollection.Type { return .collection(type) }
    if let shape = rawValueShape(of: type) { return shape }
    // An identifier holds a class on Apple's systems; here that would show the name of an inner
    // type.
    if type == PersistentIdentifier.self { return .classProperty(type) }
    return partsShape(of: type)
  }

  /// The shape of a type that is stored as its raw value.
  private func rawValueShape(of type: any Any.Type) -> ValueShape? {
    guard type is any (Decodable & Encodable).Type,
      let type = type as? any RawRepresentable.Type,
      let scalar = Self.scalars[ObjectIdentifier(rawType(of: type))],
      TypeMetadata(type).kind != .class
    else { return nil }
    // `Sendable` has no trace at run time, so nothing can ask for it; the metatype is only used to
    // make values where they are needed. Without `as`, the call would open the metatype to a
    // shorter one.
    return .rawValue(
      unsafeBitCast(type as any RawRepresentable.Type, to: SendableRawType.self), scalar)
  }

  private func rawType<Value: RawRepresentable>(of type: Value.Type) -> any Any.Type {
    Value.RawValue.self
  }

  private mutating func partsShape(of type: any Any.Type) -> ValueShape {
    let metadata = TypeMetadata(type)
    switch metadata.kind {
    case .class: return .classProperty(type)
    case .existential, .other: return .unexpectedProperty(type)
    case .structure, .enumeration, .tuple: break
    }
    guard !path.contains(where: { $0 == type }), path.count < Self.maximumDepth else {
      return .unsupported(
        type, reason: "Recursive type within Persisted Struct/Enum is not supported: \(type)")
    }
    guard let members = metadata.members else { return .unexpectedProperty(type) }
    path.append(type)
    defer { path.removeLast() }
    return metadata.kind == .enumeration
      ? enumerationShape(of: type, members) : structureShape(of: type, members)
  }

  private mutating func structureShape(
    of type: any Any.Type, _ members: [TypeMetadata.Member]
  ) -> ValueShape {
    var fields: [ValueShape.Field] = []
    for member in members {
      guard let memberType = member.type else { return .unexpectedProperty(type) }
      let shape = shape(of: memberType)
      if case .unsupported = shape { return shape }
      fields.append(
        ValueShape.Field(name: member.name, shape: shape, type: memberType, offset: member.offset))
    }
    return .structure(type, fields)
  }

  private mutating func enumerationShape(
    of type: any Any.Type, _ members: [TypeMetadata.Member]
  ) -> ValueShape {
    var cases: [ValueShape.Case] = []
    for member in members {
      var payload: [ValueShape.Field] = []
      for value in associatedValues(of: member) {
        guard let valueType = value.type else { return .unexpectedProperty(type) }
        let shape = shape(of: valueType)
        if case .unsupported = shape { return shape }
        payload.append(
          ValueShape.Field(name: value.name, shape: shape, type: valueType, offset: nil))
      }
      cases.append(ValueShape.Case(name: member.name, payload: payload))
    }
    return .enumeration(type, cases)
  }

  /// The associated values of a case: the elements of its tuple, or the single value without a
  /// label.
  private func associatedValues(of member: TypeMetadata.Member) -> [TypeMetadata.Member] {
    guard let payload = member.type else { return [] }
    let metadata = TypeMetadata(payload)
    if metadata.kind == .tuple, let elements = metadata.members { return elements }
    return [TypeMetadata.Member(name: "_0", type: payload)]
  }
}

extension ValueShape {
  /// A part that is a class, in the words of SwiftData's schema generation.
  fileprivate static func classProperty(_ type: any Any.Type) -> ValueShape {
    .unsupported(
      type, reason: "Class property within Persisted Struct/Enum is not supported: \(type)")
  }

  /// A part of unknown size, in the words of SwiftData's schema generation.
  fileprivate static func unexpectedProperty(_ type: any Any.Type) -> ValueShape {
    .unsupported(type, reason: "Unexpected property within Persisted Struct/Enum: \(type)")
  }
}

private typealias SendableRawType = any (RawRepresentable & Sendable).Type

/// The collections that one column holds, encoded.
private protocol EncodedCollection {}

extension Array: EncodedCollection {}
extension ContiguousArray: EncodedCollection {}
extension Set: EncodedCollection {}
extension Dictionary: EncodedCollection {}
