internal import Foundation

extension ModelStorage {
  /// The value of an attribute.
  ///
  /// Dies where SwiftData's getters die, which cannot throw: a value that the store has lost, or one
  /// that cannot be decoded as its type.
  func attribute<Value>(at keyPath: AnyKeyPath) -> Value {
    let index = propertyIndex(of: keyPath)
    if isFault { fulfil() }
    let slot = description.scalarSlots[index]
    if slot >= 0 {
      return slots[slot].decodeScalar(Value.self) { complexAttribute(at: index) }
    }
    return complexAttribute(at: index)
  }

  /// The value of an attribute that more than one slot holds, or none in the expected form.
  private func complexAttribute<Value>(at index: Int) -> Value {
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
  func setAttribute<Value>(_ value: Value, at keyPath: AnyKeyPath) {
    if isNotifying { return }
    let index = propertyIndex(of: keyPath)
    willChange(index)
    let slot = description.scalarSlots[index]
    if slot >= 0, let scalar = StoredValue(scalar: value) {
      slots[slot] = scalar
      return
    }
    setLive(value, at: index)
    unencoded.insert(index)
  }

  /// The value of an attribute that isn't scalar, if it was read or set.
  func liveValue(at index: Int) -> Any? { index < liveValues.count ? liveValues[index] : nil }

  private func setLive(_ value: Any, at index: Int) {
    if liveValues.isEmpty {
      liveValues = ContiguousArray(repeating: nil, count: description.properties.count)
    }
    liveValues[index] = value
  }

  /// Brings the slots up to date with live values.
  ///
  /// - Throws: An error that names model and property, where a value cannot be encoded.
  func encodeLiveValues() throws {
    guard !unencoded.isEmpty else { return }
    for property in description.properties where unencoded.contains(property.index) {
      guard let attribute = property.attribute, let value = liveValues[property.index] else {
        continue
      }
      do {
        try attribute.codec.encode(value, into: &slots, at: attribute.slots.lowerBound)
      } catch {
        throw SwiftDataError(
          .modelValidationFailure,
          "the value of \(description.entityName).\(property.name) cannot be stored: \(error)",
          underlyingError: error)
      }
      unencoded.remove(property.index)
    }
  }

  func propertyIndex(of keyPath: AnyKeyPath) -> Int {
    if let index = description.index(of: keyPath) { return index }
    fatalError(
      "\(keyPath) is no persisted property of \(description.entityName). Its persisted properties are \(description.properties.map(\.name).formatted())."
    )
  }

  /// Notes that a property is about to change: keeps the committed values and tells the context.
  func willChange(_ index: Int) {
    switch phase {
    case .detached, .removed: return
    case .inserted: break
    case .stored, .deleted:
      // A deleted model keeps what is committed too: its deletion may be rolled back.
      guard !identifier.isTemporary else { break }
      if isFault { fulfil() }
      if committed == nil { committed = values }
    }
    changes.insert(index)
    context?.noteChange(of: self)
  }
}
