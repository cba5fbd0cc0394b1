/// What a context with an undo manager notes of its changes until it registers them.
///
/// A change is registered as the difference between the moment before the first change and that of
/// the registration, so what was changed back in between leaves nothing to undo.
final class UndoRecorder {
  /// A model that changes, as it was before.
  private struct Entry {
    let model: any PersistentModel
    let wasPresent: Bool
    var values: [Int: UndoValue] = [:]
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var order: [ObjectIdentifier] = []
  /// The models whose insertions became updates of rows that were there: undoing those insertions must not
  /// delete the rows. They are held, so that no other model takes the place of one.
  private var updating: [ObjectIdentifier: any PersistentModel] = [:]
  /// Whether changes are those of an undo or redo, whose reverse is known.
  var isSuspended = false
  let manager: UndoManager

  init(_ manager: UndoManager) { self.manager = manager }

  var isEmpty: Bool { order.isEmpty }

  /// Notes that a property is about to change.
  func willChange(_ property: Int, of storage: ModelStorage) {
    guard let key = note(storage), entries[key]!.values[property] == nil else { return }
    let value = UndoValue(storage, property)
    entries[key]!.values[property] = value
  }

  /// Notes that the insertion of a model became an update of one that was stored.
  func noteUpdate(insteadOfInserting model: any PersistentModel) {
    updating[ObjectIdentifier(model)] = model
  }

  /// Forgets that once the row is deleted: an instance that is inserted again is a new one.
  func forgetUpdate(of storage: ModelStorage) {
    guard !updating.isEmpty else { return }
    updating = updating.filter { $0.value.modelStorage !== storage }
  }

  /// Whether a change is an insertion that became an update, which leaves nothing to take back.
  func isUpdate(_ change: UndoStep.Change) -> Bool {
    change.isPresent && !change.wasPresent && updating[ObjectIdentifier(change.model)] != nil
  }

  /// Notes that a model is about to come or to go.
  func willMove(_ model: any PersistentModel) { _ = note(model.modelStorage, model) }

  private func note(
    _ storage: ModelStorage, _ model: (any PersistentModel)? = nil
  ) -> ObjectIdentifier? {
    guard !isSuspended, let model = model ?? storage.model else { return nil }
    let key = ObjectIdentifier(model)
    if entries[key] == nil {
      entries[key] = Entry(model: model, wasPresent: storage.isPresent)
      order.append(key)
      manager.scheduleEndOfEvent()
    }
    return key
  }

  func removeAll() {
    entries = [:]
    order = []
  }

  /// Forgets, too, what steps that are gone were about.
  func removeEverything() {
    removeAll()
    updating = [:]
  }

  /// Takes what has changed, with the values of the moment.
  func takeStep() -> UndoStep {
    var step = UndoStep()
    for key in order {
      let entry = entries[key]!
      let storage = entry.model.modelStorage
      let isPresent = storage.isPresent
      guard entry.wasPresent || isPresent else { continue }
      var changes: [Int: (before: UndoValue, after: UndoValue)] = [:]
      if !storage.isFault {
        for (property, before) in entry.values {
          changes[property] = (before, UndoValue(storage, property))
        }
        if entry.wasPresent != isPresent {
          for property in storage.description.relationshipProperties {
            let after = UndoValue(storage, property)
            // Without destinations, the removal of what was inserted takes nothing along. What was deleted has to
            // know all that it led to, because what it leads to may be changed once it is gone.
            let before =
              entry.wasPresent ? entry.values[property] ?? after : .none(like: storage, property)
            changes[property] = (before, after)
          }
        }
      }
      step.add(entry.model, entry.wasPresent, isPresent, changes)
    }
    removeAll()
    return step
  }
}

/// The value of one property at one moment.
enum UndoValue {
  case attribute(slots: [StoredValue], live: Any?, isUnencoded: Bool)
  case toOne((any PersistentModel)?)
  case toMany([any PersistentModel])

