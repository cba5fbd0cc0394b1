import Foundation
import SwiftData

extension DocumentedCrash {
  /// A model that its context already holds was inserted again, and keeps its values through a
  /// rollback.
  public static let reinsertionEscapesRollback = DocumentedCrash(
    id: "reinsertion-escapes-rollback",
    title: "Inserting a model that its context already holds cuts it off from rollback",
    source: .failedSave,
    affectedReleases: "iOS 26 era; the source names no version",
    explanation: """
      Inserting a model that the context already holds looks like doing nothing. It registers the \
      model again, with a baseline that rollback() does not know, so a later rollback has nothing \
      to restore: the object keeps the values that the failed save tried to write, while the store \
      has the old ones. A retry then counts on top of values that were never stored. It makes no \
      difference whether the model changes before or after it is inserted again.
      """,
    remedy: Remedy(
      text: "Insert a model only while its modelContext is nil.",
      code: """
        func insertUnstored<Model: PersistentModel>(_ models: [Model]) {
          for model in models where model.modelContext == nil {
            insert(model)
          }
        }
        """),
    expectation: .wrongResult,
    reproductions: [
      Procedure("a food's use is counted twice") {
        try FoodJournal.logFood { context, food in context.insert(food) }
      },
      Procedure("a checklist keeps what was never stored") {
        try Checklists.revert { context, list in context.insert(list) }
      },
      Procedure("a checklist that is inserted before it changes") {
        try Checklists.revert(insertsFirst: true) { context, list in context.insert(list) }
      },
    ],
    workarounds: [
      Procedure("only models without a context are inserted") {
        try FoodJournal.logFood { context, food in context.insertUnstored([food]) }
      },
      Procedure("a checklist that is held is not inserted") {
        try Checklists.revert { context, list in context.insertUnstored([list]) }
      },
    ],
    control: Procedure("the model is not inserted again") {
      try FoodJournal.logFood { _, _ in }
    })
}

extension FoodJournal {
  /// Logs a meal of a stored food in a save that fails, and again.
  static func logFood(_ insert: (ModelContext, Food) -> Void) throws -> Outcome {
    let (container, saves) = try makeJournal()
    let context = container.makeContext()
    let food = Food(name: "rye", uses: 3)
    context.insert(food)
    try context.saveStamped(onFailure: .processAndRollback)
    func logMeal() throws {
      food.uses += 1
      insert(context, food)
      let item = EntryItem(food: food)
      context.insert(Entry(timestamp: breakfast, entryItems: [item]))
      try context.saveStamped(onFailure: .processAndRollback)
    }

    var findings = Findings()
    try expectFailure { try saves.failing(logMeal) }
    findings.require(
      food.uses == 3,
      "after the rollback the food on screen has \(food.uses) uses, and the store has 3")
    try logMeal()
    let stored = container.makeContext()
    findings.require(try stored.count(Entry.self), is: 1, "the number of stored meals")
    let uses = try stored.only(Food.self).uses
    findings.require(uses == 4, "one meal was logged, and the uses went from 3 to \(uses)")
    return findings.outcome("the food has its 3 uses again, and the retry makes them 4")
  }
}

extension Checklists {
  /// Changes a stored list in a save that fails, and looks at it after the rollback.
  static func revert(
    insertsFirst: Bool = false, _ insert: (ModelContext, Checklist) -> Void
  ) throws -> Outcome {
    let (container, saves) = try makeChecklists()
    let context = container.makeContext()
    context.insert(Checklist(title: "Move", done: ["boxes"]))
    try context.save()
    let screen = container.makeContext()
    let list = try screen.only(Checklist.self)
    if insertsFirst { insert(screen, list) }
    list.done.append("keys")
    if !insertsFirst { insert(screen, list) }
    try expectFailure { try saves.failing { try save(screen, reverting: true) } }

    var findings = Findings()
    findings.require(
      list.done == ["boxes"],
      "after the rollback the list on screen has \(list.done), and the store has [\"boxes\"]")
    findings.require(
      try container.makeContext().only(Checklist.self).done, is: ["boxes"], "the stored list")
    return findings.outcome("the list on screen is what is stored")
  }
}
