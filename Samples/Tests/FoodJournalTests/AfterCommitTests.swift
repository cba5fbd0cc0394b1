import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import FoodJournal

/// The store has the data although the save reports an error, as when the connection to it breaks late.
@Suite(
  .modelContainer(for: Entry.self, EntryItem.self, Food.self, DayNote.self, seed: Sample.seed))
struct AfterCommitTests {
  @Test func `a draft is logged once, however often it is tried`() throws {
    let journal = Journal(try ModelContainer.current.freshContext())
    let draft = MealDraft(
      timestamp: .day(2, 8), portions: [.init(food: try journal.food("egg"), grams: 60)])
    withSaveFailure(.once.at(.afterCommit)) {
      expectSaveFails(with: InjectedFault.self) { try journal.log(draft) }
    }
    try journal.log(draft)
    expectStored(Entry.self, count: 3)
    expectStored(EntryItem.self, count: 4)
  }

  @Test func `the write of a screen without drafts is stored twice`() throws {
    let context = try ModelContainer.current.freshContext()
    let egg = try Journal(context).food("egg")
    withSaveFailure(.once.at(.afterCommit)) {
      expectSaveFails(with: InjectedFault.self) {
        try UnguardedJournal(context).log(egg, at: .day(2, 8))
      }
    }
    try context.save()
    let timestamp = Date.day(2, 8)
    expectStored(Entry.self, count: 2, where: #Predicate { $0.timestamp == timestamp })
  }
}
