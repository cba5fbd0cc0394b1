/// The trait that arms a failure for the whole of a test.
///
/// Together with `.modelContainer(for:)`, in either order, the failure is armed on the test's container
/// after it was seeded.
public struct StoreFaultTrait: TestTrait, SuiteTrait {
  let plan: ArmedFault.Plan

  public var isRecursive: Bool { true }
}

extension StoreFaultTrait: TestScoping {
  /// Provides a scope where the test has no container of its own to arm the failure on.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> StoreFaultTrait? {
    testCase == nil || test.traits.contains { $0 is ModelContainerTrait } ? nil : self
  }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let arming = FaultArming(plan, in: nil, at: test.sourceLocation)
    try await arming.run(isolation: nil) { _ in try await function() }
  }
}

extension Trait where Self == StoreFaultTrait {
  /// Makes saves fail for the whole of a test.
  ///
  /// ```swift
  /// @Test(.modelContainer(for: Entry.self), .saveFailure(.always))
  /// func `a failed save leaves nothing behind`() throws { … }
  /// ```
  public static func saveFailure(_ failure: SaveFailure) -> StoreFaultTrait {
    StoreFaultTrait(plan: .save(failure))
  }

  /// Makes fetches fail for the whole of a test.
  public static func fetchFailure(_ failure: FetchFailure) -> StoreFaultTrait {
    StoreFaultTrait(plan: .fetch(failure))
  }

  /// Makes the creation of containers fail for the whole of a test.
  public static func containerCreationFailure(_ failure: ContainerCreationFailure)
    -> StoreFaultTrait
  {
    StoreFaultTrait(plan: .containerCreation(failure))
  }
}
