internal import Foundation
internal import Synchronization

/// What the engine knows of a model type without any container: its persisted properties and how
/// their values are stored.
///
/// There is one description for each model type in a process, made when it is first needed.
final class ModelDescription: Sendable {
  /// The class that the `@Model` macro was applied to.
  let type: any PersistentModel.Type
  /// The entity's name: the type's own name without the types that it is nested in.
  let entityName: String
  /// The persisted properties in declared order, those of a model that it inherits from first.
  let properties: [PropertyDescription]
  /// The number of leaf values that all attributes take together.
  let slotCount: Int
  /// `#Index` of the model: the kind of each index and names of properties.
  let indices: [[String]]
  /// `#Unique` of the model, as names of properties; attributes that are unique alone are not among
  /// them.
  let uniquenessConstraints: [[String]]
  /// The model that this one inherits from.
  let superModel: (any PersistentModel.Type)?

  /// The description of the model that this one inherits from.
  let superDescription: ModelDescription?

  /// The entity's name as identifiers share it.
  let internedName: InternedName
  /// The name of the entity at the root, whose rows this one's are among.
  let rootName: InternedName
  /// For each property, the slot of an attribute that one scalar holds, or -1.
  let scalarSlots: [Int]
  /// The positions of the attributes that are never stored.
  let ephemeralProperties: [Int]
  /// Whether a relationship is to-many.
  let hasCollections: Bool
  /// The positions of the relationships among the properties.
  let relationshipProperties: [Int]
  /// The values of the relationships of a new instance.
  // Unsafe only in that models aren't Sendable: the values hold none.
  nonisolated(unsafe) let initialRelationships: ContiguousArray<RelationshipValue>
  /// The same in a snapshot; a to-many relationship may be nil too, which snapshots don't tell apart.
  let initialSnapshotRelationships: ContiguousArray<SnapshotRelationship>
  /// The values of the relationships of a stored instance without to-one destinations.
  nonisolated(unsafe) let storedRelationships: ContiguousArray<RelationshipValue>

  /// For each property, what tells observers that it has changed.
  // Unsafe only in that key paths are not marked Sendable: the closures capture nothing else.
  nonisolated(unsafe) let notifiers: [ObservationNotifier?]

  private let lookup: KeyPathLookup
  private let indicesByName: [String: Int]

  init(
    type: any PersistentModel.Type, entityName: String, properties: [PropertyDescription],
    slotCount: Int, indices: [[String]], uniquenessConstraints: [[String]],
    superModel: (any PersistentModel.Type)? = nil
  ) {
    self.type = type
    self.entityName = entityName
    self.properties = properties
    self.slotCount = slotCount
    self.indices = indices
    self.uniquenessConstraints = uniquenessConstraints
    self.superModel = superModel
    internedName = .named(entityName)
    let scalarSlots = properties.map { (property: PropertyDescription) -> Int in
      guard case .attribute(let attribute) = property.kind, attribute.shape.isScalar,
        !attribute.isTransformable, !attribute.isEphemeral
      else { return -1 }
      return attribute.slots.lowerBound
    }
    self.scalarSlots = scalarSlots
    ephemeralProperties = properties.filter { $0.attribute?.isEphemeral == true }.map(\.index)
    let relationships = properties.filter { $0.relationship != nil }
    relationshipProperties = relationships.map(\.index)
    hasCollections = relationships.contains(where: \.isToMany)
    initialRelationships = ContiguousArray(
      relationships.map { $0.isToMany ? .many([]) : .one(nil) })
    initialSnapshotRelationships = ContiguousArray(
      relationships.map { $0.isToMany ? .many([], added: [], removed: []) : .one(nil) })
    storedRelationships = ContiguousArray(
      relationships.map { $0.isToMany ? .manyFault(added: [], removed: []) : .one(nil) })
    func makeNotifiers<Model: PersistentModel>(_ type: Model.Type) -> [ObservationNotifier?] {
      properties.map { $0.notifier(for: type) }
    }
    let superDescription = superModel.map { ModelDescription.of($0) }
    self.superDescription = superDescription
    rootName = superDescription?.rootName ?? internedName
    // Observers know an inherited property by the key path of the class that declares it.
    let inheritedNotifiers = superDescription?.notifiers ?? []
    notifiers = inheritedNotifiers + makeNotifiers(type).dropFirst(inheritedNotifiers.count)
    lookup = KeyPathLookup(type, properties, scalarSlots: scalarSlots)
    indicesByName = Dictionary(properties.map { ($0.name, $0.index) }) { first, _ in first }
  }

