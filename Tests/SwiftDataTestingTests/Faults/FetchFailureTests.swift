import SwiftData
import SwiftDataTesting
import Testing

@Suite(
  .modelContainer(for: Entry.self, Note.self) { context in
    context.insert(Entry(title: "rye"))
    context.insert(Note(text: "fine"))
  })
struct FetchFailureTests {
  let context = try! ModelContainer.current.freshContext()

  @Test func `fetches, counts and fetches of identifiers fail`() {
    withFetchFailure(.always) {
      #expect(throws: InjectedFault(.fetch)) { try context.fetch(FetchDescriptor<Entry>()) }
      #expect(throws: InjectedFault(.fetch)) { try context.fetchCount(FetchDescriptor<Entry>()) }
      #expect(throws: InjectedFault(.fetch)) {
        try context.fetchIdentifiers(FetchDescriptor<Entry>())
      }
    }
  }

  @Test func `a retry of a fetch that failed once goes through`() throws {
    try withFetchFailure(.once) {
      #expect(throws: InjectedFault.self) { try context.fetch(FetchDescriptor<Entry>()) }
      let entries = try context.fetch(FetchDescriptor<Entry>())
      #expect(entries.count == 1)
    }
  }

  @Test func `only fetches of the given model fail`() throws {
    try withFetchFailure(.always.of(Entry.self)) {
      let notes = try context.fetch(FetchDescriptor<Note>())
      #expect(notes.count == 1)
      #expect(throws: InjectedFault.self) { try context.fetch(FetchDescriptor<Entry>()) }
    }
  }

  @Test func `only fetches of the given kind fail`() throws {
    try withFetchFailure(.always.on(.count)) {
      let entries = try context.fetch(FetchDescriptor<Entry>())
      #expect(entries.count == 1)
      #expect(throws: InjectedFault.self) { try context.fetchCount(FetchDescriptor<Entry>()) }
    }
  }

  @Test func `expectations read what is stored past an armed failure`() {
    withFetchFailure(FetchFailure.always.allowingNoHit()) {
      expectStored(Entry.self, \.title, equal: ["rye"])
      expectStored(Note.self, count: 1)
    }
  }
}
