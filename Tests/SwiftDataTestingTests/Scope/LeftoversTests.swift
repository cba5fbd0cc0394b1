import SwiftData
import Synchronization
import Testing

@testable import SwiftDataTesting

@Suite struct LeftoversTests {
  @Test func `unsaved changes at the end are a warning at the scope's line`() throws {
    let line = #line + 2
    let issues = recordedIssues {
      try withModelContainer(for: Entry.self) { container in
        container.freshContext().insert(Entry(title: "rye"))
      }
    }
    #expect(issues.map(\.severity) == [.warning])
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("inserted: Entry") == true)
  }

  @Test func `changes and deletions are named by the model's key`() throws {
    let issues = recordedIssues {
      try withModelContainer(
        for: Entry.self,
        seed: { context in
          context.insert(Entry(title: "rye"))
          context.insert(Entry(title: "egg"))
        }
      ) { container in
        let context = container.freshContext()
        let entries = try context.fetch(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.title)]))
        context.delete(entries[0])
        entries[1].amount = 7
      }
    }
    let message = try #require(issues.first?.message)
    #expect(message.contains("changed: Entry/p"))
    #expect(message.contains("deleted: Entry/p"))
  }

  @Test func `changes left by a failed save are told from changes never saved`() throws {
    let issues = recordedIssues {
      try withModelContainer(for: Entry.self) { container in
        let journal = Journal(container.freshContext())
        withSaveFailure(.always) {
          #expect(throws: InjectedFault.self) { try journal.add("rye") }
        }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("that a failed save left pending") == true)
  }

  @Test func `a clean end says nothing`() throws {
    let issues = recordedIssues {
      try withModelContainer(for: Entry.self) { container in
        let journal = Journal(container.freshContext())
        try journal.add("rye")
        withSaveFailure(.always) {
          #expect(throws: InjectedFault.self) { try journal.addOrRevert("egg") }
        }
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func `leftovers can be allowed`() throws {
    let issues = recordedIssues {
      try withModelContainer(for: Entry.self, leftovers: .allowed) { container in
        container.freshContext().insert(Entry(title: "rye"))
      }
    }
    #expect(issues.isEmpty)
  }

  @Test(.leftovers(.allowed))
  func `a trait allows the leftovers of containers made in the test`() throws {
    try withModelContainer(for: Entry.self) { container in
      container.freshContext().insert(Entry(title: "rye"))
    }
  }

  @Test(.modelContainer(for: Entry.self), .leftovers(.allowed))
  func `a trait allows the leftovers of the test's container`() throws {
    try ModelContainer.current.freshContext().insert(Entry(title: "rye"))
  }

  @MainActor
  @Test func `the main context is looked at too`() async throws {
    let issues = await recordedIssues {
      try await withModelContainer(for: Entry.self) { container in
        container.mainContext.insert(Entry(title: "rye"))
        await Task.yield()
      }
    }
    #expect(issues.count == 1)
  }

  #if SWIFT_DATA_ENGINE
    @Test func `a context that went away unsaved is reported`() throws {
      let issues = recordedIssues {
        try withModelContainer(for: Entry.self) { container in
          ModelContext(container).insert(Entry(title: "rye"))
        }
      }
      #expect(issues.count == 1)
      #expect(issues.first?.message.contains("went away") == true)
    }

    @Test func `a model actor's unsaved changes are reported`() async throws {
      let issues = await recordedIssues {
        try await withModelContainer(for: Entry.self) { container in
          let actor = JournalActor(modelContainer: container)
          await actor.addWithoutSaving("rye")
        }
      }
      #expect(issues.count == 1)
    }

    @Test func `a context that is still at work when the test ends is no race`() async throws {
      let test = Progress()
      let (started, start) = AsyncStream.makeStream(of: Void.self)
      let issues = await recordedIssues {
        try await withModelContainer(for: Entry.self) { container in
          Task.detached {
            let context = ModelContext(container)
            while !test.isOver.load(ordering: .relaxed) {
              context.insert(Entry(title: "rye"))
              start.yield()
              if context.insertedModelsArray.count > 100 { context.rollback() }
            }
            context.rollback()
            start.finish()
          }
          for await _ in started { break }
        }
      }
      test.isOver.store(true, ordering: .relaxed)
      // The detached task ends before the test does.
      for await _ in started {}
      #expect(issues.allSatisfy { $0.message.contains("unsaved changes") })
    }
  #endif
}

#if SWIFT_DATA_ENGINE
  /// Whether a test has ended, for a task that outlives its scope.
  private final class Progress: Sendable {
    let isOver = Atomic(false)
  }
#endif

extension JournalActor {
  func addWithoutSaving(_ title: String) { modelContext.insert(Entry(title: title)) }
}
