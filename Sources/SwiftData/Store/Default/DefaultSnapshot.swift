internal import Foundation

/// The values of one model at one moment, as the built-in store takes and gives them.
///
/// A store of your own can use it too: it codes itself by the names of the model's properties, with
/// attributes as their own `Codable` values and relationships as identifiers.
public struct DefaultSnapshot: DataStoreSnapshot {
  /// What a snapshot is taken for.
  enum Purpose { case insertion, update, deletion }

  /// Which of the values count.
  private enum Extent {
    case whole
    /// Those of the properties that an update changes.
    case changes(PropertySet)
    /// Those of the properties that a fetch has read.
    case loaded(PropertySet)
  }

  /// The identity of the model.
  public let persistentIdentifier: PersistentIdentifier
  // Descriptions are kept for the life of the process.
  unowned(unsafe) let description: ModelDescription
  var slots: ContiguousArray<StoredValue>
  var relationships: ContiguousArray<SnapshotRelationship>
  /// Which of the values count.
  private var extent: Extent
  /// What loads the to-many relationships that the snapshot leaves out.
  var loader: (any RelationshipLoading)?
}

extension DefaultSnapshot {
  /// Takes over the values of a row.
  @inline(__always)
  init(
    row identifier: PersistentIdentifier, _ description: ModelDescription,
    slots: consuming ContiguousArray<StoredValue>,
    relationships: consuming ContiguousArray<SnapshotRelationship>, loader: any RelationshipLoading
  ) {
    persistentIdentifier = identifier
    self.description = description
    self.slots = slots
    self.relationships = relationships
    extent = .whole
    self.loader = loader
  }

  /// The properties that an update changes; nil where all values count.
  var changes: PropertySet? {
    if case .changes(let properties) = extent { properties } else { nil }
  }

  /// The properties that a fetch has read; nil where it has read all.
  var loadedProperties: PropertySet? {
    get { if case .loaded(let properties) = extent { properties } else { nil } }
    set { extent = newValue.map { .loaded($0) } ?? .whole }
  }

  init(
    _ identifier: PersistentIdentifier, _ description: ModelDescription,
    slots: ContiguousArray<StoredValue>, relationships: ContiguousArray<SnapshotRelationship>,
    changes: PropertySet? = nil, loader: (any RelationshipLoading)?
  ) {
    persistentIdentifier = identifier
    self.description = description
    self.slots = slots
    self.relationships = relationships
    extent = changes.map { .changes($0) } ?? .whole
    self.loader = loader
  }
}

/// A relationship in a snapshot.
enum SnapshotRelationship: Sendable {
  case one(PersistentIdentifier?)
  /// All destinations, and which of them are new or gone since the last commit.
  case many([PersistentIdentifier], added: [PersistentIdentifier], removed: [PersistentIdentifier])
  /// Destinations that are in the store only, but for those that are new or gone.
  case future(added: [PersistentIdentifier], removed: [PersistentIdentifier])
}

extension DefaultSnapshot {
  /// Takes the values out of storage.
  ///
  /// - Throws: An error that names model and property, where a value cannot be encoded.
  init(_ storage: ModelStorage, for purpose: Purpose) throws {
    if purpose != .deletion { try storage.encodeLiveValues() }
    persistentIdentifier = storage.identifier
    description = storage.description
    slots = storage.slots
    loader = storage.loader
    extent = purpose == .update ? .changes(storage.changes) : .whole
    if purpose == .insertion, storage.relationships.allSatisfy(\.isUnset) {
      relationships = description.initialSnapshotRelationships
      return
    }
    relationships = []
    relationships.reserveCapacity(storage.relationships.count)
    for (index, value) in storage.relationships.enumerated() {
      let committed =
        purpose == .update ? storage.committed.flatMap { $0.relationships[index] } : nil
      relationships.append(SnapshotRelationship(value, committed: committed))
    }
  }

