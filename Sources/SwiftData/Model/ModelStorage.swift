internal import Foundation

/// The state behind one model instance: its identity, its values and what its context has to know.
///
/// Storage is confined like its instance: to the context that it belongs to, or to whoever made it.
///
/// What the accessors of a model need is `@usableFromInline`: it is compiled into them.
@usableFromInline
final class ModelStorage {
  /// Where an instance is in its life.
  enum Phase {
    /// No context has it.
    case detached
    /// Inserted and never saved.
    case inserted
    /// A row of the store has its committed values.
    case stored
    /// Leaves at the next save.
    case deleted
    /// Its deletion was saved. What was loaded stays readable.
    case removed
  }

  // Descriptions are kept for the life of the process. It only changes while an instance of a subclass
  // is made, so no access to it lasts while other code runs.
  @exclusivity(unchecked) var descriptionReference: Unmanaged<ModelDescription>
  var identifier: PersistentIdentifier
  var phase: Phase = .detached
  /// Whether only the identifier is known, and values come from the store when they are first read; some
  /// attributes may have been loaded already.
  var isFault = false
  /// Whether the instance was inserted although its context had it.
  var isReinserted = false
  /// Whether the context's list of changed models has the instance.
  var isListedAsChanged = false
  /// Whether a context had the instance before it was detached.
  var hasLeftContext = false
  // Safe because a context, when it ends, takes itself out of all storage that it has registered, and
  // storage that leaves the registry is given no context.
  unowned(unsafe) var context: ModelContext?
  // Unchecked because no access to it lasts while other code runs.
  @exclusivity(unchecked) private var weakModel = WeakModel()

  /// The leaf values of all attributes, valid unless the instance is a fault.
  // Unchecked because no access to it lasts while other code runs: values are read, written one by
  // one or replaced as a whole.
  @usableFromInline @exclusivity(unchecked) var slots: ContiguousArray<StoredValue>
  var relationships: ContiguousArray<RelationshipValue>
  /// What loads the to-many relationships of a stored instance.
  var loader: (any RelationshipLoading)?
  /// What a fetched instance with scalar attributes has none of.
  private var extras: Extras?

  /// Storage of an instance that no context knows.
  init(_ description: ModelDescription) {
    descriptionReference = .passUnretained(description)
    identifier = .temporary(entity: description.internedName)
    slots = ContiguousArray(repeating: .null, count: description.slotCount)
    relationships = description.initialRelationships
  }

  /// Storage of an instance that a store has given, with the values of its snapshot, which has none then.
  init(
    _ description: ModelDescription, identifier: PersistentIdentifier, context: ModelContext,
    taking snapshot: inout DefaultSnapshot, relationships: ContiguousArray<RelationshipValue>
  ) {
    descriptionReference = .passUnretained(description)
    self.identifier = identifier
    self.context = context
    slots = []
    self.relationships = relationships
    swap(&slots, &snapshot.slots)
    swap(&loader, &snapshot.loader)
    phase = .stored
  }

  /// Storage of an instance of which only the identifier is known.
  init(
    fault identifier: PersistentIdentifier, _ description: ModelDescription, context: ModelContext
  ) {
    descriptionReference = .passUnretained(description)
    self.identifier = identifier
    self.context = context
    slots = []
    relationships = []
    isFault = true
    phase = .stored
  }

  deinit {
    if phase == .detached, !relationships.isEmpty { releaseDestinations() }
  }

  /// The storage behind backing data; nil where it is of another type than the engine's.
  static func of(_ backingData: any BackingData) -> ModelStorage? {
    guard let object = backingData._modelStorage, type(of: object) == ModelStorage.self
    else { return nil }
    return unsafeDowncast(object, to: ModelStorage.self)
  }

  /// The instance, once a context has registered it and while somebody holds it.
  var model: (any PersistentModel)? {
    get { weakModel.model }
    set { weakModel = WeakModel(newValue) }
  }

  var description: ModelDescription { descriptionReference._withUnsafeGuaranteedRef { $0 } }

  /// The slot of an attribute that one scalar holds, or -1; the values are there afterwards.
  @usableFromInline
  func scalarSlot(of keyPath: AnyKeyPath) -> Int {
    if isFault { load(for: keyPath) }
    let slot = descriptionReference._withUnsafeGuaranteedRef { $0.scalarSlot(of: keyPath) }
    if slot == KeyPathLookup.notPersisted { unknownProperty(keyPath) }
    return slot
  }

  /// Sees to it that an instance that is not loaded as a whole has an attribute's value.
  // Apart, because what is called for each property that is read has to be short.
  @inline(never)
  private func load(for keyPath: AnyKeyPath) {
    if hasLoaded(keyPath) { return }
    // The store that is asked may be an app's own, and may do anything.
    let reference = Unmanaged.passRetained(self)
    fulfil()
    reference.release()
  }

  /// Whether an instance that is not loaded as a whole has an attribute's value.
  private func hasLoaded(_ keyPath: AnyKeyPath) -> Bool {
    guard let loadedProperties, let index = description.index(of: keyPath) else { return false }
    return loadedProperties.contains(index)
  }

  var hasChanges: Bool {
    switch phase {
    case .inserted, .deleted: true
    case .stored: hasCommitted
    case .detached, .removed: false
    }
  }

  var isDeletionPending: Bool { phase == .deleted && !identifier.isTemporary }
}

// MARK: - Rare values

extension ModelStorage {
  /// Values that few instances have, apart to keep the others small.
  fileprivate final class Extras {
    var liveValues: ContiguousArray<Any?> = []
    var unencoded = PropertySet()
    var committed: CommittedState?
    var changes = PropertySet()
    var keeper: (any PersistentModel)?
    var isShared = false
    var loadedProperties: PropertySet?
    var unlinked = PropertySet()
    var collectionCache: CollectionCache?
  }

