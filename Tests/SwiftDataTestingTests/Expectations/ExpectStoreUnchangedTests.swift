import SwiftData
import SwiftDataTesting
import Testing

@Suite(.modelContainer(for: Entry.self) { $0.insert(Entry(title: "rye")) })
struct ExpectStoreUnchangedTests {
  @Test func `code that only reads passes`() throws {
    try expectStoreUnchanged {
      let context = try ModelContainer.current.freshContext()
      #expect(try context.fetchCount(FetchDescriptor<Entry>()) == 1)
    }
  }

  @Test func `what came, went and changed is shown at the caller's line`() throws {
    let context = try ModelContainer.current.freshContext()
    context.insert(Entry(title: "egg"))
    try context.save()
    let line = #line + 2
    let issues = recordedIssues {
      try expectStoreUnchanged {
        let entries = try context.fetch(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.title)]))
        context.delete(entries[0])
        entries[1].amount = 7
        context.insert(Entry(title: "tea"))
        try context.save()
      }
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains("+ Entry/p3"))
    #expect(message.contains("- Entry/p2"))
    #expect(message.contains("~ Entry/p1"))
    #expect(message.contains("amount: 1 → 7"))
  }

  @Test func `a body that throws is compared as well`() throws {
    struct Failure: Error {}
    let context = try ModelContainer.current.freshContext()
    let issues = recordedIssues {
      #expect(throws: Failure.self) {
        try expectStoreUnchanged {
          try Journal(context).add("egg")
          throw Failure()
        }
      }
    }
    #expect(issues.count == 1)
  }

  @Test func `asynchronous code is compared`() async throws {
    let actor = JournalActor(modelContainer: try .current)
    let issues = await recordedIssues {
      try await expectStoreUnchanged { try await actor.add("egg") }
    }
    #expect(issues.count == 1)
  }
}
