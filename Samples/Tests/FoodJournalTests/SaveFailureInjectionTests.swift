#if DEBUG
  import Foundation
  import SwiftData
  import SwiftDataTesting
  import Testing

  @testable import FoodJournal

  /// The app's own hook, for an app that throws before it saves.
  @Suite(
    .modelContainer(for: Entry.self, EntryItem.self, Food.self, DayNote.self, seed: Sample.seed))
  struct SaveFailureInjectionTests {
    let journal: Journal

    init() throws {
      journal = Journal(try ModelContainer.current.freshContext())
    }

    private func failingSave(_ write: () throws -> Void) {
      expectSaveFails(with: SaveFailureInjection.Failure.self) {
        try SaveFailureInjection.$isFailing.withValue(true) { try write() }
      }
    }

    @Test func `a deleted meal can be read although its deletion was never processed`() throws {
      let breakfast = try journal.breakfast()
      failingSave { try journal.delete(breakfast) }
      try journal.context.saveStamped()
      #expect(breakfast.timestamp == .day(1, 8))
      #expect(breakfast.entryItems?.count == 2)
      expectStored(Entry.self, count: 2)
      expectStored(EntryItem.self, count: 3)
    }

    @Test(arguments: WriteSite.allCases)
    func `nothing is stored, now or by the next save`(site: WriteSite) throws {
      try expectStoreUnchanged {
        failingSave { try site.write(to: journal) }
        expectClean(journal.context)
        try journal.context.saveStamped()
      }
    }
  }
#endif
