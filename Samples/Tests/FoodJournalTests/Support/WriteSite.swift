import Foundation
import SwiftData

@testable import FoodJournal

/// The places of the app that write, each with a write to the sample journal.
enum WriteSite: String, CaseIterable, Codable, Sendable {
  case log, repeatMeal, move, annotate, addPortion, resizePortion, removePortion
  case deleteMeal, clearDay, renameFood, mergeFoods, remark, remarkAgain

  func write(to journal: Journal) throws {
    switch self {
    case .log:
      let portion = MealDraft.Portion(food: Food("apple", kilocaloriesPer100Grams: 50), grams: 150)
      try journal.log(MealDraft(timestamp: .day(2, 8), portions: [portion]))
    case .repeatMeal: try journal.repeatMeal(journal.breakfast(), at: .day(2, 9))
    case .move: try journal.move(journal.breakfast(), to: .day(1, 7))
    case .annotate: try journal.annotate(journal.breakfast(), with: "very early")
    case .addPortion:
      try journal.add(.init(food: journal.food("egg"), grams: 55), to: journal.breakfast())
    case .resizePortion: try journal.resize(portion(of: journal), to: 500)
    case .removePortion: try journal.remove(portion(of: journal))
    case .deleteMeal: try journal.delete(journal.breakfast())
    case .clearDay: try journal.clear(dayOf: .day(1, 12))
    case .renameFood: try journal.rename(journal.food("egg"), to: "free-range egg")
    case .mergeFoods: try journal.merge(journal.food("Rye bread"), into: journal.food("rye"))
    case .remark: try journal.remark("full", on: .day(2))
    case .remarkAgain: try journal.remark("not so hungry", on: .day(1))
    }
  }

  private func portion(of journal: Journal) throws -> EntryItem {
    try journal.context.fetch(
      FetchDescriptor<EntryItem>(predicate: #Predicate { $0.food?.name == "egg" }))[0]
  }
}
