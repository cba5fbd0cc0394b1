#if SWIFT_DATA_ENGINE
  import SwiftData
  import Testing

  @testable import SwiftDataTesting

  /// Does what is documented to go wrong: reads a model after the rollback of its unprocessed deletion.
  private func rollBackUnprocessedDeletion(in context: ModelContext) throws {
    let entry = Entry(title: "rye")
    context.insert(entry)
    try context.save()
    context.delete(entry)
    context.rollback()
    #expect(entry.title == "rye")
  }

  private let hazard = "unprocessed-delete-rollback"

  @Suite(.modelContainer(for: Entry.self))
  struct HazardTests {
    @Test func `a hazard is an issue with what would happen and what to do`() throws {
      let line = #line + 2
      let issues = recordedIssues {
        try withModelContainer(for: Entry.self) { container in
          try rollBackUnprocessedDeletion(in: container.freshContext())
        }
      }
      #expect(issues.map(\.line) == [line])
      #expect(issues.map(\.severity) == [.error])
      let message = issues.first?.message ?? ""
      #expect(message.contains("Hazard `\(hazard)` at Entry"))
      #expect(message.contains("Affected: iOS"))
      #expect(message.contains("Remedy: Call processPendingChanges() before rollback()."))
    }

    @Test func `a hazard met again is not reported again`() throws {
      let issues = recordedIssues {
        try withModelContainer(for: Entry.self) { container in
          let context = container.freshContext()
          try rollBackUnprocessedDeletion(in: context)
          try rollBackUnprocessedDeletion(in: context)
        }
      }
      #expect(issues.count == 1)
    }

    @Test(.hazards(.ignore))
    func `hazards can be ignored`() throws {
      try rollBackUnprocessedDeletion(in: ModelContainer.current.freshContext())
    }

    @Test(.hazards(HazardSettings.report.with(.ignore, for: hazard)))
    func `one hazard can be ignored`() throws {
      try rollBackUnprocessedDeletion(in: ModelContainer.current.freshContext())
    }

    @Test func `a trap ends the process`() async {
      await #expect(processExitsWith: .failure) {
        try withModelContainer(for: Entry.self, hazards: .trap) { container in
          try rollBackUnprocessedDeletion(in: container.freshContext())
        }
      }
    }

    @Test func `a hazard met in a detached task is an issue of the test`() async throws {
      let issues = await recordedIssues {
        try await withModelContainer(for: Entry.self) { container in
          try await Task.detached {
            let context = ModelContext(container)
            let entry = Entry(title: "rye")
            context.insert(entry)
            try context.save()
            context.delete(entry)
            context.rollback()
            _ = entry.title
          }.value
        }
      }
      #expect(issues.count == 1)
    }

    @Test func `the hazards of a container of the app's own are reported too`() throws {
      let issues = recordedIssues {
        try withHazards(.report) {
          let container = try ModelContainer(
            for: Entry.self,
            configurations: ModelConfiguration("hazards", isStoredInMemoryOnly: true))
          let context = ModelContext(container)
          try rollBackUnprocessedDeletion(in: context)
          withExtendedLifetime(container) {}
        }
      }
      #expect(issues.count == 1)
    }
  }

  @Suite(.modelContainer(for: Entry.self))
  struct ExpectHazardTests {
    @Test func `an expected hazard is no issue`() throws {
      let context = try ModelContainer.current.freshContext()
      try expectHazard(hazard) { try rollBackUnprocessedDeletion(in: context) }
    }

    @Test(.hazards(.ignore))
    func `an expected hazard is seen although hazards are ignored`() throws {
      let context = try ModelContainer.current.freshContext()
      try expectHazard(hazard) { try rollBackUnprocessedDeletion(in: context) }
    }

    @Test func `a hazard that is not met fails at the caller's line`() {
      let line = #line + 1
      let issues = recordedIssues { expectHazard(hazard) {} }
      #expect(issues.map(\.line) == [line])
      #expect(issues.first?.message.contains("Either the fault is repaired") == true)
    }

    @Test func `a misspelt hazard is told the ones there are`() {
      let issues = recordedIssues { expectHazard("unprocessed-delete") {} }
      #expect(issues.first?.message.contains("there are: cascade-rollback") == true)
    }

    @Test func `after the closure the hazard is an issue again`() throws {
      let context = try ModelContainer.current.freshContext()
      try expectHazard(hazard) { try rollBackUnprocessedDeletion(in: context) }
      let issues = recordedIssues { try rollBackUnprocessedDeletion(in: context) }
      #expect(issues.count == 1)
    }
  }
#endif
