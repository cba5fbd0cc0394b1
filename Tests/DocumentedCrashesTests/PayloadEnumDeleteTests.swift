import DocumentedCrashes
import Testing

#if SWIFT_DATA_ENGINE
  @_spi(Testing) import SwiftData
#endif

struct PayloadEnumDeleteTests {
  private static let crash = DocumentedCrash.payloadEnumDelete

  @Test(arguments: crash.reproductionAddresses)
  func `deleting a model whose enum was never read fails a cast`(address: String) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [address] in
      try run(address)
    }
    let ending = try #require(result)
    #expect(ending.isSignalled)
    #if SWIFT_DATA_ENGINE
      #expect(ending.exitStatus == .signal(SIGABRT))
      #expect(ending.errorText.contains("Could not cast value of type"))
    #endif
  }

  @Test func `a model with a decomposed enum is deleted`() throws {
    #expect(try Self.crash.workarounds[0].run().isSound)
  }

  @Test func `a model whose enum is at hand is deleted`() throws {
    #expect(try Self.crash.control.run().isSound)
  }

  #if SWIFT_DATA_ENGINE
    @Test(arguments: [(0, "TodoItem", "priority"), (1, "Alarm", "trigger")])
    func `the report names model and property, and the model is deleted`(
      reproduction: Int, model: String, property: String
    ) throws {
      let (outcome, reported) = try run(Self.crash.reproductions[reproduction], under: .report)
      #expect(outcome.isSound)
      #expect(reported.map(\.hazard) == [.payloadEnumDelete])
      #expect(reported.map(\.model) == [model])
      #expect(reported.map(\.property) == [property])
    }
  #endif
}
