import Foundation
import SwiftData

extension DocumentedCrash {
  /// A failed save leaves its changes pending, and the next one writes them.
  public static let pendingChangesWrittenByNextSave = DocumentedCrash(
    id: "pending-changes-written-by-next-save",
    title: "A deletion whose save failed is carried out by the next save from anywhere",
    source: .failedSave,
    affectedReleases: "all releases: it is how save() works",
    explanation: """
      When save() throws, the changes that it tried to write stay pending in the context. The \
      alert says that nothing was changed; then the next successful save anywhere in the app, or \
      the autosave of the main context, writes them after all, and the meal that was never to be \
      deleted is gone.
      """,
    remedy: Remedy(
      text:
        "Save in one place, and put the context back to what is stored before the error leaves it.",
      code: """
        func saveStamped() throws {
          do {
            try save()
          } catch {
            processPendingChanges()
            rollback()
            throw error
          }
        }
        """),
    expectation: .dataLoss,
    reproductions: [
      Procedure("a meal is deleted by another screen's save") {
        try FoodJournal.failedDeletion(onFailure: .none)
      },
      Procedure("a checklist loses its progress to another screen's save") {
        try Checklists.failedChange(reverting: false)
      },
    ],
    workarounds: [
      Procedure("the context is put back when a save fails") {
        try FoodJournal.failedDeletion(onFailure: .processAndRollback)
      },
      Procedure("a failed change is put back") { try Checklists.failedChange(reverting: true) },
    ],
    control: Procedure("a deletion whose save succeeds", FoodJournal.deletion))

  /// A failed insertion stays pending, and a retry inserts it a second time.
  public static let insertWrittenTwiceByRetry = DocumentedCrash(
    id: "insert-written-twice-by-retry",
    title: "Trying a failed insertion again stores the model twice",
    source: .failedSave,
    affectedReleases: "all releases: it is how save() works",
    explanation: """
      When save() throws, what was inserted stays inserted and pending. A button that is tapped \
      again makes and inserts a second model, and the save that then succeeds writes both.
      """,
    remedy: Remedy(
      text:
        "Roll the context back before the error leaves the saving place: a retry starts afresh.",
      code: """
        func log(_ meal: Meal) throws {
          context.insert(Entry(meal))
          try context.saveStamped()  // rolls back where save() throws
        }
        """),
    expectation: .dataLoss,
    reproductions: [
      Procedure("a meal is logged twice") { try FoodJournal.retryMeal(onFailure: .none) },
      Procedure("a checklist is added three times") {
        try Checklists.retryInsertion(reverting: false)
      },
    ],
    workarounds: [
      Procedure("the failed insertion is rolled back") {
        try FoodJournal.retryMeal(onFailure: .processAndRollback)
      },
      Procedure("two failed insertions are rolled back") {
        try Checklists.retryInsertion(reverting: true)
      },
    ],
    control: Procedure("an insertion that succeeds at once", FoodJournal.logMealOnce))
}

extension FoodJournal {
  /// Deletes a meal in a save that fails; then another screen saves a new food.
  static func failedDeletion(onFailure answer: AnswerToFailure) throws -> Outcome {
    let (container, saves) = try makeJournal()
    let context = container.makeContext()
    let entry = meal()
    context.insert(entry)
    try context.saveStamped(onFailure: answer)

    context.delete(entry)
    try expectFailure { try saves.failing { try context.saveStamped(onFailure: answer) } }
    // The alert says: nothing already logged is affected.
    context.insert(Food(name: "oats"))
    try context.saveStamped(onFailure: answer)

    let stored = container.makeContext()
    var findings = Findings()
    let meals = try stored.count(Entry.self)
    findings.require(
      meals == 1, "another screen's save has deleted the meal whose deletion had failed")
    if meals == 1 {
      findings.require(entry.timestamp, is: breakfast, "the timestamp")
      findings.require(try stored.count(EntryItem.self), is: 1, "the number of stored items")
    }
    findings.require(try stored.count(Food.self), is: 2, "the number of stored foods")
    return findings.outcome("the meal is stored as before, and the other screen's food too")
  }

  static func deletion() throws -> Outcome {
    let (container, _) = try makeJournal()
    let context = container.makeContext()
    let entry = meal()
    context.insert(entry)
    context.insert(meal(lunch, of: "oats"))
    try context.saveStamped(onFailure: .none)
    context.delete(entry)
    try context.saveStamped(onFailure: .none)
    var findings = Findings()
    let stored = container.makeContext()
    findings.require(try stored.only(Entry.self).timestamp, is: lunch, "the remaining meal")
    findings.require(try stored.count(EntryItem.self), is: 1, "the number of stored items")
    return findings.outcome("the one meal is deleted with its item, the other stays")
  }

  /// Logs a meal in a save that fails, and again when the user taps again.
  static func retryMeal(onFailure answer: AnswerToFailure) throws -> Outcome {
    let (container, saves) = try makeJournal()
    let context = container.makeContext()
    context.insert(meal(lunch, of: "oats"))
    try context.saveStamped(onFailure: answer)
    func logMeal() throws {
      context.insert(meal())
      try context.saveStamped(onFailure: answer)
    }
    try expectFailure { try saves.failing(logMeal) }
    try logMeal()

    let copies = try container.makeContext().fetch(FetchDescriptor<Entry>())
      .count { $0.timestamp == breakfast }
    return copies == 1
      ? .sound("the retry stores the meal once")
      : .faulty("the meal is stored \(copies) times")
  }

  static func logMealOnce() throws -> Outcome {
    let (container, _) = try makeJournal()
    let context = container.makeContext()
    context.insert(meal())
    try context.saveStamped(onFailure: .none)
    let stored = try container.makeContext().only(Entry.self)
    var findings = Findings()
    findings.require(stored.timestamp, is: breakfast, "the timestamp")
    return findings.outcome("the meal is stored once")
  }
}

extension Checklists {
  /// Changes a list in a save that fails; then another screen saves a list of its own.
  static func failedChange(reverting: Bool) throws -> Outcome {
    let (container, saves) = try makeChecklists()
    let context = container.makeContext()
    let list = Checklist(title: "Move", done: ["boxes", "keys"], progress: 0.5)
    context.insert(list)
    try context.save()

    list.done = []
    list.progress = 0
    try expectFailure { try saves.failing { try save(context, reverting: reverting) } }
    context.insert(Checklist(title: "Garden"))
    try save(context, reverting: reverting)

    let stored = try container.makeContext()
      .fetch(FetchDescriptor<Checklist>(predicate: #Predicate { $0.title == "Move" }))
    var findings = Findings()
    findings.require(
      stored.map(\.done) == [["boxes", "keys"]] && stored.map(\.progress) == [0.5],
      "another screen's save has written the change that had failed")
    return findings.outcome("the list is stored as before")
  }

  /// Adds a list, which fails twice and succeeds the third time.
  static func retryInsertion(reverting: Bool) throws -> Outcome {
    let (container, saves) = try makeChecklists()
    let context = container.makeContext()
    func add() throws {
      context.insert(Checklist(title: "Move"))
      try save(context, reverting: reverting)
    }
    try expectFailure { try saves.failing(add) }
    try expectFailure { try saves.failing(add) }
    try add()
    let copies = try container.makeContext().count(Checklist.self)
    return copies == 1
      ? .sound("the third try stores the list once")
      : .faulty("the list is stored \(copies) times")
  }

  static func save(_ context: ModelContext, reverting: Bool) throws {
    do {
      try context.save()
    } catch {
      if reverting { context.rollback() }
      throw error
    }
  }
}
