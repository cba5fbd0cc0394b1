import Foundation
import SwiftData

@testable import FoodJournal

extension Date {
  /// A time of the tests' own calendar: an hour of a day, counted from its first.
  static func day(_ day: Int, _ hour: Int = 0) -> Date {
    let start = Calendar(identifier: .gregorian)
      .startOfDay(for: Date(timeIntervalSinceReferenceDate: 800_000_000))
    return start + Double(day) * 86_400 + Double(hour) * 3600
  }
}

/// A journal with two meals of one day, three foods and a remark.
enum Sample {
  @Sendable static func seed(_ context: ModelContext) throws {
    let rye = Food("rye", kilocaloriesPer100Grams: 250)
    let egg = Food("egg", kilocaloriesPer100Grams: 150)
    let double = Food("Rye bread", kilocaloriesPer100Grams: 250)
    for food in [rye, egg, double] { context.insert(food) }
    let journal = Journal(context)
    let breakfast = [MealDraft.Portion(food: rye, grams: 80), .init(food: egg, grams: 60)]
    try journal.log(MealDraft(timestamp: .day(1, 8), note: "early", portions: breakfast))
    let dinner = [MealDraft.Portion(food: double, grams: 100)]
    try journal.log(MealDraft(timestamp: .day(1, 19), portions: dinner))
    try journal.remark("hungry", on: .day(1))
  }
}

extension Journal {
  func breakfast() throws -> Entry { try entries(on: .day(1))[0] }

  func food(_ name: String) throws -> Food {
    try context.fetch(FetchDescriptor<Food>(predicate: #Predicate { $0.name == name }))[0]
  }
}
