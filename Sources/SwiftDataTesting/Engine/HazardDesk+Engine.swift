#if SWIFT_DATA_ENGINE
  @_spi(Testing) internal import SwiftData

  extension HazardDesk {
    private var configuration: HazardConfiguration {
      let settings = effectiveSettings
      return HazardConfiguration(
        HazardPolicy(settings.defaultPolicy),
        overrides: settings.policies.mapValues(HazardPolicy.init),
        reporter: { [self] occurrence in receive(MetHazard(occurrence)) })
    }

    func applySettings(to container: ModelContainer) {
      container._testing.hazards = configuration
    }

    /// Runs a closure in which the settings hold for containers of the app's own as well.
    func withSettings<R>(_ body: () throws -> R) rethrows -> R {
      try HazardConfiguration.$current.withValue(configuration) { try body() }
    }

    func withSettings<R>(
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
    ) async rethrows -> R {
      try await HazardConfiguration.$current.withValue(
        configuration, operation: { try await body() }, isolation: isolation)
    }

    /// The identifiers of all hazards that the engine knows.
    static var knownHazards: Set<String> { Set(Hazard.all.map(\.id)) }
  }

  extension HazardPolicy {
    init(_ policy: HazardSettings.Policy) {
      self =
        switch policy {
        case .ignore: .ignore
        case .report: .report
        case .trap: .trap
        }
    }
  }

  extension MetHazard {
    init(_ occurrence: HazardOccurrence) {
      let hazard = occurrence.hazard
      let place = occurrence.property.map { "\(occurrence.model).\($0)" } ?? occurrence.model
      self.init(
        id: hazard.id, model: occurrence.model, property: occurrence.property,
        message: """
          Hazard `\(hazard.id)` at \(place): \(hazard.title)
          \(occurrence.message)
          Affected: \(hazard.affectedReleases)
          Remedy: \(hazard.remedy)
          """)
    }
  }
#else
  internal import SwiftData

  // Apple's framework has no hazards to steer: there they are real.
  extension HazardDesk {
    func applySettings(to container: ModelContainer) {}

    func withSettings<R>(_ body: () throws -> R) rethrows -> R { try body() }

    func withSettings<R>(
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
    ) async rethrows -> R {
      try await body()
    }
  }
#endif
