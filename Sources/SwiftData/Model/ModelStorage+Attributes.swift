internal import Foundation

extension ModelStorage {
  /// The value of an attribute.
  ///
  /// Dies where SwiftData's getters die, which cannot throw: a value that the store has lost, or one
  /// that cannot be decoded as its type.
  @inlinable
  func attribute<Value>(at keyPath: AnyKeyPath) -> Value {
    let slot = scalarSlot(of: keyPath)
    if slot >= 0 {
      return slots[slot].decodeScalar(Value.self) { complexAttribute(at: keyPath) }
    }
    return complexAttribute(at: keyPath)
  }

  /// The value of an attribute that more than one slot holds, or none in the expected form.
  @usableFromInline
  func complexAttribute<Value>(at keyPath: AnyKeyPath) -> Value {
    // Decoding runs the value's own code.
    let reference = Unmanaged.passRetained(self)
    defer { reference.release() }
    let index = propertyIndex(of: keyPath)
    let liveValues = liveValues
    if index < liveValues.count, let live = liveValues[index], let value = live as? Value {
      return value
    }
    guard let attribute = description.properties[index].attribute else {
      fatalError(
        "\(description.entityName).\(description.properties[index].name) is a relationship, and was read as an attribute."
      )
    }
    let value: Value = decode(attribute, property: description.properties[index])
    setLive(value, at: index)
    return value
  }

  /// Sets an attribute, without a word to the context when the instance is being made.
  @inlinable
  func setAttribute<Value>(_ value: Value, at keyPath: AnyKeyPath) {
    if let scalar = StoredValue(frequentScalar: value), setScalar(scalar, at: keyPath) { return }
    setAnyAttribute(value, at: keyPath)
  }

  /// Sets an attribute that one scalar holds.
  ///
  /// - Returns: Whether the attribute is one.
  @usableFromInline
  func setScalar(_ scalar: StoredValue, at keyPath: AnyKeyPath) -> Bool {
    guard let index = descriptionReference._withUnsafeGuaranteedRef({ $0.index(of: keyPath) })
    else {
      unknownProperty(keyPath)
    }
    let slot = descriptionReference._withUnsafeGuaranteedRef { $0.scalarSlots[index] }
    if slot < 0 { return false }
    willChange(index)
    slots[slot] = scalar
    return true
  }

  @usableFromInline
  func setAnyAttribute<Value>(_ value: Value, at keyPath: AnyKeyPath) {
    let index = propertyIndex(of: keyPath)
    willChange(index)
    let slot = description.scalarSlots[index]
    if slot >= 0, let scalar = StoredValue(scalar: value) {
      slots[slot] = scalar
      return
    }
    setLive(value, at: index)
    if !description.ephemeralProperties.contains(index) { unencoded.insert(index) }
  }

  /// The value of an attribute that isn't scalar, if it was read or set.
  func liveValue(at index: Int) -> Any? { index < liveValues.count ? liveValues[index] : nil }

  /// Brings the slots up to date with live values.
  ///
  /// - Throws: An error that names model and property, where a value cannot be encoded.
  func encodeLiveValues() throws {
    guard !unencoded.isEmpty else { return }
    // A value's own `encode(to:)` may come back to the instance, so it works on a copy.
    var encoded = slots
    for property in description.properties where unencoded.contains(property.index) {
      guard let attribute = property.attribute, let value = liveValues[property.index] else {
        continue
      }
      do {
        try attribute.codec.encode(value, into: &encoded, at: attribute.slots.lowerBound)
      } catch {
        throw SwiftDataError(
          .modelValidationFailure,
          "the value of \(description.entityName).\(property.name) cannot be stored: \(error)",
          underlyingError: error)
      }
      for slot in attribute.slots { slots[slot] = encoded[slot] }
      unencoded.remove(property.index)
    }
  }

  func propertyIndex(of keyPath: AnyKeyPath) -> Int {
    if let index = description.index(of: keyPath) { return index }
    unknownProperty(keyPath)
  }

  func unknownProperty(_ keyPath: AnyKeyPath) -> Never {
    fatalError(
      "\(keyPath) is no persisted property of \(description.entityName). Its persisted properties are \(description.properties.map(\.name).formatted())."
    )
  }

  /// Notes that a property is about to change: keeps the committed values and tells the context.
  func willChange(_ index: Int) {
    // Before it is false, so that it holds no model that has gone.
    collectionCache = nil
    switch phase {
    case .detached: return
    case .removed:
      if isFault { fulfil() }
      return
    case .inserted: break
    case .stored, .deleted:
      // A deleted model keeps what is committed too: its deletion may be rolled back.
      guard !identifier.isTemporary else { break }
      if isFault { fulfil() }
      if !hasCommitted { committed = values }
    }
    noteChange(of: index)
    context?.noteChange(of: self, property: index)
  }
}
