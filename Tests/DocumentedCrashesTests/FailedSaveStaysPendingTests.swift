import DocumentedCrashes
import Testing

struct PendingChangesWrittenByNextSaveTests {
  private static let crash = DocumentedCrash.pendingChangesWrittenByNextSave

  @Test func `another screen's save carries out a deletion that had failed`() throws {
    let outcome = try Self.crash.reproduce()
    #expect(!outcome.isSound)
    #expect(outcome.text.contains("has deleted the meal whose deletion had failed"))
  }

  @Test func `another screen's save writes a change that had failed`() throws {
    #expect(try !Self.crash.reproductions[1].run().isSound)
  }

  @Test(arguments: crash.workarounds.indices)
  func `a context that is put back leaves nothing for the next save`(workaround: Int) throws {
    let outcome = try Self.crash.workarounds[workaround].run()
    #expect(outcome.isSound, "\(outcome.text)")
  }

  @Test func `a deletion whose save succeeds takes one meal with its item`() throws {
    #expect(try Self.crash.control.run().isSound)
  }
}

struct InsertWrittenTwiceByRetryTests {
  private static let crash = DocumentedCrash.insertWrittenTwiceByRetry

  @Test(arguments: [(0, 2), (1, 3)])
  func `a retry writes what failed before too`(reproduction: Int, copies: Int) throws {
    let outcome = try Self.crash.reproductions[reproduction].run()
    #expect(!outcome.isSound)
    #expect(outcome.text.hasSuffix("is stored \(copies) times"))
  }

  @Test(arguments: crash.workarounds.indices)
  func `a retry after a rollback writes the model once`(workaround: Int) throws {
    let outcome = try Self.crash.workarounds[workaround].run()
    #expect(outcome.isSound, "\(outcome.text)")
  }

  @Test func `an insertion that succeeds at once is stored once`() throws {
    #expect(try Self.crash.control.run().isSound)
  }
}
