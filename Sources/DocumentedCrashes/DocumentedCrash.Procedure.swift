#if SWIFT_DATA_ENGINE
  @_spi(Testing) public import SwiftData
#endif

extension DocumentedCrash {
  /// Steps that show a fault, a way around it, or its absence.
  ///
  /// Every procedure has stores of its own and leaves nothing behind.
  public struct Procedure: Sendable {
    /// What the steps do, in a few words.
    public let name: String
    private let steps: @Sendable () throws -> Outcome

    init(_ name: String, _ steps: @escaping @Sendable () throws -> Outcome) {
      self.name = name
      self.steps = steps
    }

    /// Runs the steps with the faults of Apple's implementation in force, whatever the current
    /// test's policies are.
    ///
    /// A reproduction may end the process.
    ///
    /// - Throws: An error of SwiftData's that has nothing to do with the fault.
    public func run() throws -> Outcome {
      #if SWIFT_DATA_ENGINE
        try run(under: HazardConfiguration(.trap))
      #else
        try Keeper.keeping(steps)
      #endif
    }

    #if SWIFT_DATA_ENGINE
      /// Runs the steps under other policies.
      ///
      /// - Throws: An error of SwiftData's that has nothing to do with the fault.
      @_spi(Testing)
      public func run(under configuration: HazardConfiguration) throws -> Outcome {
        try HazardConfiguration.$current.withValue(
          configuration, operation: { try Keeper.keeping(steps) })
      }
    #endif
  }
}
