import Foundation
import SwiftData

// The faults: the app before all writes went through `saveStamped()`, and on the way there.

/// Writes to the journal as the app's screens did at first.
struct UnguardedJournal {
  let context: ModelContext

  init(_ context: ModelContext) {
    self.context = context
  }

  /// Deletes a meal, and leaves the deletion pending if the save fails.
  func delete(_ entry: Entry) throws {
    context.delete(entry)
    try context.save()
  }

  /// Logs a meal, and leaves it pending if the save fails, so that a retry logs a second one.
  func log(_ food: Food, at timestamp: Date) throws {
    let entry = Entry(timestamp: timestamp)
    context.insert(entry)
    let item = EntryItem(grams: 100)
    context.insert(item)
    item.entry = entry
    item.food = food
    try context.save()
  }

  /// Deletes a meal and rolls a deletion back that may not have been processed yet.
  func deleteRollingBack(_ entry: Entry) throws {
    context.delete(entry)
    do {
      try context.save()
    } catch {
      context.rollback()
      throw error
    }
  }

  /// Counts the use of a food that it inserts although the context holds it.
  func countUse(of food: Food) throws {
    food.useCount += 1
    context.insert(food)
    do {
      try context.save()
    } catch {
      context.processPendingChanges()
      context.rollback()
      throw error
    }
  }
}
