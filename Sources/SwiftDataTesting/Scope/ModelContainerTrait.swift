public import SwiftData

/// The trait that gives every test case a container of its own.
///
/// See ``Testing/Trait/modelContainer(for:storedIn:leftovers:hazards:seed:)``.
public struct ModelContainerTrait: TestTrait, SuiteTrait {
  /// What tells the innermost of several traits from the others.
  private final class Identity: Sendable {}

  private let identity = Identity()
  private let models: [any PersistentModel.Type]
  private let location: StoreLocation
  private let options: ScopeOptions
  private let seed: (@Sendable (ModelContext) throws -> Void)?

  public var isRecursive: Bool { true }

  init(
    models: [any PersistentModel.Type], location: StoreLocation, options: ScopeOptions,
    seed: (@Sendable (ModelContext) throws -> Void)?
  ) {
    self.models = models
    self.location = location
    self.options = options
    self.seed = seed
  }
}

extension ModelContainerTrait: TestScoping {
  /// Provides a scope for a test case, never for a suite or a test as a whole, which would make the test
  /// run in two scopes; and only if no trait further in does.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ModelContainerTrait? {
    guard testCase != nil else { return nil }
    let innermost = test.traits.last { $0 is ModelContainerTrait } as? ModelContainerTrait
    return innermost.map { $0.identity === identity } ?? true ? self : nil
  }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let options = options.filled(from: ScopeOptions(traitsOf: test)).filled(from: .current)
    let scope = StoreScope(options, at: test.sourceLocation)
    let faults = test.traits.compactMap { $0 as? StoreFaultTrait }
      .map { ArmedFault($0.plan) }
    var failure: (any Error)?
    do {
      try await StoreScope.$current.withValue(scope) {
        try await scope.hazards.withSettings {
          _ = try ContainerMaking.container(
            for: Schema(models), models: models, storedIn: location, seed: seed)
          for fault in faults { scope.board.arm(fault) }
          try await TaskFaults.$current.withValue(TaskFaults.current + faults) {
            try await withContainerCreationHook(isolation: nil) { try await function() }
          }
        }
      }
    } catch {
      failure = error
    }
    await scope.end()
    if let failure { throw failure }
    for complaint in faults.compactMap({ $0.complaint(armedFor: "by the test") }) {
      Report(complaint, at: test.sourceLocation).record()
    }
  }
}

extension Trait where Self == ModelContainerTrait {
  /// Gives every test case a container of its own, reached by `ModelContainer.current`.
  ///
  /// Each argument of a parameterised test is a test case. On a suite the trait applies to all tests in
  /// it, also of suites within; a trait further in replaces it. The container is as
  /// `ModelContainer.inMemory(for:)` makes it, and all that the test leaves is cleared away.
  ///
  /// ```swift
  /// @Suite(.modelContainer(for: Entry.self))
  /// struct JournalTests {
  ///   @Test func `a meal is stored`() throws {
  ///     try Journal(ModelContainer.current).add(meal)
  ///     expectStored(Entry.self, count: 1)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - models: The models to store; those related to them belong to it by themselves.
  ///   - location: Whether the store is in memory or in a file, which is removed at the end.
  ///   - leftovers: Whether changes that are unsaved when the test ends are reported; they are by default.
  ///   - hazards: What happens where Apple's SwiftData is documented to go wrong; it is reported by
  ///     default.
  ///   - seed: Inserts what shall be stored at the start. What it leaves unsaved is saved.
  public static func modelContainer(
    for models: any PersistentModel.Type..., storedIn location: StoreLocation = .memory,
    leftovers: Leftovers? = nil, hazards: HazardSettings? = nil,
    seed: (@Sendable (ModelContext) throws -> Void)? = nil
  ) -> ModelContainerTrait {
    ModelContainerTrait(
      models: models, location: location,
      options: ScopeOptions(leftovers: leftovers, hazards: hazards), seed: seed)
  }
}
