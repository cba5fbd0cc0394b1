import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import FoodJournal

@Suite(
  .modelContainer(for: Entry.self, EntryItem.self, Food.self, DayNote.self, seed: Sample.seed))
struct JournalTests {
  let journal: Journal

  init() throws {
    journal = Journal(try ModelContainer.current.freshContext())
  }

  @Test func `the meals of a day come in their order`() throws {
    #expect(try journal.entries(on: .day(1, 12)).map(\.note) == ["early", ""])
    #expect(try journal.entries(on: .day(2)).isEmpty)
  }

  @Test func `the energy of a meal is that of its portions`() throws {
    #expect(try journal.kilocalories(of: journal.breakfast()) == 290)
  }

  @Test func `what is eaten most is proposed first`() throws {
    try journal.repeatMeal(journal.breakfast(), at: .day(2))
    #expect(try journal.proposals(limit: 2).map(\.name) == ["egg", "rye"])
  }

  @Test func `deleting a meal deletes its portions and no food`() throws {
    try journal.delete(journal.breakfast())
    expectStored(Entry.self, count: 1)
    expectStored(EntryItem.self, \.grams, equal: [100])
    expectStored(Food.self, count: 3)
  }

  @Test func `a merged food takes over the portions of its double`() throws {
    try journal.merge(journal.food("Rye bread"), into: journal.food("rye"))
    expectStored(Food.self, \.name, \.useCount, equal: [("rye", 2), ("egg", 1)])
    expectStored(EntryItem.self, count: 2, where: #Predicate { $0.food?.name == "rye" })
  }

  @Test func `a second remark takes the place of the first`() throws {
    try journal.remark("not so hungry", on: .day(1, 20))
    expectStored(DayNote.self, \.day, \.text, equal: [(.day(1), "not so hungry")])
  }

  @Test func `a save stamps what it changes and nothing else`() throws {
    let stamp = Date.day(9)
    let breakfast = try journal.breakfast()
    breakfast.note = "late"
    try journal.context.saveStamped(at: stamp)
    expectStored(
      Entry.self, \.note, equal: ["late"], where: #Predicate { $0.modifiedAt == stamp })
    expectStored(EntryItem.self, count: 0, where: #Predicate { $0.modifiedAt == stamp })
  }

  @Test(arguments: WriteSite.allCases)
  func `every write is stored at once`(site: WriteSite) throws {
    let before = try JournalSummary(ModelContainer.current.freshContext())
    try site.write(to: journal)
    expectClean(journal.context)
    let after = try JournalSummary(ModelContainer.current.freshContext())
    #expect(after != before)
    #expect(try JournalSummary(journal.context) == after)
  }
}
