import DocumentedCrashes
import Foundation
import Testing

struct HazardReportTests {
  private static let dying = DocumentedCrash.payloadEnumDelete
  private static let losing = DocumentedCrash.insertWrittenTwiceByRetry

  /// Judges every procedure of a crash as if processes had ended like this.
  private func result(
    _ crash: DocumentedCrash, reproduction: ProcessEnding, error: String = "",
    verdict: ProcedureMessage.Verdict? = nil, workaround: ProcedureMessage.Verdict = .sound
  ) -> CrashResult {
    CrashResult.collect(crash, progress: { _, _ in }) { address in
      if address.kind == .reproduction {
        let output = verdict.map { ProcedureMessage($0, "the meal is gone").line } ?? ""
        return (reproduction, "a log line\n\(output)\n", error)
      }
      return (.exited(0), ProcedureMessage(workaround, "as it was").line, "")
    }
  }

  private static let castFailure = "Could not cast value of type 'A' (0x1) to 'B' (0x2).\n"

  @Test func `a death with the expected message is what was expected`() {
    let result = result(Self.dying, reproduction: .signalled(SIGABRT), error: Self.castFailure)
    #expect(result.isExpected)
    #expect(result.reproduction == "2 of 2: SIGABRT, Could not cast value of type 'A' to 'B'.")
    #expect(result.remedies == "1 of 1 hold")
  }

  #if SWIFT_DATA_ENGINE
    @Test func `a death of something else is not`() {
      let error = "Fatal error: Index out of range\n"
      let result = result(Self.dying, reproduction: .signalled(SIGILL), error: error)
      #expect(!result.isExpected)
      #expect(result.reproduction == "0 of 2: SIGILL, Fatal error: Index out of range")
    }
  #endif

  @Test func `a reproduction that survives differs`() {
    let result = result(Self.dying, reproduction: .exited(0), verdict: .sound)
    #expect(!result.isExpected)
    #expect(result.reproduction == "0 of 2: not reproduced, the meal is gone")
  }

  @Test func `lost data is expected where the store loses data`() {
    let result = result(Self.losing, reproduction: .exited(0), verdict: .faulty)
    #expect(result.isExpected)
    #expect(result.reproduction == "2 of 2: data loss, the meal is gone")
  }

  @Test(arguments: [ProcessEnding.exited(1), .signalled(SIGILL), .timedOut(3)])
  func `a procedure that ends in another way differs`(ending: ProcessEnding) {
    #expect(!result(Self.losing, reproduction: ending, verdict: .faulty).isExpected)
  }

  @Test(arguments: [ProcedureMessage.Verdict.faulty, .failed])
  func `a workaround that does not hold is named`(verdict: ProcedureMessage.Verdict) {
    let result = result(
      Self.dying, reproduction: .signalled(SIGABRT), error: Self.castFailure, workaround: verdict)
    #expect(!result.isExpected)
    #expect(result.remedies.hasPrefix("0 of 1 hold; '\(Self.dying.workarounds[0].name)'"))
    #expect(result.remedies.contains("the control: "))
  }

  @Test func `the table has a row for each crash within the width`() {
    let report = HazardReport([
      result(Self.dying, reproduction: .signalled(SIGABRT), error: Self.castFailure),
      result(Self.losing, reproduction: .exited(0), verdict: .faulty),
    ])
    let table = report.table(width: 160)
    #expect(table.contains("SIGABRT"))
    #expect(table.contains("data loss"))
    #expect(table.hasSuffix("All 9 procedures of 2 documented crashes ended as expected."))
    let lines = table.split(separator: "\n" as Character)
    #expect(lines.allSatisfy { $0.count <= 160 })
  }

  @Test func `the summary names what differs`() {
    let report = HazardReport([result(Self.losing, reproduction: .timedOut(3))])
    #expect(!report.isExpected)
    #expect(report.summary.hasPrefix("2 of 5 procedures ended otherwise than expected:"))
    #expect(report.summary.contains("\(Self.losing.id)/reproduction/0"))
    #expect(report.summary.contains("no end within 3 s"))
  }

  @Test func `JSON carries ending, signal and message`() throws {
    let report = HazardReport([
      result(Self.dying, reproduction: .signalled(SIGABRT), error: Self.castFailure)
    ])
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(report.json().utf8)) as? [String: Any])
    #expect(json["expected"] as? Bool == true)
    let crash = try #require((json["crashes"] as? [[String: Any]])?.first)
    #expect(crash["id"] as? String == Self.dying.id)
    let reproduction = try #require((crash["reproductions"] as? [[String: Any]])?.first)
    #expect(reproduction["ending"] as? String == "SIGABRT")
    #expect(reproduction["signal"] as? Int == Int(SIGABRT))
    #expect(reproduction["message"] as? String == "Could not cast value of type 'A' to 'B'.")
  }

  @Test(arguments: DocumentedCrashes.all.map(\.id))
  func `a crash is explained with mechanism, remedy and code`(id: String) throws {
    let crash = try #require(DocumentedCrashes.crash(withID: id))
    let text = crash.explained(width: 100)
    #expect(text.hasPrefix(id))
    #expect(text.contains(crash.source.title))
    for line in crash.remedy.code.split(separator: "\n") { #expect(text.contains(line)) }
    for workaround in crash.workarounds { #expect(text.contains(workaround.name)) }
  }
}
