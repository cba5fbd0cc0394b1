import Foundation
import RandomOperations
import Testing

/// The engine agrees with a plain reference over random operations; `swift run operations` does more.
@Suite struct RandomOperationsTests {
  @Test(arguments: 1...16)
  func `random operations have the results that the documentation promises`(number: Int) throws {
    let schema = try #require(SampleSchema.named(number))
    let folder = FileManager.default.temporaryDirectory
    for seed in 0..<8 {
      let setting = Session.Setting(
        schema: schema, seed: UInt64(number * 1000 + seed), folder: folder)
      let operations = Step.sequence(seed: setting.seed, count: 80)
      guard let difference = failure(setting, operations) else { continue }
      let shortest = Shrinker { failure(setting, $0)?.kind }
        .shrink(operations, failingWith: difference.kind)
      let session = try Session(setting, isLogging: true)
      let last = #expect(throws: Difference.self) { try session.perform(shortest) }
      Issue.record(
        """
        \(last ?? difference)
        swift run -c release operations --schema \(number) --seed \(setting.seed) --length 80 \
        --operations 80 --jobs 1
        \(session.lines.joined(separator: "\n"))
        """)
    }
  }

  private func failure(
    _ setting: Session.Setting, _ operations: [Step]
  ) -> Difference? {
    do {
      try Session(setting).perform(operations)
      return nil
    } catch {
      return error as? Difference ?? Difference("error", "\(error)")
    }
  }
}
