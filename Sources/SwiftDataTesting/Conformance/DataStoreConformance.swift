public import SwiftData
public import Testing

/// Tests a store of your own: one call that saves, changes, fetches and deletes models of many kinds in
/// it, and reports what the store breaks.
///
/// ```swift
/// @Test func `the JSON store is a store`() async {
///   await DataStoreConformance.check {
///     JSONStoreConfiguration(name: "test", url: .temporaryDirectory.appending(path: UUID().uuidString))
///   }
/// }
/// ```
///
/// The checks go through containers and contexts, as an app does, and use what SwiftData documents only. They
/// are independent of each other: each opens a store of its own, from a new configuration.
public enum DataStoreConformance {
  /// Checks a kind of store and records an issue for everything that it breaks.
  ///
  /// - Parameters:
  ///   - checks: What to check; everything by default.
  ///   - isPersistent: Whether a store that is opened again has what was saved. Pass false for a store
  ///     in memory, to leave ``Check/persists`` out.
  ///   - sourceLocation: Where issues are reported.
  ///   - configuration: Makes the configuration of a new, empty store. It is called once for each check;
  ///     what it throws is reported as an issue.
  public static func check<Configuration: DataStoreConfiguration>(
    _ checks: Set<Check> = Set(Check.allCases), isPersistent: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ configuration: @Sendable () throws -> Configuration
  ) async {
    for violation in await violations(of: checks, isPersistent: isPersistent, configuration) {
      Report(violation.description, at: sourceLocation).record()
    }
  }

  /// Checks a kind of store and returns what it breaks, without recording issues.
  ///
  /// Use it where violations are known, or to show them elsewhere than in a test.
  public static func violations<Configuration: DataStoreConfiguration>(
    of checks: Set<Check> = Set(Check.allCases), isPersistent: Bool = true,
    _ configuration: @Sendable () throws -> Configuration
  ) async -> [Violation] {
    var violations: [Violation] = []
    for check in Check.allCases where checks.contains(check) {
      if check == .persists, !isPersistent { continue }
      violations += await Examination<Configuration>.run(check, configuration)
    }
    return violations
  }
}