  /// Takes the values out of backing data.
  ///
  /// It cannot throw: a value that cannot be encoded, and backing data that is not SwiftData's own,
  /// end the process.
  public init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    guard let storage = backingData._modelStorage as? ModelStorage else {
      fatalError(
        "A DefaultSnapshot can be taken of backing data that SwiftData made only; this is \(type(of: backingData))."
      )
    }
    do {
      try self.init(storage, for: .insertion)
    } catch {
      // Apple's initialiser cannot throw either: a value that cannot be encoded ends the process.
      fatalError("\(error)")
    }
  }

  /// Returns the same values under another identifier, with identifiers of related models replaced.
  ///
  /// Use it in `save` to put permanent identifiers in the place of temporary ones.
  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
  ) -> DefaultSnapshot {
    func remap(_ identifier: PersistentIdentifier) -> PersistentIdentifier {
      remappedIdentifiers?[identifier] ?? identifier
    }
    let relationships = ContiguousArray(
      self.relationships.map { value -> SnapshotRelationship in
        switch value {
        case .one(let destination): .one(destination.map(remap))
        case .many(let all, let added, let removed):
          .many(all.map(remap), added: added.map(remap), removed: removed.map(remap))
        case .future(let added, let removed):
          .future(added: added.map(remap), removed: removed.map(remap))
        }
      })
    return DefaultSnapshot(
      persistentIdentifier, description, slots: slots, relationships: relationships,
      changes: changes, loader: loader)
  }
}

extension SnapshotRelationship {
  init(_ value: RelationshipValue, committed: RelationshipValue?) {
    func identifiers(_ models: [any PersistentModel]) -> [PersistentIdentifier] {
      models.map { $0.modelStorage.identifier }
    }
    switch value {
    case .one(let model): self = .one(model?.modelStorage.identifier)
    case .oneFault(let identifier): self = .one(identifier)
    case .manyFault(let added, let removed):
      self = .future(added: identifiers(added), removed: identifiers(removed))
    case .many(let models):
      let all = identifiers(models)
      guard let committed else {
        self = .many(all, added: all, removed: [])
        return
      }
      guard case .many(let old) = committed else {
        self = .many(all, added: all, removed: [])
        return
      }
      let oldSet = Set(old.map { $0.rowObject })
      let newSet = Set(models.map { $0.rowObject })
      self = .many(
        all, added: identifiers(models.filter { !oldSet.contains($0.rowObject) }),
        removed: identifiers(old.filter { !newSet.contains($0.rowObject) }))
    }
  }

  /// The identifiers that the snapshot itself names.
  var destinations: [PersistentIdentifier] {
    switch self {
    case .one(let identifier): identifier.map { [$0] } ?? []
    case .many(let all, _, _): all
    case .future(let added, _): added
    }
  }
}

extension ModelStorage {
  /// Takes over the values of a snapshot.
  func fill(from snapshot: DefaultSnapshot) {
    if let properties = snapshot.loadedProperties { return fill(properties, from: snapshot) }
    loadedProperties = nil
    slots = snapshot.slots
    let former = liveValues
    liveValues = []
    for index in description.ephemeralProperties where index < former.count {
      if let value = former[index] { setLive(value, at: index) }
    }
    unencoded.removeAll()
    relationships = ContiguousArray(
      snapshot.relationships.map { context!.value(of: $0, in: snapshot) })
    loader = snapshot.loader
    isFault = false
  }

  /// Takes over what another context has saved, in an instance without unsaved changes.
  ///
  /// To-many relationships are read again when they are needed.
  ///
  /// - Returns: The properties that are known to have changed.
  func refresh(from snapshot: DefaultSnapshot) -> PropertySet {
    var changed = PropertySet()
    let live = liveValues
    for property in description.properties
    where snapshot.loadedProperties?.contains(property.index) ?? true {
      guard let attribute = property.attribute, !attribute.isEphemeral,
        attribute.slots.contains(where: { slots[$0] != snapshot.slots[$0] })
      else { continue }
      changed.insert(property.index)
      for slot in attribute.slots { slots[slot] = snapshot.slots[slot] }
      if property.index < live.count { liveValues[property.index] = nil }
    }
    guard snapshot.loadedProperties == nil else { return changed }
    for (index, property) in description.relationshipProperties.enumerated() {
      let value = context!.value(of: snapshot.relationships[index], in: snapshot)
      if value.isToOne {
        if relationships[index].leads(toSameAs: value) { continue }
        changed.insert(property)
      }
      relationships[index] = value
    }
    collectionCache = nil
    loader = snapshot.loader
    return changed
  }

  /// Takes over some values, of which the instance may have others already.
  private func fill(_ properties: PropertySet, from snapshot: DefaultSnapshot) {
    guard var loaded = loadedProperties else {
      slots = snapshot.slots
      liveValues = []
      loadedProperties = properties
      return
    }
    for property in description.properties
    where properties.contains(property.index) && !loaded.contains(property.index) {
      for slot in property.attribute?.slots ?? 0..<0 { slots[slot] = snapshot.slots[slot] }
      loaded.insert(property.index)
    }
    loadedProperties = loaded
  }
}
