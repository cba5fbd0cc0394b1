/// What came of all procedures of one documented crash.
package struct CrashResult: Sendable {
  package let crash: DocumentedCrash
  package let procedures: [ProcedureResult]

  package init(_ crash: DocumentedCrash, _ procedures: [ProcedureResult]) {
    self.crash = crash
    self.procedures = procedures
  }

  package var isExpected: Bool { procedures.allSatisfy(\.isExpected) }

  package func results(_ kind: ProcedureAddress.Kind) -> [ProcedureResult] {
    procedures.filter { $0.address.kind == kind }
  }

  /// How it was reproduced: how often, by what end, with which message.
  package var reproduction: String {
    let results = results(.reproduction)
    let expected = results.filter(\.isExpected)
    guard let shown = results.first(where: { !$0.isExpected }) ?? expected.first else { return "" }
    let how =
      switch crash.expectation {
      case .dataLoss where shown.isExpected: "data loss"
      case .wrongResult where shown.isExpected: "wrong result"
      default: shown.how
      }
    return "\(expected.count) of \(results.count): \(how), \(shown.message)"
  }

  /// Whether the workarounds hold and the control is clean.
  package var remedies: String {
    let workarounds = results(.workaround)
    let holding = workarounds.filter(\.isExpected)
    var text = "\(holding.count) of \(workarounds.count) hold"
    if let failed = workarounds.first(where: { !$0.isExpected }) {
      text += "; '\(failed.name)': \(failed.how), \(failed.message)"
    }
    if let control = results(.control).first(where: { !$0.isExpected }) {
      text += "; the control: \(control.how), \(control.message)"
    }
    return text
  }
}

extension CrashResult {
  /// Runs all procedures of a crash, each through a function that has a process of its own run it.
  package static func collect(
    _ crash: DocumentedCrash, progress: (ProcedureAddress, String) -> Void,
    launch: (ProcedureAddress) throws -> (ProcessEnding, output: String, error: String)
  ) rethrows -> CrashResult {
    let results = try crash.addresses.map { address in
      progress(address, crash.procedures(address.kind)[address.index].name)
      let (ending, output, error) = try launch(address)
      return ProcedureResult(
        address, of: crash, ending: ending, standardOutput: output, standardError: error)
    }
    return CrashResult(crash, results)
  }
}
