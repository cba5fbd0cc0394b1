import Foundation
import SwiftData

extension Journal {
  /// Logs a meal.
  ///
  /// A draft that was stored although its save reported an error isn't logged twice.
  @discardableResult
  func log(_ draft: MealDraft) throws -> Entry {
    if let stored = try entry(from: draft) { return stored }
    let entry = Entry(draftID: draft.id, timestamp: draft.timestamp, note: draft.note)
    context.insert(entry)
    for portion in draft.portions { put(portion, on: entry) }
    try context.saveStamped()
    return entry
  }

  /// Logs a meal once more, at another time.
  @discardableResult
  func repeatMeal(_ entry: Entry, at timestamp: Date) throws -> Entry {
    var draft = MealDraft(timestamp: timestamp, note: entry.note)
    for item in entry.entryItems ?? [] {
      guard let food = item.food else { continue }
      draft.portions.append(MealDraft.Portion(food: food, grams: item.grams))
    }
    return try log(draft)
  }

  /// Corrects the time of a meal.
  func move(_ entry: Entry, to timestamp: Date) throws {
    entry.timestamp = timestamp
    try context.saveStamped()
  }

  /// Annotates a meal.
  func annotate(_ entry: Entry, with note: String) throws {
    entry.note = note
    try context.saveStamped()
  }

  /// Adds a food to a meal.
  func add(_ portion: MealDraft.Portion, to entry: Entry) throws {
    put(portion, on: entry)
    try context.saveStamped()
  }

  /// Corrects the size of a portion.
  func resize(_ item: EntryItem, to grams: Double) throws {
    item.grams = grams
    try context.saveStamped()
  }

  /// Takes a portion off a meal.
  func remove(_ item: EntryItem) throws {
    context.delete(item)
    try context.saveStamped()
  }

  /// Deletes a meal with its portions.
  func delete(_ entry: Entry) throws {
    discard(entry)
    try context.saveStamped()
  }

  /// Deletes the meals of a day and the remark about it.
  func clear(dayOf date: Date) throws {
    for entry in try entries(on: date) { discard(entry) }
    if let note = try note(on: date) { context.delete(note) }
    try context.saveStamped()
  }

  /// Deletes a meal with its portions, without saving.
  ///
  /// The portions go first although the delete rule would take them along: if the save fails, to roll back
  /// the deletion of a parent whose children were never loaded can end the app.
  private func discard(_ entry: Entry) {
    for item in entry.entryItems ?? [] { context.delete(item) }
    context.delete(entry)
  }

  /// Puts a portion on a meal, without saving.
  private func put(_ portion: MealDraft.Portion, on entry: Entry) {
    context.insertUnstored([portion.food])
    // Inserted before it is related: both ends of a relationship belong in one context.
    let item = EntryItem(grams: portion.grams)
    context.insert(item)
    item.food = portion.food
    item.entry = entry
    portion.food.useCount += 1
    portion.food.lastUsedAt = entry.timestamp
  }
}
