@_spi(Testing) import DocumentedCrashes
import Synchronization
import Testing

#if SWIFT_DATA_ENGINE
  @_spi(Testing) import SwiftData

  /// Runs a procedure under one policy, and returns what it saw with what was reported.
  func run(
    _ procedure: DocumentedCrash.Procedure, under policy: HazardPolicy
  ) throws -> (outcome: Outcome, reported: [HazardOccurrence]) {
    let recorder = Recorder()
    let outcome = try procedure.run(
      under: HazardConfiguration(policy, reporter: { recorder.record($0) }))
    return (outcome, recorder.occurrences)
  }

  private final class Recorder: Sendable {
    private let recorded = Mutex<[HazardOccurrence]>([])

    var occurrences: [HazardOccurrence] { recorded.withLock { $0 } }

    func record(_ occurrence: HazardOccurrence) { recorded.withLock { $0.append(occurrence) } }
  }
#endif

/// Runs the procedure at an address, in an exit test.
func run(_ address: String) throws {
  let procedure = try #require(ProcedureAddress(address)?.procedure)
  _ = try procedure.run()
}

extension DocumentedCrash {
  /// The addresses of the reproductions, which fit an exit test's capture list.
  var reproductionAddresses: [String] {
    addresses.filter { $0.kind == .reproduction }.map(\.description)
  }
}

extension ExitTest.Result {
  /// What the process wrote to its standard error.
  var errorText: String { String(decoding: standardErrorContent, as: UTF8.self) }

  /// Whether a signal ended the process.
  var isSignalled: Bool {
    if case .signal = exitStatus { true } else { false }
  }
}
