internal import Foundation

/// The state behind one model instance: its identity, its values and what its context has to know.
///
/// Storage is confined like its instance: to the context that it belongs to, or to whoever made it.
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

  // Descriptions are kept for the life of the process.
  unowned(unsafe) let description: ModelDescription
  var identifier: PersistentIdentifier
  var phase: Phase = .detached
  // Safe because a context, when it ends, takes itself out of all storage that it has registered,
  // and storage that leaves the registry is given no context.
  unowned(unsafe) var context: ModelContext?
  /// The instance, once a context has registered it.
  weak var model: (any PersistentModel)?

  /// The leaf values of all attributes, valid unless the instance is a fault.
  var slots: ContiguousArray<StoredValue>
  /// Swift values of attributes that aren't scalars, by property; empty while there are none.
  var liveValues: ContiguousArray<Any?> = []
  /// The properties whose live value is newer than their slots.
  var unencoded = PropertySet()
  var relationships: ContiguousArray<RelationshipValue>
  /// Whether only the identifier is known, and values come from the store when they are first read.
  var isFault = false
  /// What loads the to-many relationships of a stored instance.
  var loader: (any RelationshipLoading)?

  /// The values as the store has them, from the first unsaved change on.
  var committed: CommittedState?
  /// The properties that changed since.
  var changes = PropertySet()
  /// Whether setters are called only for observers to hear of them.
  var isNotifying = false
  /// Whether the instance was inserted although its context had it.
  var isReinserted = false
  /// Whether the context's list of changed models has the instance.
  var isListedAsChanged = false

  /// Storage of an instance that no context knows.
  init(_ description: ModelDescription) {
    self.description = description
    identifier = .temporary(entity: description.internedName)
    slots = ContiguousArray(repeating: .null, count: description.slotCount)
    relationships = description.initialRelationships
  }

  /// Storage of an instance that a store has given.
  init(
    _ description: ModelDescription, identifier: PersistentIdentifier, context: ModelContext,
    slots: ContiguousArray<StoredValue>, relationships: ContiguousArray<RelationshipValue>,
    loader: (any RelationshipLoading)?
  ) {
    self.description = description
    self.identifier = identifier
    self.context = context
    self.slots = slots
    self.relationships = relationships
    self.loader = loader
    phase = .stored
  }

  /// Storage of an instance of which only the identifier is known.
  init(
    fault identifier: PersistentIdentifier, _ description: ModelDescription, context: ModelContext
  ) {
    self.description = description
    self.identifier = identifier
    self.context = context
    slots = []
    relationships = []
    isFault = true
    phase = .stored
  }

  var hasChanges: Bool {
    switch phase {
    case .inserted, .deleted: true
    case .stored: committed != nil
    case .detached, .removed: false
    }
  }

  var isDeletionPending: Bool { phase == .deleted && !identifier.isTemporary }
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
