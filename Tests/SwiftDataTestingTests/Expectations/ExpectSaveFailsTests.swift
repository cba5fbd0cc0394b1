import SwiftData
import SwiftDataTesting
import Testing

@Suite(.modelContainer(for: Entry.self), .leftovers(.allowed))
struct ExpectSaveFailsTests {
  let journal = Journal(try! ModelContainer.current.freshContext())

  @Test func `the error is returned`() {
    let error = withSaveFailure(.always) {
      expectSaveFails(with: InjectedFault.self) { try journal.add("rye") }
    }
    #expect(error == InjectedFault(.save))
  }

  @Test func `a save that goes through fails with what it wrote`() {
    let line = #line + 2
    let issues = recordedIssues {
      expectSaveFails(with: InjectedFault.self) { try journal.add("rye") }
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains("went through and wrote:"))
    #expect(message.contains(#"+ title: "rye""#))
  }

  @Test func `another error fails`() {
    enum Failure: Error { case mine, other }
    let issues = recordedIssues {
      withSaveFailure(.always.throwing(Failure.other)) {
        _ = expectSaveFails(with: Failure.mine) { try journal.add("rye") }
      }
    }
    #expect(issues.first?.message.contains("failed with other") == true)
  }

  @Test func `an asynchronous save is awaited`() async throws {
    let actor = JournalActor(modelContainer: try .current)
    await withSaveFailure(.always) {
      await expectSaveFails(with: InjectedFault(.save)) { try await actor.add("rye") }
    }
  }
}

@Suite(.modelContainer(for: Entry.self))
struct ExpectCleanTests {
  @Test func `a saved context is clean`() throws {
    let context = try ModelContainer.current.freshContext()
    try Journal(context).add("rye")
    expectClean(context)
  }

  @Test func `pending changes are shown at the caller's line`() throws {
    let context = try ModelContainer.current.freshContext()
    context.insert(Entry(title: "rye"))
    let line = #line + 1
    let issues = recordedIssues { expectClean(context) }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("inserted: Entry") == true)
    context.rollback()
  }

  @Test func `what a failed save left is said to be that`() throws {
    let context = try ModelContainer.current.freshContext()
    withSaveFailure(.always) {
      expectSaveFails(with: InjectedFault.self) { try Journal(context).add("rye") }
    }
    let issues = recordedIssues { expectClean(context) }
    #expect(issues.first?.message.contains("left pending by a failed save") == true)
    context.rollback()
  }
}
