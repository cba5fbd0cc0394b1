import DocumentedCrashes
import Testing

#if SWIFT_DATA_ENGINE
  @_spi(Testing) import SwiftData
#endif

struct CascadeRollbackTests {
  private static let crash = DocumentedCrash.cascadeRollback

  @Test(arguments: crash.reproductionAddresses)
  func `rolling back the deletion of a parent whose children were never loaded ends the process`(
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
      #expect(ending.exitStatus == .signal(SIGABRT))
      #expect(ending.errorText.contains("DefaultStoreSnapshotValueFuture' ("))
      #expect(ending.errorText.contains("to 'Swift.Array<"))
    #endif
  }

  @Test func `a deletion that begins with the children rolls back`() throws {
    let outcome = try Self.crash.workarounds[0].run()
    #expect(outcome.isSound, "\(outcome.text)")
  }

  @Test func `a deletion in a context of its own is dropped with the context`() throws {
    let outcome = try Self.crash.workarounds[1].run()
    #expect(outcome.isSound, "\(outcome.text)")
  }

  @Test func `the deletion of a model without children rolls back`() throws {
    #expect(try Self.crash.control.run().isSound)
  }

  #if SWIFT_DATA_ENGINE
    @Test(arguments: [(0, "Entry", "entryItems"), (1, "Album", "tracks"), (2, "Album", "tracks")])
    func `the report names model and relationship, and the parent is whole`(
      reproduction: Int, model: String, property: String
    ) throws {
      let (outcome, reported) = try run(Self.crash.reproductions[reproduction], under: .report)
      #expect(outcome.isSound, "\(outcome.text)")
      let met = try #require(reported.first { $0.hazard == .cascadeRollback })
      #expect(met.model == model)
      #expect(met.property == property)
    }
  #endif
}
