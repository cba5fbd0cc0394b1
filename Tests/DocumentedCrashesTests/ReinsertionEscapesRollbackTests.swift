import DocumentedCrashes
import Testing

#if SWIFT_DATA_ENGINE
  @_spi(Testing) import SwiftData
#endif

struct ReinsertionEscapesRollbackTests {
  private static let crash = DocumentedCrash.reinsertionEscapesRollback

  @Test func `a food that is inserted again is counted twice by a retry`() throws {
    let outcome = try Self.crash.reproduce()
    #expect(!outcome.isSound)
    #expect(outcome.text.contains("the food on screen has 4 uses, and the store has 3"))
    #expect(outcome.text.contains("from 3 to 5"))
  }

  @Test(arguments: [1, 2])
  func `a list that is inserted again, before or after its change, keeps what was never stored`(
    reproduction: Int
  ) throws {
    let outcome = try Self.crash.reproductions[reproduction].run()
    #expect(!outcome.isSound)
    #expect(outcome.text.contains("the store has [\"boxes\"]"))
  }

  @Test(arguments: crash.workarounds.indices)
  func `models that no context has are inserted, and others roll back`(workaround: Int) throws {
    let outcome = try Self.crash.workarounds[workaround].run()
    #expect(outcome.isSound, "\(outcome.text)")
  }

  @Test func `a food that is not inserted again rolls back`() throws {
    #expect(try Self.crash.control.run().isSound)
  }

  #if SWIFT_DATA_ENGINE
    @Test(arguments: [(0, "Food"), (1, "Checklist"), (2, "Checklist")])
    func `the report names the model, which rolls back`(reproduction: Int, model: String) throws {
      let (outcome, reported) = try run(Self.crash.reproductions[reproduction], under: .report)
      #expect(outcome.isSound, "\(outcome.text)")
      #expect(Set(reported.map(\.hazard)) == [.reinsertionEscapesRollback])
      #expect(Set(reported.map(\.model)) == [model])
    }
  #endif
}
