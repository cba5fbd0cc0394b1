import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import FoodJournal

/// The faults as the toolkit finds them.
@Suite(
  .modelContainer(for: Entry.self, EntryItem.self, Food.self, DayNote.self, seed: Sample.seed))
struct UnguardedJournalTests {
  let context: ModelContext
  let journal: UnguardedJournal
  let breakfast: Entry

  init() throws {
    context = try ModelContainer.current.freshContext()
    journal = UnguardedJournal(context)
    breakfast = try Journal(context).breakfast()
  }

  @Test func `a failed deletion is stored by the next save`() throws {
    withSaveFailure(.once) {
      expectSaveFails(with: InjectedFault.self) { try journal.delete(breakfast) }
    }
    withKnownIssue("The deletion stays pending") {
      try expectStoreUnchanged { try context.save() }
    }
  }

  @Test func `a retry logs a meal twice`() throws {
    let egg = try Journal(context).food("egg")
    withSaveFailure(.once) {
      expectSaveFails(with: InjectedFault.self) { try journal.log(egg, at: .day(2)) }
    }
    try journal.log(egg, at: .day(2))
    let timestamp = Date.day(2)
    withKnownIssue("The insertion stays pending") {
      expectStored(Entry.self, count: 1, where: #Predicate { $0.timestamp == timestamp })
    }
  }

  #if !canImport(Darwin)
    @Test func `rolling back a deletion that was not processed meets the hazard`() throws {
      #expect(breakfast.entryItems?.count == 2)
      expectHazard("unprocessed-delete-rollback") {
        withSaveFailure(.once.at(.beforeProcessing)) {
          expectSaveFails(with: InjectedFault.self) { try journal.deleteRollingBack(breakfast) }
        }
      }
      #expect(breakfast.note == "early")
    }

    @Test(arguments: [SaveFailure.Point.beforeWrite, .duringWrite])
    func `rolling back the deletion of a meal with portions meets the hazard`(
      point: SaveFailure.Point
    ) throws {
      expectHazard("cascade-rollback") {
        withSaveFailure(.once.at(point)) {
          expectSaveFails(with: InjectedFault.self) { try journal.deleteRollingBack(breakfast) }
        }
      }
      #expect(breakfast.entryItems?.count == 2)
    }

    @Test func `a deletion that the failed save has processed comes back`() throws {
      #expect(breakfast.entryItems?.count == 2)
      withSaveFailure(.once.at(.beforeWrite)) {
        expectSaveFails(with: InjectedFault.self) { try journal.deleteRollingBack(breakfast) }
      }
      #expect(breakfast.note == "early")
    }

    @Test func `inserting a food once more meets the hazard`() throws {
      let egg = try Journal(context).food("egg")
      expectHazard("reinsertion-escapes-rollback") {
        withSaveFailure(.once) {
          expectSaveFails(with: InjectedFault.self) { try journal.countUse(of: egg) }
        }
      }
    }
  #endif
}

#if !canImport(Darwin)
  /// The faults as a device has them.
  struct UnguardedJournalExitTests {
    @Test func `the app dies where it reads a meal whose deletion was rolled back`() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        try withModelContainer(for: Entry.self, DayNote.self, hazards: .trap, seed: Sample.seed) {
          container in
          let context = container.freshContext()
          let breakfast = try Journal(context).breakfast()
          _ = breakfast.entryItems?.count
          try? withSaveFailure(.once.at(.beforeProcessing)) {
            try UnguardedJournal(context).deleteRollingBack(breakfast)
          }
          _ = breakfast.timestamp
        }
      }
      #expect(result?.message.contains("model instance was invalidated") == true)
    }

    @Test func `the app dies where it rolls back the deletion of a meal with portions`() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        try withModelContainer(for: Entry.self, DayNote.self, hazards: .trap, seed: Sample.seed) {
          container in
          let context = container.freshContext()
          let breakfast = try Journal(context).breakfast()
          try? withSaveFailure(.once.at(.beforeProcessing)) {
            try UnguardedJournal(context).deleteRollingBack(breakfast)
          }
        }
      }
      #expect(result?.message.contains("Could not cast value of type") == true)
    }

    @Test func `a food counts an attempt that was never stored`() async {
      await #expect(processExitsWith: .success) {
        try withModelContainer(for: Entry.self, DayNote.self, hazards: .trap, seed: Sample.seed) {
          container in
          let context = container.freshContext()
          let egg = try Journal(context).food("egg")
          try? withSaveFailure(.once) { try UnguardedJournal(context).countUse(of: egg) }
          precondition(egg.useCount == 2, "The screen shows \(egg.useCount) uses")
        }
      }
    }

    @Test(arguments: WriteSite.allCases)
    func `the repaired app lives where the hazards are real`(site: WriteSite) async {
      await #expect(processExitsWith: .success) { [site] in
        try withModelContainer(for: Entry.self, DayNote.self, hazards: .trap, seed: Sample.seed) {
          container in
          let journal = Journal(container.freshContext())
          let before = try JournalSummary(journal.context)
          try? withSaveFailure(.once.at(.beforeProcessing)) { try site.write(to: journal) }
          let after = try JournalSummary(journal.context)
          precondition(after == before)
        }
      }
    }
  }
#endif
