import SwiftData
import SwiftDataTesting
import Testing

@Suite struct InMemoryTests {
  @Test func `two containers for the same models share nothing`() throws {
    let first = try ModelContainer.inMemory(for: Entry.self)
    let second = try ModelContainer.inMemory(for: Entry.self)
    try Journal(ModelContext(first)).add("rye")
    #expect(try ModelContext(second).fetchCount(FetchDescriptor<Entry>()) == 0)
    #expect(try ModelContext(first).fetchCount(FetchDescriptor<Entry>()) == 1)
  }

  @MainActor
  @Test func `the main context does not autosave`() throws {
    let container = try ModelContainer.inMemory(for: Entry.self)
    #expect(!container.mainContext.autosaveEnabled)
  }

  @Test func `a container made off the main actor has no autosave in its main context either`()
    async throws
  {
    let container = try ModelContainer.inMemory(for: Entry.self)
    #expect(await MainActor.run { !container.mainContext.autosaveEnabled })
  }

  @Test func `a seed is saved although it does not save`() throws {
    let container = try ModelContainer.inMemory(for: Entry.self) { context in
      context.insert(Entry(title: "rye"))
    }
    expectStored(Entry.self, \.title, equal: ["rye"], in: container)
  }

  @Test func `an armed failure does not touch the seed`() throws {
    try withSaveFailure(SaveFailure.always.allowingNoHit()) {
      let container = try ModelContainer.inMemory(for: Entry.self) { context in
        context.insert(Entry(title: "rye"))
      }
      expectStored(Entry.self, count: 1, in: container)
    }
  }

  @Test func `related models belong to the container by themselves`() throws {
    let container = try ModelContainer.inMemory(for: Entry.self)
    let context = ModelContext(container)
    context.insert(Entry(title: "lunch", items: [EntryItem(name: "rye")]))
    try context.save()
    expectStored(EntryItem.self, \.name, equal: ["rye"], in: container)
  }

  @Test func `a fresh context shows what is stored, not what another has unsaved`() throws {
    let container = try ModelContainer.inMemory(for: Entry.self)
    let context = ModelContext(container)
    context.insert(Entry(title: "rye"))
    let fresh = container.freshContext()
    #expect(try fresh.fetchCount(FetchDescriptor<Entry>()) == 0)
    #expect(!fresh.autosaveEnabled)
  }
}
