import Foundation
import SwiftData

extension DocumentedCrash.Source {
  /// The document about failed saves.
  static let failedSave = DocumentedCrash.Source(
    "SwiftData rollback after a failed save",
    ["https://roland.leth.ro/blog/tech/swiftdata-rollback-after-a-failed-save"])
}

extension DocumentedCrash {
  /// A deletion was rolled back before it was processed, and the model is read.
  public static let unprocessedDeleteRollback = DocumentedCrash(
    id: "unprocessed-delete-rollback",
    title: "Reading a model traps after the rollback of its unprocessed deletion",
    source: .failedSave,
    affectedReleases: "iOS 26 era; the source names no version",
    explanation: """
      delete() only marks a model; the context takes the deletion in when it processes its pending \
      changes, which save() does on its way to the store. A rollback before that forgets the mark \
      but has no record from which to bring the model back: the instance that a screen holds is \
      cut off from its values, and the next read of any property ends the process. It takes a \
      failure between delete() and save(), as from an app's own code or a test's hook.
      """,
    remedy: Remedy(
      text:
        "Call processPendingChanges() before rollback(), in the one place that answers failures.",
      code: """
        func revertToStore() {
          processPendingChanges()
          rollback()
        }
        """),
    expectation: .processDies(
      messageFragment: "its backing data could no longer be found the store"),
    reproductions: [
      Procedure("a deleted meal, read after rollback()") {
        try FoodJournal.deleteAndRevert(onFailure: .rollback)
      },
      Procedure("a deleted album with two collections") {
        try MusicCollection.deleteAndRevert { $0.rollback() }
      },
    ],
    workarounds: [
      Procedure("processPendingChanges() comes first") {
        try FoodJournal.deleteAndRevert(onFailure: .processAndRollback)
      },
      Procedure("the failure comes from the store, after save() has processed the deletion") {
        try FoodJournal.deleteAndRevertAfterStoreFailure()
      },
    ],
    control: Procedure("a change is rolled back", FoodJournal.changeAndRevert))
}

extension FoodJournal {
  /// Deletes a meal, fails before `save()`, saves again elsewhere, and reads the meal that the
  /// screen holds.
  static func deleteAndRevert(onFailure answer: AnswerToFailure) throws -> Outcome {
    let (container, _) = try makeJournal()
    let context = container.makeContext()
    let entry = meal()
    context.insert(entry)
    try context.saveStamped(onFailure: answer)

    context.delete(entry)
    try expectFailure {
      try SaveFailureInjection.$isFailing.withValue(true) {
        try context.saveStamped(onFailure: answer)
      }
    }
    try context.saveStamped(onFailure: answer)
    return try wholeMeal(entry, in: context, container)
  }

  /// The same where the store itself fails.
  static func deleteAndRevertAfterStoreFailure() throws -> Outcome {
    let (container, saves) = try makeJournal()
    let context = container.makeContext()
    let entry = meal()
    context.insert(entry)
    try context.saveStamped(onFailure: .rollback)

    context.delete(entry)
    try expectFailure {
      try saves.failing { try context.saveStamped(onFailure: .rollback) }
    }
    try context.saveStamped(onFailure: .rollback)
    return try wholeMeal(entry, in: context, container)
  }

  /// Whether a meal is readable through the reference that a screen holds, and stored with its
  /// food.
  private static func wholeMeal(
    _ entry: Entry, in context: ModelContext, _ container: ModelContainer
  ) throws -> Outcome {
    var findings = Findings()
    findings.require(entry.timestamp, is: breakfast, "the timestamp")
    findings.require(entry.entryItems?.count, is: 1, "the number of the meal's items")
    findings.require(entry.entryItems?.first?.food?.name, is: "rye", "the food's name")
    findings.require(entry.isDeleted, is: false, "isDeleted")
    findings.require(try context.count(Entry.self), is: 1, "the number of meals")
    findings.require(try context.count(EntryItem.self), is: 1, "the number of items")
    let stored = container.makeContext()
    findings.require(try stored.count(Entry.self), is: 1, "the number of stored meals")
    findings.require(try stored.count(EntryItem.self), is: 1, "the number of stored items")
    return findings.outcome("the deleted meal is back whole, in memory and in the store")
  }

  static func changeAndRevert() throws -> Outcome {
    let (container, _) = try makeJournal()
    let context = container.makeContext()
    let entry = meal()
    context.insert(entry)
    try context.saveStamped(onFailure: .rollback)

    entry.timestamp = lunch
    try expectFailure {
      try SaveFailureInjection.$isFailing.withValue(true) {
        try context.saveStamped(onFailure: .rollback)
      }
    }
    return try wholeMeal(entry, in: context, container)
  }
}

extension MusicCollection {
  /// Deletes an album, reverts before any save, and reads it.
  static func deleteAndRevert(_ revert: (ModelContext) -> Void) throws -> Outcome {
    let (container, _) = try makeCollection()
    let context = container.makeContext()
    let album = album()
    context.insert(album)
    try context.save()
    context.delete(album)
    revert(context)
    var findings = Findings()
    findings.require(album.code, is: "A-1", "the code")
    findings.require(album.price, is: 12, "the price")
    findings.require(album.tracks.count, is: 2, "the number of tracks")
    findings.require(album.reviews.first?.stars, is: 5, "the stars")
    findings.require(try container.makeContext().count(Track.self), is: 2, "the stored tracks")
    return findings.outcome("the deleted album is back whole")
  }
}
