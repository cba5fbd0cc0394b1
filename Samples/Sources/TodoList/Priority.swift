import Foundation

/// How urgent an item is.
enum Priority: Codable, Hashable, Sendable {
  case low
  case medium
  case high(dueDate: Date)
  case urgent(dueDate: Date, reason: String)
}
