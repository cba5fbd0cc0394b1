internal import Synchronization

/// The layouts of the containers that are alive, by the stores that they have.
///
/// A coded snapshot names its store and its entity. Which class that is, the store's container knows.
enum KnownLayouts {
  private struct WeakLayout: Sendable {
    weak let layout: SchemaLayout?
  }

  private static let layouts = Mutex<[String: WeakLayout]>([:])

  static func add(_ store: String, _ layout: SchemaLayout) {
    layouts.withLock { $0[store] = WeakLayout(layout: layout) }
  }

  static func forget(_ store: String, _ layout: SchemaLayout) {
    layouts.withLock { layouts in
      // Another container may have a store of the same identifier by now.
      guard let known = layouts[store]?.layout, known !== layout else {
        layouts[store] = nil
        return
      }
    }
  }

  /// The model of an identifier, where its store's container is alive.
  static func model(of identifier: PersistentIdentifier) -> ModelDescription? {
    guard let store = identifier.storeIdentifier else { return nil }
    return layouts.withLock { $0[store]?.layout }?.entitiesByName[identifier.entityName]?.model
  }
}
