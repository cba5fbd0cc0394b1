import SwiftData
import Synchronization
import Testing

@testable import SwiftDataTesting

@Suite(.modelContainer(for: Entry.self) { $0.insert(Entry(title: "seeded")) })
struct ModelContainerTraitTests {
  @Test func `a suite's trait gives its tests a seeded container`() {
    expectStored(Entry.self, \.title, equal: ["seeded"])
  }

  @Test(arguments: 1...8)
  func `each argument has a container of its own`(number: Int) throws {
    try Journal(ModelContainer.current.freshContext()).add("\(number)")
    expectStored(Entry.self, \.title, equal: ["seeded", "\(number)"])
  }

  @Test(.modelContainer(for: Note.self))
  func `a test's own trait replaces the suite's`() throws {
    let container = try ModelContainer.current
    #expect(container.schema.entities.map(\.name) == ["Note"])
    #expect(StoreScope.current?.memberCount == 1)
  }

  @Suite(.modelContainer(for: Note.self))
  struct Inner {
    @Test func `an inner suite's trait replaces the outer's`() throws {
      #expect(try ModelContainer.current.schema.entities.map(\.name) == ["Note"])
    }
  }

  @Suite struct WithoutTrait {
    @Test func `a suite within inherits the trait`() {
      expectStored(Entry.self, count: 1)
    }
  }

  @MainActor
  @Test func `the main context belongs to the test's container`() throws {
    let context = try ModelContainer.current.mainContext
    #expect(!context.autosaveEnabled)
    try Journal(context).add("rye")
    expectStored(Entry.self, count: 2)
  }

  @Test(.modelContainer(for: Entry.self, storedIn: .temporaryFile))
  func `a container can be stored in a file`() throws {
    try Journal(ModelContainer.current.freshContext()).add("rye")
    let folder = try ContainerRegistry.probe(of: .current)?.folder
    #expect(folder != nil)
    expectStored(Entry.self, count: 1)
  }

  @Test func `a task that inherits from the test has its container`() async throws {
    let outer = try ModelContainer.current
    let inner = try await Task { try ModelContainer.current }.value
    #expect(inner === outer)
  }
}

@Suite struct MissingTraitTests {
  @Test func `without a trait the error says how to get a container`() throws {
    let error = #expect(throws: MissingModelContainer.self) { try ModelContainer.current }
    let text = try #require(error).description
    #expect(text.contains(".modelContainer(for: SomeModel.self)"))
    #expect(text.contains("withModelContainer(for:"))
  }

  @Test func `an expectation without a container says so at the caller's line`() {
    let issues = recordedIssues { expectNothingStored() }
    #expect(issues.map(\.line) == [#line - 1])
    #expect(issues.first?.message.contains(".modelContainer(for:") == true)
  }

  @Test func `a detached task does not know the test's container`() async throws {
    try await withModelContainer(for: Entry.self) { _ in
      await #expect(throws: MissingModelContainer.self) {
        try await Task.detached { _ = try ModelContainer.current }.value
      }
    }
  }
}

@Suite struct ScopeProvisionTests {
  @Test func `a trait provides no scope for a suite or for a test as a whole`() throws {
    let trait = ModelContainerTrait.modelContainer(for: Entry.self)
    let test = try #require(Test.current)
    #expect(trait.scopeProvider(for: test, testCase: nil).map { _ in true } == nil)
    #expect(trait.scopeProvider(for: test, testCase: Test.Case.current).map { _ in true } == true)
  }
}
