internal import SwiftData
internal import Synchronization

/// Finds the probe of a container that the toolkit made.
///
/// A container doesn't show its custom configurations, so they are looked up by its identity. An entry
/// is removed together with its probe.
enum ContainerRegistry {
  struct Registration: Sendable {
    let key: ObjectIdentifier
    let serial: Int
  }

  private struct Entry {
    weak var container: ModelContainer?
    weak var probe: StoreProbe?
    let serial: Int
  }

  private static let state = Mutex((entries: [ObjectIdentifier: Entry](), serial: 0))

  static func register(_ container: ModelContainer, with probe: StoreProbe) -> Registration {
    let key = ObjectIdentifier(container)
    return state.withLock { state in
      state.serial += 1
      state.entries[key] = Entry(container: container, probe: probe, serial: state.serial)
      return Registration(key: key, serial: state.serial)
    }
  }

  static func probe(of container: ModelContainer) -> StoreProbe? {
    state.withLock { state in
      guard let entry = state.entries[ObjectIdentifier(container)], entry.container === container
      else { return nil }
      return entry.probe
    }
  }

  /// Removes an entry unless a newer container at the same address has replaced it.
  static func remove(_ registration: Registration) {
    state.withLock { state in
      guard state.entries[registration.key]?.serial == registration.serial else { return }
      state.entries[registration.key] = nil
    }
  }
}
