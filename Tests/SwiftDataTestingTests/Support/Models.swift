import Foundation
import SwiftData

/// A meal of a food journal.
@Model
final class Entry {
  var title: String
  var amount: Int
  var day: Date?
  @Relationship(deleteRule: .cascade, inverse: \EntryItem.entry)
  var items: [EntryItem] = []

  init(title: String, amount: Int = 1, day: Date? = nil, items: [EntryItem] = []) {
    self.title = title
    self.amount = amount
    self.day = day
    self.items = items
  }
}

/// A food in a meal.
@Model
final class EntryItem {
  var name: String
  var entry: Entry?

  init(name: String) { self.name = name }
}

/// A model without relationships.
@Model
final class Note {
  var text: String
  var tags: [String] = []
  var attachment: Data?
  var place: Place?

  init(text: String) { self.text = text }
}

struct Place: Codable, Hashable {
  var name: String
  var latitude: Double
}

/// The store's content, as the code under test would change it.
struct Journal {
  let context: ModelContext

  init(_ context: ModelContext) { self.context = context }

  func add(_ title: String) throws {
    context.insert(Entry(title: title))
    try context.save()
  }

  /// Writes down what was read of a failed save in the seed's app: it puts the context back.
  func addOrRevert(_ title: String) throws {
    context.insert(Entry(title: title))
    do {
      try context.save()
    } catch {
      context.processPendingChanges()
      context.rollback()
      throw error
    }
  }
}

@ModelActor
actor JournalActor {
  func add(_ title: String) throws {
    modelContext.insert(Entry(title: title))
    try modelContext.save()
  }

  func titles() throws -> [String] {
    try modelContext.fetch(FetchDescriptor<Entry>()).map(\.title).sorted()
  }
}
