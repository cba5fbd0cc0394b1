import Foundation
import SwiftData

/// The user's list, as the app's screens use it.
struct TodoList {
  let context: ModelContext

  init(_ context: ModelContext) {
    self.context = context
  }

  // MARK: - Reading

  /// What is still to do, in the order of the titles.
  func openItems() throws -> [TodoItem] {
    try context.fetch(
      FetchDescriptor<TodoItem>(
        predicate: #Predicate { !$0.isCompleted }, sortBy: [SortDescriptor(\.title)]))
  }

  /// What is due before a date, the most pressing first.
  func openItems(dueBefore date: Date) throws -> [TodoItem] {
    try context.fetch(
      FetchDescriptor<TodoItem>(
        predicate: #Predicate { item in
          if let dueDate = item.priorityDueDate {
            dueDate < date && !item.isCompleted
          } else {
            false
          }
        },
        sortBy: [SortDescriptor(\.priorityDueDate)]))
  }

  /// How many urgent items the app's badge shows.
  func urgentCount() throws -> Int {
    let urgent = TodoItem.PriorityType.urgent.rawValue
    return try context.fetchCount(
      FetchDescriptor<TodoItem>(
        predicate: #Predicate { $0.priorityType == urgent && !$0.isCompleted }))
  }

  /// The urgent items whose reason has a text in it, whatever its case.
  func urgentItems(because text: String) throws -> [TodoItem] {
    try context.fetch(
      FetchDescriptor<TodoItem>(
        predicate: #Predicate { $0.priorityReason?.localizedStandardContains(text) == true },
        sortBy: [SortDescriptor(\.title)]))
  }

  // MARK: - Writing

  /// Adds an item.
  @discardableResult
  func add(_ title: String, priority: Priority = .medium) throws -> TodoItem {
    let item = TodoItem(title, priority: priority)
    try write { context.insert(item) }
    return item
  }

  /// Ticks an item off.
  func complete(_ item: TodoItem) throws {
    try write { item.isCompleted = true }
  }

  /// Gives an item another priority.
  func prioritize(_ item: TodoItem, as priority: Priority) throws {
    try write { item.priority = priority }
  }

  /// Deletes an item.
  func delete(_ item: TodoItem) throws {
    try write { context.delete(item) }
  }

  /// Deletes everything that is ticked off and tells how much that was.
  @discardableResult
  func clearCompleted() throws -> Int {
    let completed = try context.fetch(
      FetchDescriptor<TodoItem>(predicate: #Predicate { $0.isCompleted }))
    try write {
      for item in completed { context.delete(item) }
    }
    return completed.count
  }

  /// Makes a change and saves it, or leaves nothing of it pending.
  private func write(_ change: () -> Void) throws {
    change()
    do {
      try context.save()
    } catch {
      context.processPendingChanges()
      context.rollback()
      throw error
    }
  }
}
