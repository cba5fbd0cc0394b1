import Foundation

@testable import TodoList

extension Date {
  /// A day of the tests' own calendar, counted from its first.
  static func day(_ number: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number) * 86_400)
  }
}

extension Priority {
  /// One of each case.
  static let samples: [Priority] = [
    .low, .medium, .high(dueDate: .day(1)),
    .urgent(dueDate: .day(2), reason: "The tax office waits"),
  ]
}