  init(_ storage: ModelStorage, _ property: Int) {
    let description = storage.description.properties[property]
    switch description.kind {
    case .attribute(let attribute):
      self = .attribute(
        slots: attribute.slots.map { storage.slots[$0] }, live: storage.liveValue(at: property),
        isUnencoded: storage.unencoded.contains(property))
    case .relationship(let relationship):
      let index = relationship.relationshipIndex
      self =
        relationship.isToOne
        ? .toOne(storage.destination(relationship: index))
        : .toMany(storage.presentDestinations(relationship: index))
    }
  }

  /// No destination.
  static func none(like storage: ModelStorage, _ property: Int) -> UndoValue {
    storage.description.properties[property].isToMany ? .toMany([]) : .toOne(nil)
  }

  /// The value as far as it leads to nothing that another doesn't lead to: a model that goes has no new links to
  /// make, only those to undo that its deletion must not follow.
  func withoutAdditions(to other: UndoValue) -> UndoValue {
    switch (self, other) {
    case (.toOne(let model), .toOne(let other)): return .toOne(model === other ? model : nil)
    case (.toMany(let models), .toMany(let others)):
      let rows = Set(others.map(\.rowObject))
      return .toMany(models.filter { rows.contains($0.rowObject) })
    default: return self
    }
  }

  /// Whether a change to another value is none.
  func isSame(as other: UndoValue) -> Bool {
    switch (self, other) {
    case (
      .attribute(let slots, let live, let isUnencoded),
      .attribute(let others, let otherLive, let isOtherUnencoded)
    ):
      // Values that are not encoded yet cannot be compared.
      guard !isUnencoded, !isOtherUnencoded else { return false }
      return slots == others && (!slots.isEmpty || live == nil && otherLive == nil)
    case (.toOne(let model), .toOne(let other)): return model === other
    case (.toMany(let models), .toMany(let others)):
      return Set(models.map(\.rowObject)) == Set(others.map(\.rowObject))
    default: return false
    }
  }
}

extension ModelStorage {
  /// Whether a context has the instance, and no deletion of it is pending.
  var isPresent: Bool { phase == .inserted || phase == .stored }

  /// The destinations of a to-many relationship, which stays as it is if it isn't loaded.
  func presentDestinations(relationship index: Int) -> [any PersistentModel] {
    guard case .manyFault(let added, let removed) = relationships[index], let context else {
      return destinationsInMemory(relationship: index)
    }
    let gone = Set(removed.map { $0.rowObject })
    let stored = context.loadDestinations(of: self, relationship: index).filter {
      !gone.contains($0.rowObject)
    }
    let known = Set(stored.map { $0.rowObject })
    return stored + added.filter { !known.contains($0.rowObject) }
  }
}

/// The changes that one registration undoes.
struct UndoStep {
  /// The change of one model.
  struct Change {
    let model: any PersistentModel
    let wasPresent: Bool
    let isPresent: Bool
    let values: [Int: (before: UndoValue, after: UndoValue)]
  }

  private(set) var changes: [Change] = []

  /// Whether it takes back what an undo has done.
  private(set) var isReversed = false

  var isEmpty: Bool { changes.isEmpty }

  /// Leaves changes out.
  mutating func remove(where condition: (Change) -> Bool) { changes.removeAll(where: condition) }

  mutating func add(
    _ model: any PersistentModel, _ wasPresent: Bool, _ isPresent: Bool,
    _ values: [Int: (before: UndoValue, after: UndoValue)]
  ) {
    var values = values
    if wasPresent == isPresent {
      values = values.filter { !$1.before.isSame(as: $1.after) }
      guard !values.isEmpty else { return }
    }
    changes.append(
      Change(model: model, wasPresent: wasPresent, isPresent: isPresent, values: values))
  }

  /// The changes that do again what this step undoes.
  var reversed: UndoStep {
    var step = UndoStep()
    step.isReversed = !isReversed
    for change in changes.reversed() {
      step.changes.append(
        Change(
          model: change.model, wasPresent: change.isPresent, isPresent: change.wasPresent,
          values: change.values.mapValues { ($0.after, $0.before) }))
    }
    return step
  }
}
