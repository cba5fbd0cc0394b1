import SwiftData
import SwiftDataTesting
import Testing

@Suite struct WithModelContainerTests {
  @Test func `the closure's container is the current one`() throws {
    try withModelContainer(for: Entry.self) { container in
      let current = try ModelContainer.current
      #expect(current === container)
    }
    #expect(throws: MissingModelContainer.self) { _ = try ModelContainer.current }
  }

  @Test func `an inner container replaces the outer one for its closure`() async throws {
    try await withModelContainer(for: Entry.self) { outer in
      try await withModelContainer(for: Note.self) { inner in
        let current = try ModelContainer.current
        #expect(current === inner)
        await Task.yield()
      }
      let current = try ModelContainer.current
      #expect(current === outer)
    }
  }

  @Test func `the closure's value is returned`() throws {
    let count = try withModelContainer(
      for: Entry.self, seed: { $0.insert(Entry(title: "rye")) }
    ) { container in
      try container.freshContext().fetchCount(FetchDescriptor<Entry>())
    }
    #expect(count == 1)
  }

  @MainActor
  @Test func `an asynchronous closure stays on the caller's actor`() async throws {
    try await withModelContainer(for: Entry.self) { container in
      MainActor.assertIsolated()
      container.mainContext.insert(Entry(title: "rye"))
      try container.mainContext.save()
      await Task.yield()
      expectStored(Entry.self, count: 1)
    }
  }

  @Test func `a seed that throws fails the whole`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try withModelContainer(for: Entry.self, seed: { _ in throw Failure() }) { _ in
        Issue.record("the body ran without its seed")
      }
    }
  }
}
