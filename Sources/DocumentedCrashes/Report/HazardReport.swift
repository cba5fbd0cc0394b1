import Foundation

/// What came of all documented crashes.
package struct HazardReport: Sendable {
  package let results: [CrashResult]

  package init(_ results: [CrashResult]) { self.results = results }

  package var isExpected: Bool { results.allSatisfy(\.isExpected) }

  /// The report as a table, and a sentence.
  package func table(width: Int) -> String {
    let table = TextTable(
      columns: [
        .init("ID", share: 20), .init("Title", share: 25), .init("Source", share: 22),
        .init("Reproduced", share: 46), .init("Workarounds", share: 14),
        .init("Affected releases", share: 22),
      ],
      rows: results.map { result in
        [
          result.crash.id, result.crash.title, result.crash.source.title,
          Self.shortened(result.reproduction), Self.shortened(result.remedies),
          result.crash.affectedReleases,
        ]
      })
    return table.rendered(width: width) + "\n\n" + summary
  }

  /// The report in one sentence, with what differs.
  package var summary: String {
    let procedures = results.flatMap(\.procedures)
    let differing = procedures.filter { !$0.isExpected }
    guard !differing.isEmpty else {
      return
        "All \(procedures.count) procedures of \(results.count) documented crashes ended as"
        + " expected."
    }
    let lines = differing.map { "  \($0.address) (\($0.name)): \($0.how), \($0.message)" }
    return """
      \(differing.count) of \(procedures.count) procedures ended otherwise than expected:
      \(lines.joined(separator: "\n"))
      """
  }

  private static func shortened(_ text: String) -> String {
    text.count <= 240 ? text : text.prefix(239) + "…"
  }
}

// MARK: - JSON

extension HazardReport {
  /// The report as JSON.
  package func json() throws -> String { try Self.encode(Coded(self)) }

  /// Crashes without results, as JSON.
  package static func json(_ crashes: [DocumentedCrash]) throws -> String {
    try encode(crashes.map(Coded.Description.init))
  }

  private static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private struct Coded: Encodable {
    struct Description: Encodable {
      let id, title, source: String
      let addresses: [String]
      let affectedReleases, explanation, remedy, code: String
      let reproductions, workarounds: [String]
      let control: String

      init(_ crash: DocumentedCrash) {
        id = crash.id
        title = crash.title
        source = crash.source.title
        addresses = crash.source.addresses
        affectedReleases = crash.affectedReleases
        explanation = crash.explanation
        remedy = crash.remedy.text
        code = crash.remedy.code
        reproductions = crash.reproductions.map(\.name)
        workarounds = crash.workarounds.map(\.name)
        control = crash.control.name
      }
    }

    struct Procedure: Encodable {
      let name: String
      let expected: Bool
      let ending: String
      let signal: Int32?
      let message: String

      init(_ result: ProcedureResult) {
        name = result.name
        expected = result.isExpected
        ending = result.ending.description
        signal = if case .signalled(let number) = result.ending { number } else { nil }
        message = result.message
      }
    }

    struct Crash: Encodable {
      let id, title, source: String
      let addresses: [String]
      let affectedReleases, expectation: String
      let expected: Bool
      let reproductions, workarounds: [Procedure]
      let control: [Procedure]

      init(_ result: CrashResult) {
        id = result.crash.id
        title = result.crash.title
        source = result.crash.source.title
        addresses = result.crash.source.addresses
        affectedReleases = result.crash.affectedReleases
        expectation =
          switch result.crash.expectation {
          case .processDies: "processDies"
          case .dataLoss: "dataLoss"
          case .wrongResult: "wrongResult"
          }
        expected = result.isExpected
        reproductions = result.results(.reproduction).map(Procedure.init)
        workarounds = result.results(.workaround).map(Procedure.init)
        control = result.results(.control).map(Procedure.init)
      }
    }

    let expected: Bool
    let crashes: [Crash]

    init(_ report: HazardReport) {
      expected = report.isExpected
      crashes = report.results.map(Crash.init)
    }
  }
}