  /// The attributes that a fetch has loaded of an instance that is a fault otherwise.
  var loadedProperties: PropertySet? {
    get { extras?.loadedProperties }
    set { if extras != nil || newValue != nil { ensuredExtras.loadedProperties = newValue } }
  }

  /// The registered instance, held for a second one that shows the same row, until the context lets go of
  /// the row: the instance holds this storage too.
  var keeper: (any PersistentModel)? {
    get { extras?.keeper }
    set { if extras != nil || newValue != nil { ensuredExtras.keeper = newValue } }
  }

  /// Whether two instances show the row, and so have this storage.
  var isShared: Bool { extras?.isShared ?? false }

  /// Has a second instance show the row, for which the registered one has to stay.
  func share(keeping instance: any PersistentModel) {
    ensuredExtras.keeper = instance
    ensuredExtras.isShared = true
  }

  private var ensuredExtras: Extras {
    if let extras { return extras }
    let made = Extras()
    extras = made
    return made
  }

  /// Swift values of attributes that aren't scalars, by property; empty while there are none.
  var liveValues: ContiguousArray<Any?> {
    get { extras?.liveValues ?? [] }
    set { if extras != nil || !newValue.isEmpty { ensuredExtras.liveValues = newValue } }
  }

  /// Keeps the Swift value of an attribute that is no scalar.
  func setLive(_ value: Any, at index: Int) {
    let extras = ensuredExtras
    if extras.liveValues.isEmpty {
      extras.liveValues = ContiguousArray(repeating: nil, count: description.properties.count)
    }
    extras.liveValues[index] = value
  }

  /// The properties whose live value is newer than their slots.
  var unencoded: PropertySet {
    get { extras?.unencoded ?? PropertySet() }
    set { if extras != nil || !newValue.isEmpty { ensuredExtras.unencoded = newValue } }
  }

  /// The values as the store has them, from the first unsaved change on.
  var committed: CommittedState? {
    get { extras?.committed }
    set { if extras != nil || newValue != nil { ensuredExtras.committed = newValue } }
  }

  /// The relationships that an initialiser has set, of which the other side knows nothing yet.
  var unlinked: PropertySet {
    get { extras?.unlinked ?? PropertySet() }
    set { if extras != nil || !newValue.isEmpty { ensuredExtras.unlinked = newValue } }
  }

  /// The array of a to-many relationship that was read or set last.
  var collectionCache: CollectionCache? {
    get { extras?.collectionCache }
    set {
      if newValue != nil {
        ensuredExtras.collectionCache = newValue
      } else if let extras, extras.collectionCache != nil {
        extras.collectionCache = nil
      }
    }
  }

  /// Whether the values of the store are kept beside changed ones.
  var hasCommitted: Bool { extras?.committed != nil }

  /// Takes the committed values back, if there are any.
  ///
  /// - Returns: The properties that had changed; nil where there was nothing to take back.
  func restoreCommitted() -> PropertySet? {
    guard let state = extras?.committed.take() else { return nil }
    let changes = changes
    restore(state)
    return changes
  }

  /// The properties that changed since.
  var changes: PropertySet {
    get { extras?.changes ?? PropertySet() }
    set { if extras != nil || !newValue.isEmpty { ensuredExtras.changes = newValue } }
  }

  /// Notes that a property has changed.
  func noteChange(of property: Int) { ensuredExtras.changes.insert(property) }
}

/// The value of a relationship in memory.
enum RelationshipValue {
  /// A to-one relationship whose destination is known, or known to be none.
  case one((any PersistentModel)?)
  /// A to-one relationship of which the destination's identifier is known.
  case oneFault(PersistentIdentifier)
  /// A to-many relationship with all destinations.
  case many([any PersistentModel])
  /// A to-many relationship that is in the store, with what has been added and removed since.
  case manyFault(added: [any PersistentModel], removed: [any PersistentModel])

  var isToOne: Bool {
    switch self {
    case .one, .oneFault: true
    case .many, .manyFault: false
    }
  }

  /// Whether two values of a to-one relationship lead to the same model.
  func leads(toSameAs other: RelationshipValue) -> Bool { destination == other.destination }

  /// The identifier of a to-one relationship's destination.
  private var destination: PersistentIdentifier? {
    switch self {
    case .one(let model): model?.modelStorage.identifier
    case .oneFault(let identifier): identifier
    case .many, .manyFault: nil
    }
  }

  /// Whether the value is that of a new instance: no destination, and none that the store may have.
  var isUnset: Bool {
    switch self {
    case .one(let model): model == nil
    case .many(let models): models.isEmpty
    case .oneFault, .manyFault: false
    }
  }
}

/// The values of an instance as the store has them.
struct CommittedState {
  var slots: ContiguousArray<StoredValue>
  var liveValues: ContiguousArray<Any?>
  var unencoded: PropertySet
  var relationships: ContiguousArray<RelationshipValue>
}

/// A store that can find the destinations of a to-many relationship.
protocol RelationshipLoading: AnyObject, Sendable {
  /// The identifiers of a stored owner's destinations.
  func destinations(
    of relationship: Int, entity: String, owner: PersistentIdentifier
  ) throws -> [PersistentIdentifier]
}

extension PropertyDescription {
  /// The relationship's description, or nil for an attribute.
  var relationship: RelationshipDescription? {
    if case .relationship(let relationship) = kind { relationship } else { nil }
  }

  /// The attribute's description, or nil for a relationship.
  var attribute: AttributeDescription? {
    if case .attribute(let attribute) = kind { attribute } else { nil }
  }

  var isToMany: Bool { relationship.map { !$0.isToOne } ?? false }
}
