internal import Foundation
internal import SwiftData
internal import Synchronization

/// The toolkit's side of one store: who may make it fail, and what it has seen.
///
/// The configuration, and through it the store, holds the probe; the probe holds no container.
final class StoreProbe: Sendable {
  /// The failures armed on this container alone.
  let board = FaultBoard()
  /// The failures armed on all containers of the test that the store was made in.
  let scopeBoard: FaultBoard?
  /// The models that the container was made for, in the order given.
  let models: [any PersistentModel.Type]
  /// The folder that a temporary store is in, removed together with the probe.
  let folder: TemporaryFolder?
  /// The contexts, by editing state, whose last save failed.
  private let statesWithFailedSave = Mutex<Set<UUID>>([])
  private let registration = Mutex<ContainerRegistry.Registration?>(nil)

  init(models: [any PersistentModel.Type], folder: TemporaryFolder? = nil) {
    self.models = models
    self.folder = folder
    scopeBoard = StoreScope.current?.board
  }

  deinit { registration.withLock { $0 }.map(ContainerRegistry.remove) }

  func register(_ container: ModelContainer) {
    let registration = ContainerRegistry.register(container, with: self)
    self.registration.withLock { $0 = registration }
  }

  /// The failures that apply to an operation that the running task asks of the store.
  var faults: [ArmedFault] {
    guard StoreAccess.current.canFail else { return [] }
    var faults = board.armed
    for fault in (scopeBoard?.armed ?? []) + TaskFaults.current
    where !faults.contains(where: { $0 === fault }) {
      faults.append(fault)
    }
    return faults
  }

  // MARK: - Failed saves

  func noteSave(of state: UUID, failed: Bool) {
    statesWithFailedSave.withLock { states in
      if failed { states.insert(state) } else { states.remove(state) }
    }
  }

  func lastSaveFailed(of state: UUID) -> Bool {
    statesWithFailedSave.withLock { $0.contains(state) }
  }
}

/// For what purpose the running task uses a store.
enum StoreAccess: Sendable {
  /// Code under test.
  case underTest
  /// Seeding, which no failure touches.
  case seeding
  /// Reading the stored graph: no failure touches it, and the store shows its snapshots.
  case inspection(SnapshotCollector)

  @TaskLocal static var current = StoreAccess.underTest

  var canFail: Bool { if case .underTest = self { true } else { false } }
}

/// Takes in the snapshots of a fetch.
final class SnapshotCollector: Sendable {
  private let collected = Mutex<[DefaultSnapshot]>([])

  func add(_ snapshots: [DefaultSnapshot]) { collected.withLock { $0 += snapshots } }

  /// Hands the collected snapshots over.
  func take() -> [DefaultSnapshot] {
    collected.withLock { collected in
      defer { collected = [] }
      return collected
    }
  }
}