  private let storedInverses = Mutex<[Int?]?>(nil)

  /// The inverse of each relationship, found when one is first needed.
  var inverses: [Int?] {
    if let inverses = storedInverses.withLock({ $0 }) { return inverses }
    // Made outside the lock, because it needs the descriptions of other models.
    let made = makeInverses()
    return storedInverses.withLock { inverses in
      if let inverses { return inverses }
      inverses = made
      return made
    }
  }

  /// The properties that the model itself declares.
  var declaredProperties: ArraySlice<PropertyDescription> {
    properties[(superDescription?.properties.count ?? 0)...]
  }

  /// Whether instances are instances of another model too.
  func inherits(from other: ModelDescription) -> Bool {
    var next: ModelDescription? = self
    while let description = next {
      if description === other { return true }
      next = description.superDescription
    }
    return false
  }

  /// The attributes that cannot be stored, with the text that SwiftData's schema generation dies
  /// with.
  var unsupportedProperties: [(property: String, reason: String)] {
    properties.compactMap { property in
      guard case .attribute(let attribute) = property.kind else { return nil }
      return attribute.shape.unsupportedReason.map { (property.name, $0) }
    }
  }

  /// The position of the property that a key path leads to, or nil where the model does not persist
  /// it.
  ///
  /// Takes about the time of reading a dictionary slot once a key path object was seen before.
  @inline(__always)
  func index(of keyPath: AnyKeyPath) -> Int? { lookup.index(of: keyPath) }

  /// The slot of the scalar that a key path leads to, -1 for a persisted property that is none, or
  /// `KeyPathLookup.notPersisted`.
  @inline(__always)
  func scalarSlot(of keyPath: AnyKeyPath) -> Int { lookup.scalarSlot(of: keyPath) }

  /// The position of the property of a name.
  func index(named name: String) -> Int? { indicesByName[name] }
}

/// One persisted property of a model type.
struct PropertyDescription: Sendable {
  /// An attribute's leaf values, or a relationship.
  enum Kind: Sendable {
    case attribute(AttributeDescription)
    case relationship(RelationshipDescription)
  }

  let name: String
  /// The position in ``ModelDescription/properties``.
  let index: Int
  let keyPath: any AnyKeyPath & Sendable
  /// The declared Swift type, optional where the property is.
  let valueType: any Any.Type
  let isOptional: Bool
  let kind: Kind
}

/// How an attribute is stored.
struct AttributeDescription: Sendable {
  /// The options and names of the schema.
  let attribute: Schema.Attribute
  /// The shape of the declared type.
  ///
  /// That of a transformable attribute is the shape of `Data`, which its transformer gives; that of
  /// an attribute with the option `codable` is a collection's, one column with encoded bytes.
  let shape: ValueShape
  /// The leaf values of this attribute among those of the model.
  let slots: Range<Int>
  /// The converter between Swift values and the leaf values in `slots`.
  let codec: ValueCodec
  /// The value in the property's declaration, if it has one.
  let defaultValue: (any Sendable)?

  /// Whether the value lives in memory only: the attribute has no leaf values and no columns.
  var isEphemeral: Bool { attribute.isTransient }

  /// Whether a transformer gives the value its stored form.
  var isTransformable: Bool { attribute.isTransformable }

  /// Whether large values are kept in files beside the store, which only bytes can be.
  var isExternal: Bool {
    guard attribute.has(.externalStorage), !isEphemeral, codec.leaves.count == 1 else {
      return false
    }
    return codec.leaves[0].storage == .binary || codec.leaves[0].storage == .archive
  }
}

/// How a relationship is declared.
struct RelationshipDescription: Sendable {
  /// The relationship as the model declares it; inverses that a schema infers are in the schema's
  /// own.
  let relationship: Schema.Relationship
  /// The position among the model's relationships.
  let relationshipIndex: Int
  let destination: any PersistentModel.Type
  let isToOne: Bool
}
