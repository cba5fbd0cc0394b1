/// A crash or loss of data in SwiftData that a public document describes, as something that runs.
///
/// A documented crash has three kinds of ``Procedure``: *reproductions*, which die or lose data
/// through the mechanism that the document describes; *workarounds*, which show that the remedy
/// holds although the fault is there; and a *control*, which does the ordinary thing next to it and
/// stays clean.
///
/// A reproduction that ends the process belongs into a process of its own: an exit test, or the
/// `hazards` executable.
///
/// ```swift
/// @Test func `a nil structure ends the process`() async {
///   await #expect(processExitsWith: .failure) {
///     _ = try DocumentedCrash.optionalCompositeDecode.reproduce()
///   }
/// }
/// ```
///
/// On Apple's systems the same procedures run against the framework itself, and so tell whether the
/// fault is still there.
public struct DocumentedCrash: Sendable, Identifiable {
  /// A short name that stays the same over releases, such as `optional-composite-decode`.
  public let id: String
  /// What goes wrong, in one line.
  public let title: String
  /// The document that describes it.
  public let source: Source
  /// The releases that it is reported for, as far as its sources say.
  public let affectedReleases: String
  /// Why it happens.
  public let explanation: String
  /// What to change in an app.
  public let remedy: Remedy
  /// How a reproduction ends where the fault is there.
  public let expectation: Expectation
  /// Ways into the fault: the document's models first, then models of another shape.
  public let reproductions: [Procedure]
  /// Ways around it, each of which holds although the fault is there.
  public let workarounds: [Procedure]
  /// The ordinary case beside it, which stays clean.
  public let control: Procedure

  /// Runs the first reproduction, with the faults of Apple's implementation in force.
  ///
  /// - Returns: What was seen, if the process is still alive.
  /// - Throws: An error of SwiftData's that has nothing to do with the fault.
  public func reproduce() throws -> Outcome { try reproductions[0].run() }
}

extension DocumentedCrash {
  /// Where a crash is documented.
  public struct Source: Sendable, Hashable {
    /// The document's title.
    public let title: String
    /// Its address, where one is known, and those of further evidence.
    public let addresses: [String]

    init(_ title: String, _ addresses: [String] = []) {
      self.title = title
      self.addresses = addresses
    }
  }

  /// What to change in an app.
  public struct Remedy: Sendable, Hashable {
    /// The change in words.
    public let text: String
    /// The change as code.
    public let code: String
  }

  /// How a reproduction ends where the fault is there.
  public enum Expectation: Sendable, Hashable {
    /// The process dies, on this package's engine with a message that contains the fragment.
    case processDies(messageFragment: String)
    /// The store has lost, or gained, data.
    case dataLoss
    /// An instance shows what the store does not have.
    case wrongResult
  }
}

/// What a procedure saw.
public enum Outcome: Sendable, Hashable {
  /// All is as it should be.
  case sound(String)
  /// Something is wrong: data is lost, or a result is not what was stored.
  case faulty(String)

  /// What was seen, in words.
  public var text: String {
    switch self {
    case .sound(let text), .faulty(let text): text
    }
  }

  /// Whether all is as it should be.
  public var isSound: Bool {
    if case .sound = self { true } else { false }
  }
}
