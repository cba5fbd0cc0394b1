internal import SwiftData
internal import Synchronization
internal import Testing

/// Takes in the hazards met in one scope: reports each once, or hands it to an expectation.
final class HazardDesk: Sendable {
  /// The desk of the innermost `withHazards` or `expectHazard` of the running task.
  @TaskLocal static var current: HazardDesk?

  private let settings: HazardSettings
  private let reports: DeferredReports
  private let location: SourceLocation
  private let state = Mutex(State())

  private struct State {
    var containers: [ModelContainer] = []
    var expectations: [HazardExpectation] = []
    var reported: Set<[String]> = []
  }

  init(_ settings: HazardSettings, reports: DeferredReports, location: SourceLocation) {
    self.settings = settings
    self.reports = reports
    self.location = location
    #if SWIFT_DATA_ENGINE
      let known = Self.knownHazards
      for hazard in settings.policies.keys.sorted() where !known.contains(hazard) {
        let text = """
          The settings have a policy for the hazard `\(hazard)`, which does not exist; there are: \
          \(known.sorted().joined(separator: ", ")).
          """
        reports.recordOrKeep(Report(text, at: location))
      }
    #endif
  }

  /// The settings, with `report` for the hazards that are expected now.
  var effectiveSettings: HazardSettings {
    state.withLock { $0.expectations }
      .reduce(settings) { $0.with(.report, for: $1.hazard) }
  }

  /// Applies the settings to a container, now and whenever they change.
  func govern(_ container: ModelContainer) {
    state.withLock { $0.containers.append(container) }
    applySettings(to: container)
  }

  /// Lets go of the containers.
  func close() { state.withLock { $0.containers = [] } }

  func begin(_ expectation: HazardExpectation) {
    state.withLock { $0.expectations.append(expectation) }
    applySettingsToAll()
  }

  func end(_ expectation: HazardExpectation) {
    state.withLock { $0.expectations.removeAll { $0 === expectation } }
    applySettingsToAll()
  }

  private func applySettingsToAll() {
    for container in state.withLock({ $0.containers }) { applySettings(to: container) }
  }

  /// Takes in a hazard that was met.
  func receive(_ hazard: MetHazard) {
    let isNew = state.withLock { state in
      if let expectation = state.expectations.last(where: { $0.hazard == hazard.id }) {
        expectation.meet()
        return false
      }
      return state.reported.insert([hazard.id, hazard.model, hazard.property ?? ""]).inserted
    }
    guard isNew else { return }
    reports.recordOrKeep(Report(hazard.message, at: location))
  }
}

/// A hazard that the engine met, as text.
struct MetHazard: Sendable {
  var id: String
  var model: String
  var property: String?
  var message: String
}

/// That a hazard is expected to be met while a closure runs.
final class HazardExpectation: Sendable {
  let hazard: String
  private let count = Mutex(0)

  init(_ hazard: String) { self.hazard = hazard }

  var wasMet: Bool { count.withLock { $0 > 0 } }

  func meet() { count.withLock { $0 += 1 } }
}
