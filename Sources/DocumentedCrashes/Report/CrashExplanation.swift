extension DocumentedCrash {
  /// The crash explained for people: mechanism, procedures, remedy and code.
  package func explained(width: Int) -> String {
    func paragraph(_ text: String) -> String {
      TextTable.wrap(text, to: width).joined(separator: "\n")
    }
    func list(_ procedures: [Procedure]) -> String {
      procedures.map { "  - \($0.name)" }.joined(separator: "\n")
    }
    let code = remedy.code.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    return """
      \(id)
      \(paragraph(title))

      Source: \(([source.title] + source.addresses).joined(separator: "\n        "))
      Affected releases: \(affectedReleases)
      Where the fault is there: \(expectation.explained)

      Why
      \(paragraph(explanation))

      Reproduced with
      \(list(reproductions))

      Remedy
      \(paragraph(remedy.text))

      \(code)

      Shown to hold
      \(list(workarounds))
      Stays clean
      \(list([control]))
      """
  }
}

extension DocumentedCrash.Expectation {
  fileprivate var explained: String {
    switch self {
    case .processDies(let fragment): "the process dies (\"…\(fragment)…\")"
    case .dataLoss: "the store loses or gains data"
    case .wrongResult: "an object shows what the store does not have"
    }
  }
}
