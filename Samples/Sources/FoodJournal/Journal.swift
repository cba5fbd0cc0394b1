import Foundation
import SwiftData

/// The user's meals, as the app's screens use them.
///
/// Every write goes through `saveStamped()`: it is stored, or nothing of it is left in the context.
struct Journal {
  let context: ModelContext
  var calendar = Calendar(identifier: .gregorian)

  init(_ context: ModelContext) {
    self.context = context
  }
}

// MARK: - Reading

extension Journal {
  /// The meals of a day in the order in which they were eaten.
  func entries(on date: Date) throws -> [Entry] {
    let day = calendar.startOfDay(for: date)
    let next = calendar.date(byAdding: .day, value: 1, to: day) ?? day
    return try context.fetch(
      FetchDescriptor<Entry>(
        predicate: #Predicate { $0.timestamp >= day && $0.timestamp < next },
        sortBy: [SortDescriptor(\.timestamp)]))
  }

  /// The foods that the app proposes, the most used first.
  func proposals(limit: Int) throws -> [Food] {
    var descriptor = FetchDescriptor<Food>(
      predicate: #Predicate { $0.useCount > 0 },
      sortBy: [SortDescriptor(\.useCount, order: .reverse), SortDescriptor(\.name)])
    descriptor.fetchLimit = limit
    return try context.fetch(descriptor)
  }

  /// The energy of a meal.
  func kilocalories(of entry: Entry) -> Double {
    (entry.entryItems ?? []).reduce(0) { sum, item in
      sum + item.grams * (item.food?.kilocaloriesPer100Grams ?? 0) / 100
    }
  }

  /// The meal that was logged from a draft, if it was stored.
  func entry(from draft: MealDraft) throws -> Entry? {
    let id = draft.id
    return try context.fetch(FetchDescriptor<Entry>(predicate: #Predicate { $0.draftID == id }))
      .first
  }

  /// The remark about a day.
  func note(on date: Date) throws -> DayNote? {
    let day = calendar.startOfDay(for: date)
    return try context.fetch(FetchDescriptor<DayNote>(predicate: #Predicate { $0.day == day }))
      .first
  }
}
