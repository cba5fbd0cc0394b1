internal import SwiftData
internal import Synchronization
internal import Testing

/// The span of one test case, or of one `withModelContainer`, with all that belongs to it.
///
/// It holds the containers and fresh contexts made in it, and lets go of them at its end.
final class StoreScope: Sendable {
  /// The innermost scope of the running task.
  @TaskLocal static var current: StoreScope?

  /// The failures armed on all containers of the scope.
  let board = FaultBoard()
  let hazards: HazardDesk
  let reports: DeferredReports
  private let leftovers: Leftovers
  private let location: SourceLocation
  private let state = Mutex(State())

  private struct State {
    var containers: [Member] = []
    var contexts: [KeptContext] = []
    var discarded: [Leftover] = []
  }

  private struct Member {
    let container: ModelContainer
    let probe: StoreProbe
  }

  /// A context that the scope keeps alive.
  // Unchecked because a context is not Sendable: the scope only holds it, and looks at it when the
  // test that used it is over.
  private struct KeptContext: @unchecked Sendable {
    let context: ModelContext
  }

  init(_ options: ScopeOptions, at location: SourceLocation) {
    let reports = DeferredReports()
    self.reports = reports
    self.location = location
    leftovers = options.leftovers ?? .reported
    hazards = HazardDesk(options.hazards ?? .report, reports: reports, location: location)
  }

  /// The container that the scope was made for.
  var container: ModelContainer? { state.withLock { $0.containers.first?.container } }

  /// The number of containers made in the scope.
  var memberCount: Int { state.withLock { $0.containers.count } }

  /// Takes in a container made in the scope.
  func adopt(_ container: ModelContainer, probe: StoreProbe) {
    state.withLock { $0.containers.append(Member(container: container, probe: probe)) }
    if leftovers == .reported { container.watchPendingChanges(for: self, probe: probe) }
    hazards.govern(container)
  }

  /// Keeps a context alive until the end of the scope.
  func keep(_ context: ModelContext) {
    let kept = KeptContext(context: context)
    state.withLock { $0.contexts.append(kept) }
  }

  /// Takes in what a context that went away had unsaved.
  func note(_ leftover: Leftover) { state.withLock { $0.discarded.append(leftover) } }

  // MARK: - The end

  /// Looks at all contexts; the main contexts where the caller runs on the main actor or the engine shows
  /// them.
  func end() {
    var found = leftoversOfKnownContexts()
    #if !SWIFT_DATA_ENGINE
      if MainQueue.isCurrent {
        found += MainActor.assumeIsolated { leftoversOfMainContexts() }
      }
    #endif
    finish(found)
  }

  /// Looks at all contexts, the main contexts on the main actor.
  func end() async {
    var found = leftoversOfKnownContexts()
    #if !SWIFT_DATA_ENGINE
      found += await leftoversOfMainContexts()
    #endif
    finish(found)
  }

  private func leftoversOfKnownContexts() -> [Leftover] {
    guard leftovers == .reported else { return [] }
    #if SWIFT_DATA_ENGINE
      let (members, discarded) = state.withLock { ($0.containers, $0.discarded) }
      // A context may still be at work, so none is looked into but what each has written down.
      return discarded + members.flatMap { $0.container.pendingLeftovers(probe: $0.probe) }
    #else
      let (kept, discarded) = state.withLock { ($0.contexts, $0.discarded) }
      // Which contexts a container has is not known: those made by `freshContext()` are the test's own.
      return discarded
        + kept.compactMap { kept in
          Leftover(
            in: kept.context, probe: ContainerRegistry.probe(of: kept.context.container))
        }
    #endif
  }

  #if !SWIFT_DATA_ENGINE
    @MainActor private func leftoversOfMainContexts() -> [Leftover] {
      guard leftovers == .reported else { return [] }
      return state.withLock { $0.containers }.compactMap { member in
        Leftover(in: member.container.mainContext, probe: member.probe)
      }
    }
  #endif

  private func finish(_ found: [Leftover]) {
    for leftover in found {
      Report(leftover.message, severity: .warning, at: location).record()
    }
    hazards.close()
    reports.flush()
    let released = state.withLock { state in
      defer { state = State() }
      return state
    }
    // Contexts go first: they use the store until their end.
    withExtendedLifetime(released.containers) { _ = released.contexts }
    for member in released.containers { member.probe.folder?.remove() }
  }
}
