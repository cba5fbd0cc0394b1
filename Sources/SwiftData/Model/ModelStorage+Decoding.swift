extension ModelStorage {
  /// Decodes an attribute from its slots.
  ///
  /// A getter cannot throw: what cannot be decoded ends the process here, as it does on Apple's
  /// systems. The documented fault of nil structures passes through its hazard first.
  func decode<Value>(_ attribute: AttributeDescription, property: PropertyDescription) -> Value {
    if attribute.isEphemeral { return initialValue(of: attribute, property) }
    if case .transformed(let transformer) = attribute.codec.plan {
      do {
        return try attribute.codec.reverseTransformed(
          slots[attribute.slots.lowerBound], by: transformer)
      } catch {
        die(error, property)
      }
    }
    guard let type = Value.self as? any Decodable.Type else {
      fatalError(
        "\(description.entityName).\(property.name) has the type \(Value.self), which is not Codable."
      )
    }
    func open<T: Decodable>(_ type: T.Type) -> Value {
      decodeSoundly(T.self, attribute, property) as! Value
    }
    return open(type)
  }

  /// What an attribute that is never stored has in an instance that was fetched.
  private func initialValue<Value>(
    of attribute: AttributeDescription, _ property: PropertyDescription
  ) -> Value {
    if let value = attribute.defaultValue as? Value { return value }
    if let none = Any?.none as? Value { return none }
    fatalError(
      """
      \(description.entityName).\(property.name) has no value: it is ephemeral, so the store has none, \
      and it has neither a default value nor an optional type. Give it one of the two.
      """)
  }

  private func decodeSoundly<T: Decodable>(
    _ type: T.Type, _ attribute: AttributeDescription, _ property: PropertyDescription
  ) -> T {
    let goesWrong =
      attribute.shape.isComposite
      && HazardConfiguration.applying(to: context).policy(for: .optionalCompositeDecode) == .trap
    do {
      return try attribute.codec.decode(
        type, from: slots, at: attribute.slots.lowerBound, diesAtFault: goesWrong)
    } catch let fault as CompositeDecodingFault {
      _ = HazardConfiguration.shouldGoWrong(
        at: .optionalCompositeDecode, context: context, model: description.entityName,
        property: property.name, "\(fault)")
      if let value = try? attribute.codec.decode(
        type, from: slots, at: attribute.slots.lowerBound, soundOptionals: true)
      {
        return value
      }
      die(fault, property)
    } catch {
      die(error, property)
    }
  }

  private func die(_ error: any Error, _ property: PropertyDescription) -> Never {
    fatalError(
      "Could not decode \(description.entityName).\(property.name) of \(identifier): \(error)")
  }
}

extension ValueShape {
  /// Whether values are enums with associated values, nil aside.
  var isPayloadEnum: Bool {
    switch self {
    case .enumeration(_, let cases): cases.contains { !$0.payload.isEmpty }
    case .optional(let wrapped): wrapped.isPayloadEnum
    case .scalar, .rawValue, .structure, .collection, .unsupported: false
    }
  }

  /// Whether one slot holds a value that needs no decoding.
  var isScalar: Bool {
    switch self {
    case .scalar: true
    case .optional(let wrapped): wrapped.isScalar
    case .rawValue, .structure, .enumeration, .collection, .unsupported: false
    }
  }
}
