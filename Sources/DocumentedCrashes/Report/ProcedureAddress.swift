/// Where a procedure is found among the documented crashes, in a form that fits an argument.
package struct ProcedureAddress: Sendable, Hashable {
  package enum Kind: String, Sendable, Codable, CaseIterable {
    case reproduction, workaround, control
  }

  package let crash: DocumentedCrash.ID
  package let kind: Kind
  package let index: Int

  package init(crash: DocumentedCrash.ID, kind: Kind, index: Int = 0) {
    self.crash = crash
    self.kind = kind
    self.index = index
  }

  /// Reads the form that ``description`` has; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let kind = Kind(rawValue: String(parts[1])), let index = Int(parts[2])
    else { return nil }
    self.init(crash: String(parts[0]), kind: kind, index: index)
  }

  /// The procedure, or nil where there is none at the address.
  package var procedure: DocumentedCrash.Procedure? {
    guard let crash = DocumentedCrashes.crash(withID: crash) else { return nil }
    let procedures = crash.procedures(kind)
    return procedures.indices.contains(index) ? procedures[index] : nil
  }
}

extension ProcedureAddress: CustomStringConvertible {
  package var description: String { "\(crash)/\(kind.rawValue)/\(index)" }
}

extension DocumentedCrash {
  package func procedures(_ kind: ProcedureAddress.Kind) -> [Procedure] {
    switch kind {
    case .reproduction: reproductions
    case .workaround: workarounds
    case .control: [control]
    }
  }

  /// Where the crash's procedures are found, reproductions first.
  package var addresses: [ProcedureAddress] {
    ProcedureAddress.Kind.allCases.flatMap { kind in
      procedures(kind).indices.map { ProcedureAddress(crash: id, kind: kind, index: $0) }
    }
  }
}
