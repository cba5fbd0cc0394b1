/// What happens in a test where Apple's SwiftData is documented to go wrong.
///
/// This package's engine knows such points, called hazards. On Apple's systems the framework itself
/// decides what happens, and settings have no effect.
///
/// ```swift
/// .hazards(.report.with(.trap, for: "optional-composite-decode"))
/// ```
public struct HazardSettings: Sendable, Hashable {
  /// What happens at one hazard.
  public enum Policy: Sendable, Hashable {
    /// The result is sound, and nothing is said.
    case ignore
    /// The result is sound, and the test gets an issue that says what would happen on a device.
    case report
    /// The engine does as Apple's SwiftData does, which mostly ends the process.
    case trap
  }

  /// What happens at hazards without a policy of their own.
  public var defaultPolicy: Policy
  /// Policies by the identifier of the hazard.
  public var policies: [String: Policy]

  /// Makes settings.
  public init(_ defaultPolicy: Policy, policies: [String: Policy] = [:]) {
    self.defaultPolicy = defaultPolicy
    self.policies = policies
  }

  /// No hazard is acted on.
  public static let ignore = HazardSettings(.ignore)
  /// Every hazard is an issue of the test. This is the default.
  public static let report = HazardSettings(.report)
  /// Every hazard does as on a device.
  public static let trap = HazardSettings(.trap)

  /// Returns the settings with another policy for one hazard.
  public func with(_ policy: Policy, for hazard: String) -> HazardSettings {
    var copy = self
    copy.policies[hazard] = policy
    return copy
  }

  func policy(for hazard: String) -> Policy { policies[hazard] ?? defaultPolicy }
}
