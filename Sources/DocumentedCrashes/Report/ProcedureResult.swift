/// What came of one procedure in a process of its own.
package struct ProcedureResult: Sendable, Hashable {
  package let address: ProcedureAddress
  package let name: String
  package let ending: ProcessEnding
  /// What was seen, or what the process died with.
  package let message: String
  /// Whether this is what the documents lead one to expect.
  package let isExpected: Bool

  /// Judges how a process ended.
  package init(
    _ address: ProcedureAddress, of crash: DocumentedCrash, ending: ProcessEnding,
    standardOutput: String, standardError: String
  ) {
    self.address = address
    name = crash.procedures(address.kind)[address.index].name
    self.ending = ending
    let said = ProcedureMessage(in: standardOutput)
    let died = ProcessEnding.message(in: standardError)
    switch ending {
    case .exited(0): message = said?.text ?? "nothing was said"
    case .exited: message = said?.text ?? died ?? "nothing was said"
    case .signalled: message = died ?? "no message"
    case .timedOut: message = "it was ended from outside"
    }
    let returned = ending == .exited(0) ? said?.verdict : nil
    switch (address.kind, crash.expectation) {
    case (.workaround, _), (.control, _): isExpected = returned == .sound
    case (.reproduction, .processDies(let fragment)):
      isExpected = ending.isDeath && Self.isMessage(standardError, of: fragment)
    case (.reproduction, .dataLoss), (.reproduction, .wrongResult):
      isExpected = returned == .faulty
    }
  }

  private static func isMessage(_ standardError: String, of fragment: String) -> Bool {
    #if SWIFT_DATA_ENGINE
      standardError.contains(fragment)
    #else
      // Apple's implementation has messages of its own, which differ between releases.
      true
    #endif
  }

  /// The ending in a word or two, for people.
  package var how: String {
    switch (ending, isExpected, address.kind) {
    case (.exited(0), true, .reproduction): "wrong data"
    case (.exited(0), false, .reproduction): "not reproduced"
    case (.exited(0), true, _): "holds"
    case (.exited(0), false, _): "does not hold"
    default: ending.description
    }
  }
}
