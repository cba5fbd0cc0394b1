import Foundation
import SwiftData

// The fault: the app's first version, which stores the enum as it is.

/// An item that may not survive to be deleted: its priority has associated values.
@Model
final class UnguardedTodoItem {
  var id = UUID()
  var title: String
  var priority: Priority
  var isCompleted = false

  init(_ title: String, priority: Priority = .medium) {
    self.title = title
    self.priority = priority
  }
}
