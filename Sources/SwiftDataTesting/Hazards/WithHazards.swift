internal import Testing

/// Runs a closure with settings for the hazards of code that has no container from this library.
///
/// A container of this library takes its settings from the trait or scope that made it.
///
/// - Throws: What the closure throws.
@discardableResult
public func withHazards<R>(
  _ settings: HazardSettings, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> R
) rethrows -> R {
  let reports = DeferredReports()
  defer { reports.flush() }
  let desk = HazardDesk(settings, reports: reports, location: sourceLocation)
  return try HazardDesk.$current.withValue(desk) { try desk.withSettings(body) }
}

/// Runs an asynchronous closure with settings for the hazards of code that has no container from this
/// library.
@discardableResult
public func withHazards<R>(
  _ settings: HazardSettings, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> R
) async rethrows -> R {
  let reports = DeferredReports()
  defer { reports.flush() }
  let desk = HazardDesk(settings, reports: reports, location: sourceLocation)
  return try await HazardDesk.$current.withValue(
    desk, operation: { try await desk.withSettings(isolation: isolation, body) },
    isolation: isolation)
}

#if SWIFT_DATA_ENGINE
  /// Expects that a hazard is met while a closure runs, which is then no issue.
  ///
  /// Use it in a test that shows a fault which the app still has, or that is about the hazard itself. It
  /// fails if the hazard isn't met any more. Other hazards are treated as the test's settings say.
  ///
  /// ```swift
  /// try expectHazard("payload-enum-delete") { try list.delete(item) }
  /// ```
  ///
  /// - Note: Only this package's engine knows hazards: there is no such function on Apple's systems.
  /// - Throws: What the closure throws.
  @discardableResult
  public func expectHazard<R>(
    _ hazard: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> R
  ) rethrows -> R {
    let expectation = HazardExpectation(hazard)
    let desk = HazardDesk.forExpectation(at: sourceLocation)
    desk.begin(expectation)
    let result = try {
      defer { desk.end(expectation) }
      return try HazardDesk.$current.withValue(desk) { try desk.withSettings(body) }
    }()
    expectation.check(at: sourceLocation)
    return result
  }

  /// Expects that a hazard is met while an asynchronous closure runs, which is then no issue.
  @discardableResult
  public func expectHazard<R>(
    _ hazard: String, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> R
  ) async rethrows -> R {
    let expectation = HazardExpectation(hazard)
    let desk = HazardDesk.forExpectation(at: sourceLocation)
    desk.begin(expectation)
    let result: R
    do {
      result = try await HazardDesk.$current.withValue(
        desk, operation: { try await desk.withSettings(isolation: isolation, body) },
        isolation: isolation)
    } catch {
      desk.end(expectation)
      throw error
    }
    desk.end(expectation)
    expectation.check(at: sourceLocation)
    return result
  }

  extension HazardDesk {
    /// The desk of the surrounding scope or `withHazards`, or a new one that reports all else.
    fileprivate static func forExpectation(at location: SourceLocation) -> HazardDesk {
      StoreScope.current?.hazards ?? current
        ?? HazardDesk(.report, reports: DeferredReports(), location: location)
    }
  }

  extension HazardExpectation {
    fileprivate func check(at location: SourceLocation) {
      guard !wasMet else { return }
      let known = HazardDesk.knownHazards
      let remark =
        known.contains(hazard)
        ? "Either the fault is repaired, or the code under test didn't come this way."
        : "No hazard has this identifier; there are: \(known.sorted().joined(separator: ", "))."
      Report("The hazard `\(hazard)` was expected and not met. \(remark)", at: location).record()
    }
  }
#endif
