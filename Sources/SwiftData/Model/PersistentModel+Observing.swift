extension PersistentModel {
  /// Tells observers that properties have other values than before, by way of their own setters.
  ///
  /// Storage ignores what the setters set meanwhile. Values that would have to be loaded or decoded
  /// to be set are left out: nobody has seen them.
  func notifyObservers(of properties: PropertySet) {
    let storage = modelStorage
    guard !storage.isFault, !properties.isEmpty else { return }
    storage.isNotifying = true
    defer { storage.isNotifying = false }
    for property in storage.description.properties
    where properties.contains(property.index) && storage.hasAtHand(property) {
      func open<Value>(_ type: Value.Type) {
        guard let keyPath = property.keyPath as? ReferenceWritableKeyPath<Self, Value> else {
          return
        }
        self[keyPath: keyPath] = self[keyPath: keyPath]
      }
      _openExistential(property.valueType, do: open)
    }
  }
}

extension ModelStorage {
  /// Whether the value of a property can be read without loading or decoding.
  fileprivate func hasAtHand(_ property: PropertyDescription) -> Bool {
    switch property.kind {
    case .attribute:
      return description.scalarSlots[property.index] >= 0
        || property.index < liveValues.count && liveValues[property.index] != nil
    case .relationship(let relationship):
      return switch relationships[relationship.relationshipIndex] {
      case .one(nil): property.isOptional
      case .one, .many: true
      case .oneFault, .manyFault: false
      }
    }
  }
}
