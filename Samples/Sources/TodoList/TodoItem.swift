import Foundation
import SwiftData

/// Something to do.
///
/// The priority's parts are stored as properties of their own: SwiftData cannot reliably delete a model
/// that stores an enum with associated values, and queries can use the parts.
@Model
final class TodoItem {
  var id = UUID()
  var title: String
  var isCompleted = false

  private(set) var priorityType: String = PriorityType.medium.rawValue
  private(set) var priorityDueDate: Date?
  private(set) var priorityReason: String?

  init(_ title: String, priority: Priority = .medium) {
    self.title = title
    self.priority = priority
  }
}

extension TodoItem {
  /// The stored names of the priority's cases.
  enum PriorityType: String {
    case low, medium, high, urgent
  }

  /// How urgent the item is.
  var priority: Priority {
    get {
      switch PriorityType(rawValue: priorityType) {
      case .low: .low
      case .medium, nil: .medium
      case .high: .high(dueDate: priorityDueDate ?? .distantFuture)
      case .urgent:
        .urgent(dueDate: priorityDueDate ?? .distantFuture, reason: priorityReason ?? "")
      }
    }
    set {
      let (type, dueDate, reason): (PriorityType, Date?, String?) =
        switch newValue {
        case .low: (.low, nil, nil)
        case .medium: (.medium, nil, nil)
        case .high(let dueDate): (.high, dueDate, nil)
        case .urgent(let dueDate, let reason): (.urgent, dueDate, reason)
        }
      priorityType = type.rawValue
      priorityDueDate = dueDate
      priorityReason = reason
    }
  }
}
