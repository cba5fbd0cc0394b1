/// The trait that says how a test's leftovers or hazards are treated.
public struct ScopeOptionsTrait: TestTrait, SuiteTrait {
  let options: ScopeOptions

  public var isRecursive: Bool { true }
}

extension ScopeOptionsTrait: TestScoping {
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ScopeOptionsTrait? {
    testCase == nil ? nil : self
  }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Where the test has a container, its scope has read the options from the test's traits.
    guard StoreScope.current == nil else { return try await function() }
    let all = options.filled(from: .current)
    try await ScopeOptions.$current.withValue(all) {
      guard let settings = options.hazards else { return try await function() }
      try await withHazards(settings, sourceLocation: test.sourceLocation) { try await function() }
    }
  }
}

extension Trait where Self == ScopeOptionsTrait {
  /// Says whether changes that are unsaved when the test ends are reported.
  public static func leftovers(_ leftovers: Leftovers) -> ScopeOptionsTrait {
    ScopeOptionsTrait(options: ScopeOptions(leftovers: leftovers))
  }

  /// Says what happens where Apple's SwiftData is documented to go wrong.
  ///
  /// ```swift
  /// @Test(.modelContainer(for: Entry.self), .hazards(.trap))
  /// func `deleting as on a device`() throws { … }
  /// ```
  public static func hazards(_ settings: HazardSettings) -> ScopeOptionsTrait {
    ScopeOptionsTrait(options: ScopeOptions(hazards: settings))
  }
}

extension ScopeOptions {
  /// The options that a test's traits choose, the innermost of each kind.
  init(traitsOf test: Test) {
    self.init()
    for trait in test.traits {
      guard let trait = trait as? ScopeOptionsTrait else { continue }
      self = trait.options.filled(from: self)
    }
  }
}
