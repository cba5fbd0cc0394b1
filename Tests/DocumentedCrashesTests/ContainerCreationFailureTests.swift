import DocumentedCrashes
import Testing

struct ContainerCreationFailureTests {
  private static let crash = DocumentedCrash.containerCreationFailure

  @Test(arguments: crash.reproductionAddresses)
  func `the template's app dies where its store cannot be opened`(address: String) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [address] in
      try run(address)
    }
    let ending = try #require(result)
    #expect(ending.isSignalled)
    #expect(ending.errorText.contains("Fatal error: Could not create ModelContainer: "))
  }

  @Test(arguments: UnopenableStore.certain)
  func `a loader fails with a message, leaves the file alone, and succeeds when tried again`(
    cause: UnopenableStore
  ) throws {
    let outcome = try cause.failAndRetry()
    #expect(outcome.isSound, "\(outcome.text)")
  }

  @Test func `the loader gets over every cause`() throws {
    #expect(try Self.crash.workarounds[0].run().isSound)
  }

  @Test func `the template's app works where its store can be created`() throws {
    #expect(try Self.crash.control.run().isSound)
  }
}
