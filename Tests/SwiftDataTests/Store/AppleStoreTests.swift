import Foundation
import SwiftData
import Testing

/// A store that Apple's SwiftData wrote, opened and changed through the public API.
@Suite struct AppleStoreTests {
  @Test func `five tasks read back in their versions`() throws {
    try withAppleStore { container in
      let context = ModelContext(container)
      let tasks = try context.fetch(
        FetchDescriptor<Scheduler.Task>(sortBy: [
          SortDescriptor(\.id), SortDescriptor(\.effectiveFrom),
        ])
      )
      #expect(tasks.map(\.id) == ["task1", "task1", "task2", "task2", "task3"])
      #expect(
        tasks.map { $0.nextVersion?.title.key } == [
          "Task 1 Title (%@)", nil, "Task 2 Title (#items: %lld)", nil, nil,
        ])
      #expect(tasks[1].previousVersion === tasks[0])
      #expect(tasks[3].previousVersion === tasks[2])
      #expect(tasks.allSatisfy { $0.outcomes.isEmpty })
    }
  }

  @Test func `composites read back from their columns`() throws {
    try withAppleStore { container in
      let context = ModelContext(container)
      let task = try #require(try context.fetch(.task("task1")).last)
      #expect(task.title.key == "Task 1 Title (%@)")
      #expect(task.title.arguments == [.string("new")])
      #expect(task.instructions.key == "Task 1 Instructions (%@)")
      #expect(task.schedule.startDate.timeIntervalSinceReferenceDate == 777_024_000)
      #expect(task.schedule.duration == .tillEndOfDay)
      #expect(task.schedule.recurrenceRule?.count == 469)
      #expect(
        task.schedule.notificationHint
          == .components(month: nil, day: nil, hour: 10, minute: 0, second: 0, weekday: nil))
    }
  }

  @Test func `enums and optionals read back as they were stored`() throws {
    try withAppleStore { container in
      let context = ModelContext(container)
      for task in try context.fetch(FetchDescriptor<Scheduler.Task>()) {
        #expect(task.completionPolicy == (task.id == "task2" ? .anytime : .sameDay))
        #expect(task.notificationThread == .global)
        #expect(task.notificationTime == nil)
        #expect(task.categoryValue == nil)
        #expect(!task.scheduleNotifications)
        #expect(task.tags.isEmpty)
        #expect(task.userInfo == Data("{}".utf8))
      }
    }
  }

  @Test func `arguments inside a composite read back from their JSON`() throws {
    try withAppleStore { container in
      let context = ModelContext(container)
      let task = try #require(try context.fetch(.task("task3")).first)
      #expect(
        task.instructions.arguments == []
          && task.title.arguments
            == [
              .placeholder(.double), .placeholder(.float), .placeholder(.int), .placeholder(.uint),
              .placeholder(.object),
            ]
      )
      #expect(task.effectiveFrom.timeIntervalSinceReferenceDate == 777_036_120.925461)
    }
  }

  @Test func `an edit is saved, and the rest of the file still reads`() throws {
    try withAppleStore { container in
      let context = ModelContext(container)
      let task = try #require(try context.fetch(.task("task3")).first)
      task.tags = ["a", "b"]
      task.completionPolicy = .duringEvent
      task.notificationThread = .custom("own")
      task.outcomes.append(
        Scheduler.Outcome(task: task, completionDate: Date(timeIntervalSinceReferenceDate: 5)))
      try context.save()
    } reopened: { container in
      let context = ModelContext(container)
      let task = try #require(try context.fetch(.task("task3")).first)
      #expect(task.tags == ["a", "b"])
      #expect(task.completionPolicy == .duringEvent)
      #expect(task.notificationThread == .custom("own"))
      #expect(task.outcomes.map(\.completionDate.timeIntervalSinceReferenceDate) == [5])
      #expect(try context.fetchCount(FetchDescriptor<Scheduler.Task>()) == 5)
    }
  }
}

extension FetchDescriptor<Scheduler.Task> {
  /// The versions of a task, oldest first.
  fileprivate static func task(_ id: String) -> Self {
    FetchDescriptor(
      predicate: #Predicate { $0.id == id }, sortBy: [SortDescriptor(\.effectiveFrom)])
  }
}

/// Runs a body, and another after closing and opening, with a copy of the fixture.
private func withAppleStore(
  _ body: (ModelContainer) throws -> Void, reopened: (ModelContainer) throws -> Void = { _ in }
) throws {
  try withTemporaryFolder { folder in
    let fixture = try #require(
      Bundle.module.url(forResource: "scheduler", withExtension: "store", subdirectory: "Fixtures"))
    let url = URL(fileURLWithPath: folder.file("scheduler.store"))
    try FileManager.default.copyItem(at: fixture, to: url)
    // The fixture may be read-only, and a copy keeps that.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
    func open() throws -> ModelContainer {
      try ModelContainer(
        for: Scheduler.schema, configurations: ModelConfiguration(url: url))
    }
    try body(open())
    try reopened(open())
  }
}
