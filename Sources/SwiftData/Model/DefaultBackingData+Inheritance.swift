// A subclass of a model has backing data of its own beside that of its superclass: its initializers set
// properties before the superclass has any. Afterwards both are views of one storage.

extension _DefaultBackingData {
  /// Makes backing data for the properties that a subclass declares; public for the expansion of
  /// ``Model()`` only.
  ///
  /// Until it is joined with that of the superclass, initializers write to it and accessors go the long
  /// way, over the instance.
  public init(inheritingFor modelType: Model.Type) {
    self.init(
      draft: Materialization.claim(for: Model.self)
        ? nil : ModelStorage(ModelDescription.of(Model.self)))
  }

  /// Adds the values so far to those of the superclass, whose storage both use from now on.
  public mutating func join(_ inherited: any BackingData) {
    guard let shared = ModelStorage.of(inherited), values.reference == nil || storage !== shared
    else { return }
    if let storage, storage !== shared { shared.extend(with: storage) }
    self = Self(storage: shared)
  }

  /// Drops the values so far for those of the superclass's backing data.
  public mutating func share(_ inherited: any BackingData) {
    self = ModelStorage.of(inherited).map { Self(storage: $0) } ?? Self(draft: nil)
  }
}

/// Announces the superclass as the next whose backing data is replaced, and passes backing data on to its
/// initializer; public for the expansion of ``Model()`` only.
public func _passing<Data, Model: PersistentModel>(_ backingData: Data, to type: Model.Type) -> Data
{
  Materialization.expect(type)
  return backingData
}

extension ModelStorage {
  /// Turns the storage of a superclass's properties into that of an instance of a subclass.
  ///
  /// The instance is being made, or was just made: nobody has seen its identifier.
  ///
  /// - Parameter part: The storage that the subclass's initializer has set.
  fileprivate func extend(with part: ModelStorage) {
    let (inherited, whole) = (description, part.description)
    guard phase == .detached, whole !== inherited, whole.inherits(from: inherited) else { return }
    let newRelationships = part.relationships[inherited.relationshipProperties.count...]
    slots.append(contentsOf: part.slots[inherited.slotCount...])
    relationships.append(contentsOf: newRelationships)
    let inheritedValues = liveValues
    liveValues = []
    descriptionReference = part.descriptionReference
    identifier = part.identifier
    for (index, value) in inheritedValues.enumerated() {
      if let value { setLive(value, at: index) }
    }
    for index in inherited.properties.count..<whole.properties.count {
      if let value = part.liveValue(at: index) { setLive(value, at: index) }
      if part.unencoded.contains(index) { unencoded.insert(index) }
      if part.unlinked.contains(index) { unlinked.insert(index) }
    }
  }
}
