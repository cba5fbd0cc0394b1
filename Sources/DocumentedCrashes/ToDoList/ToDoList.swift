import Foundation
import SwiftData

/// The models of a to-do list, as the document has them.
enum ToDoList {
  enum Priority: Codable, Equatable {
    case low
    case medium
    case high(dueDate: Date)
    case urgent(dueDate: Date, reason: String)
  }

  @Model
  final class TodoItem {
    var id = UUID()
    var title: String
    var priority: Priority
    var isCompleted = false

    init(title: String, priority: Priority) {
      self.title = title
      self.priority = priority
    }
  }

  static let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
}

/// Models of another shape: the enum is optional, and its associated values have no labels.
enum AlarmClock {
  enum Trigger: Codable, Equatable {
    case never
    case every(Int)
    case near(String, Double)
  }

  @Model
  final class Alarm {
    var hour: Int
    var trigger: Trigger?
    var sound: String?

    init(hour: Int, trigger: Trigger?, sound: String? = nil) {
      self.hour = hour
      self.trigger = trigger
      self.sound = sound
    }
  }
}

/// The document's way out: the enum's parts are properties of their own.
enum DecomposedToDoList {
  typealias Priority = ToDoList.Priority

  @Model
  final class DecomposedTodoItem {
    var id = UUID()
    var title: String

    private var priorityType: String = "medium"
    private var priorityDueDate: Date?
    private var priorityReason: String?

    var priority: Priority {
      get {
        switch priorityType {
        case "low": .low
        case "high": .high(dueDate: priorityDueDate ?? .distantPast)
        case "urgent":
          .urgent(dueDate: priorityDueDate ?? .distantPast, reason: priorityReason ?? "")
        default: .medium
        }
      }
      set {
        (priorityType, priorityDueDate, priorityReason) =
          switch newValue {
          case .low: ("low", nil, nil)
          case .medium: ("medium", nil, nil)
          case .high(let date): ("high", date, nil)
          case .urgent(let date, let reason): ("urgent", date, reason)
          }
      }
    }

    init(title: String, priority: Priority) {
      self.title = title
      self.priority = priority
    }
  }
}
