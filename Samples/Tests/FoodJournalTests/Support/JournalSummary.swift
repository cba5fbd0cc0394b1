import Foundation
import SwiftData

@testable import FoodJournal

/// A whole journal as text, to compare two states of it.
struct JournalSummary: Equatable {
  var meals: [String]
  var portions: [String]
  var foods: [String]
  var notes: [String]

  /// Reads what a context shows, which is what a screen with it shows.
  init(_ context: ModelContext) throws {
    meals = try context.fetch(FetchDescriptor<Entry>()).map { entry in
      let items = (entry.entryItems ?? []).map { "\($0.food?.name ?? "?") \($0.grams)" }
      return "\(entry.timestamp) \(entry.note): \(items.sorted())"
    }.sorted()
    portions = try context.fetch(FetchDescriptor<EntryItem>()).map { item in
      "\(item.food?.name ?? "?") \(item.grams) of \(item.entry.map { "\($0.timestamp)" } ?? "?")"
    }.sorted()
    foods = try context.fetch(FetchDescriptor<Food>()).map { food in
      "\(food.name) \(food.useCount) \(food.lastUsedAt.map { "\($0)" } ?? "never")"
    }.sorted()
    notes = try context.fetch(FetchDescriptor<DayNote>()).map { "\($0.day) \($0.text)" }.sorted()
  }
}
