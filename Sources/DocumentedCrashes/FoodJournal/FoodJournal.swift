import Foundation
import SwiftData

/// The models of a food journal, as the document has them.
enum FoodJournal {
  /// A meal.
  @Model
  final class Entry {
    var timestamp: Date
    var modifiedAt: Date = Date.distantPast
    @Relationship(deleteRule: .cascade, inverse: \EntryItem.entry) var entryItems: [EntryItem]?

    init(timestamp: Date, entryItems: [EntryItem]) {
      self.timestamp = timestamp
      self.entryItems = entryItems
    }
  }

  /// The row that joins a meal to a food.
  @Model
  final class EntryItem {
    var modifiedAt: Date = Date.distantPast
    var entry: Entry?
    var food: Food?

    init(food: Food) { self.food = food }
  }

  /// A food, which knows how often it was eaten.
  @Model
  final class Food {
    var name: String
    var uses: Int
    var modifiedAt: Date = Date.distantPast
    @Relationship(deleteRule: .nullify, inverse: \EntryItem.food) var items: [EntryItem]?

    init(name: String, uses: Int = 0) {
      self.name = name
      self.uses = uses
    }
  }

  static let breakfast = Date(timeIntervalSinceReferenceDate: 800_000_000)
  static let lunch = breakfast.addingTimeInterval(18_000)

  /// A container for the journal, in memory.
  static func makeJournal() throws -> (container: ModelContainer, saves: SaveSwitch) {
    try makeFailableContainer(Entry.self, EntryItem.self, Food.self)
  }

  /// A meal of one food that is new.
  static func meal(_ timestamp: Date = breakfast, of food: String = "rye") -> Entry {
    Entry(timestamp: timestamp, entryItems: [EntryItem(food: Food(name: food))])
  }
}

/// A model that is stamped when it is saved.
protocol Stamped: AnyObject {
  var modifiedAt: Date { get set }
}

extension FoodJournal.Entry: Stamped {}
extension FoodJournal.EntryItem: Stamped {}
extension FoodJournal.Food: Stamped {}

/// What an app does when a save has failed.
enum AnswerToFailure {
  /// Nothing: the changes stay pending.
  case none
  /// `rollback()` alone.
  case rollback
  /// `processPendingChanges()`, then `rollback()`.
  case processAndRollback
}

/// The document's way to make a save fail in a test: before `save()` is even called.
enum SaveFailureInjection {
  struct Failure: Error {}

  @TaskLocal static var isFailing = false
}

extension ModelContext {
  /// The one function through which the journal writes: it stamps, saves, and answers a failure.
  func saveStamped(onFailure answer: AnswerToFailure) throws {
    for model in insertedModelsArray + changedModelsArray {
      (model as? any Stamped)?.modifiedAt = .now
    }
    do {
      if SaveFailureInjection.isFailing { throw SaveFailureInjection.Failure() }
      try save()
    } catch {
      switch answer {
      case .none: break
      case .rollback: rollback()
      case .processAndRollback:
        processPendingChanges()
        rollback()
      }
      throw error
    }
  }

  /// Inserts the models that no context has yet.
  func insertUnstored<Model: PersistentModel>(_ models: [Model]) {
    for model in models where model.modelContext == nil { insert(model) }
  }
}

/// Runs a save that must fail.
///
/// - Throws: An error where it does not fail.
func expectFailure(_ save: () throws -> Void) throws {
  do {
    try save()
  } catch {
    return
  }
  throw UnexpectedSuccess()
}

/// The error where a save was to fail and did not.
struct UnexpectedSuccess: Error, CustomStringConvertible {
  var description: String { "a save that was to fail has succeeded" }
}
