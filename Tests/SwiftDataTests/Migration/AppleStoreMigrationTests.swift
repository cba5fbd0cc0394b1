import Foundation
import Testing

@testable import SwiftData

/// Stores that Apple's SwiftData wrote, migrated to models that have moved on.
@Suite struct AppleStoreMigrationTests {
  /// The scheduler's models with a structure less, a property renamed, and others new.
  enum Newer {
    @Model final class Task {
      #Index<Task>([\.id])

      var id: String
      @Attribute(originalName: "title") var heading: Scheduler.LocalizedText
      var schedule: Scheduler.Schedule
      var completionPolicy: Scheduler.CompletionPolicy
      var scheduleNotifications: Bool
      var notificationTime: Scheduler.NotificationTime?
      var notificationThread: Scheduler.NotificationThread
      var tags: [String]
      @Relationship(deleteRule: .cascade, inverse: \Outcome.task) var outcomes: [Outcome]
      var effectiveFrom: Date
      @Relationship(inverse: \Task.following) var previousVersion: Task?
      @Relationship(originalName: "nextVersion") var following: Task?
      @Attribute(originalName: "userInfo") var info: Data
      var priority: Int = 5
      var alarm: Alarm?

      init(id: String, heading: Scheduler.LocalizedText, schedule: Scheduler.Schedule) {
        self.id = id
        self.heading = heading
        self.schedule = schedule
        completionPolicy = .sameDay
        scheduleNotifications = false
        notificationThread = .global
        tags = []
        outcomes = []
        effectiveFrom = schedule.startDate
        info = Data()
      }
    }

    @Model final class Outcome {
      @Attribute(.unique) var id: UUID
      var completionDate: Date
      var task: Task

      init(task: Task, completionDate: Date) {
        id = UUID()
        self.completionDate = completionDate
        self.task = task
      }
    }

    @Model final class Alarm {
      var hour: Int

      init(hour: Int) { self.hour = hour }
    }
  }

  private func withAppleStore(_ body: (MigratingStore) throws -> Void) throws {
    try withMigratingStore { store in
      let fixture = try #require(
        Bundle.module.url(
          forResource: "scheduler", withExtension: "store", subdirectory: "Fixtures"))
      try FileManager.default.copyItem(at: fixture, to: store.url)
      // The fixture may be read-only, and a copy keeps that.
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: store.url.path)
      try body(store)
    }
  }

  private func tasks(_ context: ModelContext) throws -> [Newer.Task] {
    try context.fetch(
      FetchDescriptor(sortBy: [SortDescriptor(\.id), SortDescriptor(\.effectiveFrom)]))
  }

  @Test func `properties that stay and those with new names keep their values`() throws {
    try withAppleStore { store in
      try store.open(Newer.Task.self) { context in
        let tasks = try tasks(context)
        #expect(tasks.map(\.id) == ["task1", "task1", "task2", "task2", "task3"])
        // Two structures had a key each; the first of the two columns belonged to the one that is gone.
        #expect(tasks.last?.heading.arguments.first == .placeholder(.double))
        #expect(
          tasks[1].heading.key == "Task 1 Title (%@)" || tasks[0].heading.key == "Task 1 Title (%@)"
        )
        #expect(tasks.allSatisfy { $0.info == Data("{}".utf8) })
        #expect(tasks.map { $0.following?.id } == ["task1", nil, "task2", nil, nil])
        #expect(tasks[1].previousVersion === tasks[0])
      }
    }
  }

  @Test func `parts of structures keep their columns though suffixes move`() throws {
    try withAppleStore { store in
      try store.open(Newer.Task.self) { context in
        let task = try #require(try tasks(context).last { $0.id == "task1" })
        #expect(task.schedule.startDate.timeIntervalSinceReferenceDate == 777_024_000)
        #expect(task.schedule.duration == .tillEndOfDay)
        #expect(task.schedule.recurrenceRule?.count == 469)
        #expect(
          task.schedule.notificationHint
            == .components(month: nil, day: nil, hour: 10, minute: 0, second: 0, weekday: nil))
        #expect(task.notificationTime == nil)
        #expect(task.completionPolicy == .sameDay)
        #expect(task.notificationThread == .global)
      }
    }
  }

  @Test func `new properties have their defaults`() throws {
    try withAppleStore { store in
      try store.open(Newer.Task.self) { context throws in
        #expect(try tasks(context).allSatisfy { $0.priority == 5 && $0.alarm == nil })
      }
    }
  }

  @Test func `tables are those of a new store, and the history stays`() throws {
    try withAppleStore { store in
      let changes = try store.rows("SELECT ZENTITYPK, ZCHANGETYPE FROM ACHANGE ORDER BY Z_PK")
      let identifier = try store.rows("SELECT Z_UUID FROM Z_METADATA")
      try store.open(Newer.Task.self)
      #expect(try store.statements == statementsOfNewStore(Schema([Newer.Task.self])))
      #expect(
        try store.rows("SELECT ZENTITYPK, ZCHANGETYPE FROM ACHANGE ORDER BY Z_PK") == changes)
      // Tasks were the second of two entities, and are the third of three.
      #expect(try store.rows("SELECT DISTINCT ZENTITY FROM ACHANGE") == ["3"])
      #expect(try store.rows("SELECT Z_UUID FROM Z_METADATA") == identifier)
      #expect(
        try store.rows("SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY")
          == [
            "1|Alarm|0", "2|Outcome|0", "3|Task|5", "16001|CHANGE|5", "16002|TRANSACTION|1",
            "16003|TRANSACTIONSTRING|2",
          ])
    }
  }

  enum Shipped: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Scheduler.Task.self] }
  }

  enum Next: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Newer.Task.self] }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Shipped.self, Next.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: Shipped.self, toVersion: Next.self,
          willMigrate: { context in
            for task in try context.fetch(FetchDescriptor<Scheduler.Task>()) {
              task.tags = [task.instructions.key]
            }
            try context.save()
          }, didMigrate: nil)
      ]
    }
  }

  @Test func `a plan knows the store by its tables, and its code sees the old models`() throws {
    try withAppleStore { store in
      try store.open(Next.self, plan: Plan.self) { context in
        let task = try #require(try tasks(context).last { $0.id == "task1" })
        #expect(task.tags == ["Task 1 Instructions (%@)"])
        #expect(task.schedule.duration == .tillEndOfDay)
      }
    }
  }
}
