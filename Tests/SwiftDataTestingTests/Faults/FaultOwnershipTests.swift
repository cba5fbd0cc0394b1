import Dispatch
import SwiftData
import Testing

@testable import SwiftDataTesting

@Suite(.modelContainer(for: Entry.self))
struct FaultOwnershipTests {
  @Test func `a failure reaches a detached task that uses the test's container`() async throws {
    let container = try ModelContainer.current
    await withSaveFailure(.always) {
      await #expect(throws: InjectedFault.self) {
        try await Task.detached { try Journal(ModelContext(container)).addOrRevert("rye") }.value
      }
    }
    expectNothingStored()
  }

  @Test func `a failure reaches a queue that uses the test's container`() async throws {
    let container = try ModelContainer.current
    let failed = await withSaveFailure(.always) {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          let journal = Journal(ModelContext(container))
          continuation.resume(returning: (try? journal.addOrRevert("rye")) == nil)
        }
      }
    }
    #expect(failed)
  }

  @Test(.leftovers(.allowed))
  func `a failure reaches a model actor of the test's container`() async throws {
    let actor = JournalActor(modelContainer: try .current)
    await withSaveFailure(.always) {
      await #expect(throws: InjectedFault.self) { try await actor.add("rye") }
    }
    expectNothingStored()
  }

  @Test func `a neighbour's container is left alone by detached work`() async throws {
    let neighbour = try ModelContainer.inMemoryOutsideScope(for: Entry.self)
    await withSaveFailure(SaveFailure.always.allowingNoHit()) {
      await #expect(throws: Never.self) {
        try await Task.detached { try Journal(ModelContext(neighbour)).add("rye") }.value
      }
    }
    expectStored(Entry.self, count: 1, in: neighbour)
  }

  @Test func `a failure of one container leaves another of the same test alone`() throws {
    let first = try ModelContainer.current
    let second = try ModelContainer.inMemory(for: Entry.self)
    try withSaveFailure(.always, in: first) {
      try Journal(ModelContext(second)).add("rye")
      #expect(throws: InjectedFault.self) { try Journal(ModelContext(first)).addOrRevert("egg") }
    }
    expectStored(Entry.self, count: 1, in: second)
  }

  @Test func `a failure in the task reaches every container that the task uses`() throws {
    let second = try ModelContainer.inMemoryOutsideScope(for: Entry.self)
    withSaveFailure(.always) {
      #expect(throws: InjectedFault.self) { try Journal(ModelContext(second)).add("rye") }
    }
  }

  @Test func `arming on a foreign container is an issue that says what to do`() throws {
    let foreign = try ModelContainer(
      for: Entry.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let issues = recordedIssues { withSaveFailure(.always, in: foreign) {} }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("not made by SwiftDataTesting") == true)
  }

  @Test func `a container that the app makes with our configuration can fail too`() throws {
    let container = try ModelContainer(
      for: Schema([Entry.self]),
      configurations: [
        FaultInjectingConfiguration(ModelConfiguration("app", isStoredInMemoryOnly: true))
      ])
    withSaveFailure(.always) {
      #expect(throws: InjectedFault.self) { try Journal(ModelContext(container)).add("rye") }
    }
  }
}

extension ModelContainer {
  /// Makes a container as a neighbouring test would, which knows nothing of the running one.
  static func inMemoryOutsideScope(for model: any PersistentModel.Type) throws -> ModelContainer {
    try StoreScope.$current.withValue(nil) { try inMemory(for: model) }
  }
}
