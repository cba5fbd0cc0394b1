import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import FoodJournal

/// What a failed save leaves, at every place of the app that writes.
@Suite(
  .modelContainer(for: Entry.self, EntryItem.self, Food.self, DayNote.self, seed: Sample.seed))
struct FailedSaveTests {
  let journal: Journal

  init() throws {
    journal = Journal(try ModelContainer.current.freshContext())
  }

  /// The points at which a save fails and leaves the store as it was.
  static let points = SaveFailure.Point.allCases.filter { $0 != .afterCommit }

  @Test(arguments: WriteSite.allCases, points)
  func `nothing is stored, now or by the next save`(
    site: WriteSite, point: SaveFailure.Point
  ) throws {
    let screen = try JournalSummary(journal.context)
    try expectStoreUnchanged {
      withSaveFailure(.once.at(point)) {
        expectSaveFails(with: InjectedFault.self) { try site.write(to: journal) }
      }
      expectClean(journal.context)
      try journal.context.saveStamped()
    }
    #expect(try JournalSummary(journal.context) == screen)
  }

  @Test(arguments: WriteSite.allCases, points)
  func `a retry stores what an undisturbed write stores`(
    site: WriteSite, point: SaveFailure.Point
  ) throws {
    withSaveFailure(.once.at(point)) {
      expectSaveFails(with: InjectedFault.self) { try site.write(to: journal) }
    }
    try site.write(to: journal)
    let undisturbed = try ModelContainer.inMemory(
      for: Entry.self, EntryItem.self, Food.self, DayNote.self, seed: Sample.seed)
    try site.write(to: Journal(undisturbed.freshContext()))
    #expect(
      try JournalSummary(ModelContainer.current.freshContext())
        == JournalSummary(undisturbed.freshContext()))
  }

  @Test func `a deleted meal comes back whole, through the reference the screen holds`() throws {
    let breakfast = try journal.breakfast()
    withSaveFailure(.once.of(Entry.self).on(.delete).throwing(.diskFull)) {
      expectSaveFails(with: CocoaError.diskFull) { try journal.delete(breakfast) }
    }
    try journal.remark("after all", on: .day(3))
    #expect(breakfast.timestamp == .day(1, 8))
    #expect(breakfast.entryItems?.count == 2)
    expectStored(Entry.self, count: 2)
    expectStored(EntryItem.self, count: 3)
  }

  @Test func `a corrected portion has its old size again`() throws {
    let item = try #require(try journal.breakfast().entryItems?.first { $0.grams == 60 })
    withSaveFailure(.always.of(EntryItem.self).on(.update)) {
      expectSaveFails(with: InjectedFault.self) { try journal.resize(item, to: 500) }
      expectSaveFails(with: InjectedFault.self) { try journal.resize(item, to: 600) }
    }
    #expect(item.grams == 60)
  }

  @Test func `a store that is broken for good fails each write and no reading`() throws {
    try withSaveFailure(.from(2)) { failure in
      try journal.remark("works", on: .day(2))
      for day in 3...5 {
        expectSaveFails(with: InjectedFault.self) { try journal.remark("fails", on: .day(day)) }
      }
      #expect(failure.hits == 3 && failure.opportunities == 4)
      #expect(try journal.note(on: .day(2))?.text == "works")
    }
    expectStored(DayNote.self, \.text, equal: ["hungry", "works"])
  }

  @Test func `a journal that cannot be searched logs nothing`() throws {
    expectStoreUnchanged {
      withFetchFailure(.once.of(Entry.self).throwing(CocoaError(.fileReadUnknown))) {
        #expect(throws: CocoaError.self) { try journal.log(MealDraft(timestamp: .day(2))) }
      }
    }
  }

  @Test func `a neighbour's failure is not met`() throws {
    let neighbour = try ModelContainer.inMemory(for: Entry.self, DayNote.self)
    try withSaveFailure(.always, in: neighbour) {
      try journal.remark("stored", on: .day(2))
      expectSaveFails(with: InjectedFault.self, in: neighbour) {
        try Journal(neighbour.freshContext()).remark("not stored", on: .day(2))
      }
    }
    expectNothingStored(in: neighbour)
    expectStored(DayNote.self, \.text, equal: ["hungry", "stored"])
  }
}
