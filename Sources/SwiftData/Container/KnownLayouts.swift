internal import Synchronization

/// The layouts of the containers that are alive, by the stores that they have.
///
/// A coded snapshot names its store and its entity. Which class that is, the store's container knows.
enum KnownLayouts {
  private struct WeakLayout: Sendable {
    weak let layout: SchemaLayout?
  }

  private static let layouts = Mutex<[String: [WeakLayout]]>([:])

  static func add(_ store: String, _ layout: SchemaLayout) {
    layouts.withLock { $0[store, default: []].append(WeakLayout(layout: layout)) }
  }

  static func forget(_ store: String, _ layout: SchemaLayout) {
    layouts.withLock { layouts in
      let others = layouts[store]?.filter { $0.layout != nil && $0.layout !== layout } ?? []
      layouts[store] = others.isEmpty ? nil : others
    }
  }

  /// The model of an identifier, where the containers with its store agree on it.
  static func model(of identifier: PersistentIdentifier) -> ModelDescription? {
    guard let store = identifier.storeIdentifier else { return nil }
    let known = layouts.withLock { $0[store]?.compactMap(\.layout) ?? [] }
    let models = known.compactMap { $0.entitiesByName[identifier.entityName]?.model }
    guard let first = models.first, models.allSatisfy({ $0 === first }) else { return nil }
    return first
  }
}
