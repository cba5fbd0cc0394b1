import Foundation

@testable import SwiftData

/// Models for the store in `Fixtures/scheduler.store`, which Apple's SwiftData wrote.
enum Scheduler {
  struct LocalizedText: Codable, Equatable {
    enum Argument: Codable, Equatable {
      enum Placeholder: Codable, Equatable { case double, float, int, uint, object }

      case string(String)
      case int64(Int64)
      case placeholder(Placeholder)
    }

    var key: String
    var arguments: [Argument]
  }

  struct Schedule: Codable, Equatable {
    enum Duration: Codable, Equatable {
      case allDay
      case tillEndOfDay
      case duration(high: Int, low: Int)
    }

    enum NotificationHint: Codable, Equatable {
      case none
      case components(
        month: Int?, day: Int?, hour: Int?, minute: Int, second: Int, weekday: Int?)
      case allDay(weekday: Int?)
    }

    var startDate: Date
    var duration: Duration
    var recurrenceRule: Data?
    var notificationHint: NotificationHint
  }

  enum CompletionPolicy: Codable, Equatable {
    case sameDay, afterStart, sameDayAfterStart, duringEvent, anytime
  }

  struct NotificationTime: Codable, Equatable {
    var hour: Int
    var minute: Int
    var second: Int
  }

  enum NotificationThread: Codable, Equatable {
    case global
    case task
    case custom(String)
    case none
  }

  @Model final class Task {
    #Index<Task>([\.id], [\.effectiveFrom], [\.effectiveFrom, \.nextVersion])
    #Unique<Task>([\.nextVersion], [\.id, \.nextVersion])

    var id: String
    var title: LocalizedText
    var instructions: LocalizedText
    var categoryValue: String?
    var schedule: Schedule
    var completionPolicy: CompletionPolicy
    var scheduleNotifications: Bool
    var notificationTime: NotificationTime?
    var notificationThread: NotificationThread
    var tags: [String]
    @Relationship(deleteRule: .cascade, inverse: \Outcome.task) var outcomes: [Outcome]
    var effectiveFrom: Date
    @Relationship(inverse: \Task.nextVersion) var previousVersion: Task?
    @Relationship var nextVersion: Task?
    var userInfo: Data

    init(id: String, title: LocalizedText, schedule: Schedule) {
      self.id = id
      self.title = title
      self.instructions = title
      self.schedule = schedule
      self.completionPolicy = .sameDay
      self.scheduleNotifications = false
      self.notificationThread = .global
      self.tags = []
      self.outcomes = []
      self.effectiveFrom = schedule.startDate
      self.userInfo = Data("{}".utf8)
    }
  }

  @Model final class Outcome {
    #Index<Outcome>([\.id], [\.occurrenceStartDate])

    @Attribute(.unique) var id: UUID
    var completionDate: Date
    var occurrenceStartDate: Date
    var task: Task
    var userInfo: Data

    init(task: Task, completionDate: Date) {
      self.id = UUID()
      self.completionDate = completionDate
      self.occurrenceStartDate = completionDate
      self.task = task
      self.userInfo = Data("{}".utf8)
    }
  }

  static let schema = Schema([Task.self, Outcome.self])
}
