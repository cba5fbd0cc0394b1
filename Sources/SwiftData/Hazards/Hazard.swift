/// A named point in the engine where Apple's implementation is documented to go wrong.
///
/// What happens at the point is chosen by a ``HazardPolicy``. A hazard is recognised by what the
/// engine is about to do, never by the name of a model or property.
@_spi(Testing)
public struct Hazard: Sendable, Identifiable {
  /// A short name that stays the same over releases, such as `optional-composite-decode`.
  public let id: String
  /// What goes wrong, in one line.
  public let title: String
  /// Where it is documented: addresses, or titles of the project's founding documents.
  public let sources: [String]
  /// The releases that the sources report it for.
  public let affectedReleases: String
  /// What to change in the app.
  public let remedy: String

  init(
    id: String, title: String, sources: [String], affectedReleases: String, remedy: String
  ) {
    self.id = id
    self.title = title
    self.sources = sources
    self.affectedReleases = affectedReleases
    self.remedy = remedy
  }
}

@_spi(Testing)
extension Hazard: Hashable {
  public static func == (lhs: Hazard, rhs: Hazard) -> Bool { lhs.id == rhs.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// What the engine does at a hazard.
@_spi(Testing)
public enum HazardPolicy: String, Sendable, CaseIterable {
  /// The sound result, silently.
  case ignore
  /// The sound result, and a report.
  case report
  /// What Apple's implementation does: a wrong result, lost data or the end of the process.
  case trap
}

/// A hazard that was met.
@_spi(Testing)
public struct HazardOccurrence: Sendable {
  /// The hazard.
  public let hazard: Hazard
  /// The entity's name.
  public let model: String
  /// The property, where one is concerned.
  public let property: String?
  /// What happened, with the text that Apple's implementation dies with where it is known.
  public let message: String
}

/// The policies for a container or a task.
@_spi(Testing)
public struct HazardConfiguration: Sendable {
  /// The policy for hazards without one of their own.
  public var policy: HazardPolicy
  /// Policies of single hazards, by identifier.
  public var overrides: [Hazard.ID: HazardPolicy]
  /// Receives what the policy `report` reports.
  public var reporter: @Sendable (HazardOccurrence) -> Void

  /// Makes a configuration.
  public init(
    _ policy: HazardPolicy, overrides: [Hazard.ID: HazardPolicy] = [:],
    reporter: @escaping @Sendable (HazardOccurrence) -> Void = { _ in }
  ) {
    self.policy = policy
    self.overrides = overrides
    self.reporter = reporter
  }

  /// The configuration of the current task, for models that no container knows; nil where none is
  /// set.
  ///
  /// A container that is created inside the scope takes it over for good.
  @TaskLocal public static var current: HazardConfiguration?

  /// As Apple's systems do, which is what an app that runs without the toolkit gets.
  static let standard = HazardConfiguration(.trap)

  /// The policy for a hazard.
  public func policy(for hazard: Hazard) -> HazardPolicy { overrides[hazard.id] ?? policy }
}
