import SwiftData
import SwiftDataTesting
import Testing

@Suite(.modelContainer(for: Entry.self, Note.self) { $0.insert(Entry(title: "rye")) })
struct HistoryTests {
  private func history() throws -> [DefaultHistoryTransaction] {
    try ModelContainer.current.freshContext()
      .fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
  }

  @Test func `a container of the toolkit has a history`() throws {
    #expect(try history().flatMap(\.changes).count == 1)
    let context = try ModelContainer.current.freshContext()
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try history().isEmpty)
  }

  @Test func `deleting history leaves the store unchanged`() throws {
    try expectStoreUnchanged {
      let context = try ModelContainer.current.freshContext()
      try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
  }

  @Test(arguments: [SaveFailure.once, .once.at(.beforeWrite)])
  func `a save that fails leaves no transaction`(failure: SaveFailure) throws {
    let context = try ModelContainer.current.freshContext()
    context.insert(Note(text: "lost"))
    withSaveFailure(failure) {
      #expect(throws: InjectedFault.self) { try context.save() }
    }
    #expect(try history().count == 1)
    context.rollback()
  }

  @Test func `a batch deletion fails with its save, and deletes nothing`() throws {
    let context = try ModelContainer.current.freshContext()
    context.insert(Note(text: "new"))
    try context.delete(model: Entry.self)
    withSaveFailure(.always.of(Note.self)) {
      expectStoreUnchanged {
        #expect(throws: InjectedFault.self) { try context.save() }
      }
    }
    try context.save()
    expectStored(Entry.self, count: 0)
    expectStored(Note.self, count: 1)
  }

  @Test func `asking for a batch deletion is no occasion, its save is one`() throws {
    let context = try ModelContainer.current.freshContext()
    try withSaveFailure(.once.of(Entry.self).on(.delete)) { fault in
      try context.delete(model: Entry.self)
      #expect(fault.opportunities == 0)
      #expect(throws: InjectedFault.self) { try context.save() }
      #expect(fault.hits == 1)
    }
    expectStored(Entry.self, count: 1)
    try context.save()
    expectStored(Entry.self, count: 0)
  }
}
