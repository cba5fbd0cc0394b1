import Foundation
import SwiftData

extension Journal {
  /// Renames a food, in all meals that it is part of.
  func rename(_ food: Food, to name: String) throws {
    food.name = name
    try context.saveStamped()
  }

  /// Puts a food in the place of its double, which goes.
  func merge(_ double: Food, into food: Food) throws {
    for item in double.entryItems ?? [] { item.food = food }
    food.useCount += double.useCount
    food.lastUsedAt = [food.lastUsedAt, double.lastUsedAt].compactMap { $0 }.max()
    context.delete(double)
    try context.saveStamped()
  }

  /// Remarks something about a day, in place of an earlier remark.
  func remark(_ text: String, on date: Date) throws {
    if let note = try note(on: date) {
      note.text = text
    } else {
      context.insert(DayNote(day: calendar.startOfDay(for: date), text: text))
    }
    try context.saveStamped()
  }
}
