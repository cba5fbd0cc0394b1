import Foundation
import SwiftData

extension DocumentedCrash {
  /// The deletion of a parent is rolled back whose children were never loaded.
  public static let cascadeRollback = DocumentedCrash(
    id: "cascade-rollback",
    title: "Rolling back the deletion of a parent with children traps inside rollback()",
    source: Source(
      Source.failedSave.title,
      Source.failedSave.addresses + ["https://developer.apple.com/forums/thread/820173"]),
    affectedReleases: "iOS 26 era; an Apple engineer confirmed it as a framework issue",
    explanation: """
      A fetched parent does not have its children: its collection is a promise that is kept when \
      the property is first read. rollback() links a deleted parent with its children again and \
      takes every collection for a loaded one; where it finds the promise, the dynamic cast to an \
      array fails, inside rollback(), and the process ends. The document does not know whether \
      processing the changes first helps; the engine takes it that it does not.
      """,
    remedy: Remedy(
      text: """
        Delete the children first, which loads them. Or delete in a context of its own, and drop \
        that context where the save fails.
        """,
      code: """
        let editing = ModelContext(container)
        let meal = editing.model(for: meal.persistentModelID) as! Meal
        editing.delete(meal)
        try editing.save()  // where it throws, let the context go: nothing to roll back
        """),
    expectation: .processDies(messageFragment: "Could not cast value of type"),
    reproductions: [
      Procedure("a fetched meal with an item") {
        try FoodJournal.deleteFetched { context, entry in
          context.delete(entry)
          context.rollback()
        }
      },
      Procedure("a fetched album with two collections") {
        try MusicCollection.deleteFetched { context, album in
          context.delete(album)
          context.rollback()
        }
      },
      Procedure("a fetched album whose deletion was processed") {
        try MusicCollection.deleteFetched { context, album in
          context.delete(album)
          context.processPendingChanges()
          context.rollback()
        }
      },
    ],
    workarounds: [
      Procedure("the children are deleted first") {
        try FoodJournal.deleteFetched { context, entry in
          for item in entry.entryItems ?? [] { context.delete(item) }
          context.delete(entry)
          context.processPendingChanges()
          context.rollback()
        }
      },
      Procedure("a context of its own is dropped", FoodJournal.deleteInOwnContext),
    ],
    control: Procedure("a model without children", FoodJournal.deleteFood))
}

extension FoodJournal {
  /// Deletes a meal that was fetched and not looked at further, and rolls back.
  static func deleteFetched(_ deleteAndRevert: (ModelContext, Entry) -> Void) throws -> Outcome {
    let (container, _) = try makeJournal()
    let context = container.makeContext()
    context.insert(meal())
    try context.save()
    let screen = container.makeContext()
    let entry = try screen.only(Entry.self)
    deleteAndRevert(screen, entry)
    try screen.save()
    return try storedMeal(entry, container)
  }

  private static func storedMeal(
    _ entry: Entry, _ container: ModelContainer
  ) throws -> Outcome {
    var findings = Findings()
    findings.require(entry.timestamp, is: breakfast, "the timestamp")
    findings.require(entry.entryItems?.count, is: 1, "the number of the meal's items")
    let stored = container.makeContext()
    findings.require(try stored.count(Entry.self), is: 1, "the number of stored meals")
    findings.require(try stored.count(EntryItem.self), is: 1, "the number of stored items")
    return findings.outcome("rollback() returns, and the meal is whole")
  }

  /// Deletes a meal in a context of its own whose save fails, and drops the context.
  static func deleteInOwnContext() throws -> Outcome {
    let (container, saves) = try makeJournal()
    let context = container.makeContext()
    context.insert(meal())
    try context.save()
    let screen = container.makeContext()
    let entry = try screen.only(Entry.self)
    try expectFailure {
      let editing = ModelContext(container)
      editing.delete(try editing.only(Entry.self))
      try saves.failing { try editing.save() }
    }
    try screen.save()
    return try storedMeal(entry, container)
  }

  static func deleteFood() throws -> Outcome {
    let (container, _) = try makeJournal()
    let context = container.makeContext()
    context.insert(Food(name: "rye", uses: 3))
    try context.save()
    let screen = container.makeContext()
    let food = try screen.only(Food.self)
    screen.delete(food)
    screen.processPendingChanges()
    screen.rollback()
    var findings = Findings()
    findings.require(food.uses, is: 3, "the number of uses")
    findings.require(try container.makeContext().count(Food.self), is: 1, "the stored foods")
    return findings.outcome("the food is whole")
  }
}

extension MusicCollection {
  /// Deletes an album that was fetched and not looked at further, and rolls back.
  static func deleteFetched(_ deleteAndRevert: (ModelContext, Album) -> Void) throws -> Outcome {
    let (container, _) = try makeCollection()
    let context = container.makeContext()
    context.insert(album())
    try context.save()
    let screen = container.makeContext()
    let fetched = try screen.only(Album.self)
    deleteAndRevert(screen, fetched)
    try screen.save()
    var findings = Findings()
    findings.require(fetched.tracks.count, is: 2, "the number of tracks")
    findings.require(try container.makeContext().count(Track.self), is: 2, "the stored tracks")
    findings.require(try container.makeContext().count(Review.self), is: 1, "the stored reviews")
    return findings.outcome("rollback() returns, and the album is whole")
  }
}
