import DocumentedCrashes
import Testing

#if SWIFT_DATA_ENGINE
  @_spi(Testing) import SwiftData
#endif

struct UnprocessedDeleteRollbackTests {
  private static let crash = DocumentedCrash.unprocessedDeleteRollback

  @Test(arguments: crash.reproductionAddresses)
  func `reading a model after the rollback of its unprocessed deletion ends the process`(
    address: String
  ) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [address] in
      try run(address)
    }
    let ending = try #require(result)
    #expect(ending.isSignalled)
    #if SWIFT_DATA_ENGINE
      #expect(ending.errorText.contains("its backing data could no longer be found the store"))
    #endif
  }

  @Test func `processing first brings a deleted meal back whole`() throws {
    let outcome = try Self.crash.workarounds[0].run()
    #expect(outcome.isSound, "\(outcome.text)")
  }

  @Test func `a deletion that the store refused comes back by rollback alone`() throws {
    let outcome = try Self.crash.workarounds[1].run()
    #expect(outcome.isSound, "\(outcome.text)")
  }

  @Test func `a change is rolled back in the instance that the screen holds`() throws {
    #expect(try Self.crash.control.run().isSound)
  }

  #if SWIFT_DATA_ENGINE
    @Test(arguments: [(0, "Entry"), (1, "Album")])
    func `the report names the model, which is back whole`(
      reproduction: Int, model: String
    ) throws {
      let (outcome, reported) = try run(Self.crash.reproductions[reproduction], under: .report)
      #expect(outcome.isSound, "\(outcome.text)")
      #expect(reported.map(\.hazard) == [.unprocessedDeleteRollback])
      #expect(reported.map(\.model) == [model])
    }
  #endif
}
