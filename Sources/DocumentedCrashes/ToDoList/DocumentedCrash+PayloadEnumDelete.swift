import Foundation
import SwiftData

extension DocumentedCrash {
  /// A deletion casts the stored parts of an enum with associated values to the enum.
  public static let payloadEnumDelete = DocumentedCrash(
    id: "payload-enum-delete",
    title: "Deleting a model with an enum that has associated values fails a dynamic cast",
    source: Source("SwiftData Enums in Xcode Previews: Technical Findings"),
    affectedReleases: "iOS 17 and later",
    explanation: """
      An enum with associated values is flattened into columns. After a fetch, what the instance \
      holds is these parts, and the enum is put together when the property is first read. A \
      deletion takes the instance's values as they are and casts each to its property's type; for \
      parts that nobody has read yet, the dynamic cast fails and ends the process. Where the value \
      was set or read before, it is at hand as what it is and the deletion works, which is why the \
      crash seems to come and go: a preview that deletes what it has just inserted may work a few \
      times.
      """,
    remedy: Remedy(
      text: """
        Store the enum's parts as properties of their own, a String for the case and an optional \
        for each associated value, and offer the enum as a computed property.
        """,
      code: """
        private var priorityType: String = "medium"
        private var priorityDueDate: Date?
        private var priorityReason: String?

        var priority: Priority {
          get {
            switch priorityType {
            case "low": .low
            case "high": .high(dueDate: priorityDueDate ?? .now)
            case "urgent": .urgent(dueDate: priorityDueDate ?? .now, reason: priorityReason ?? "")
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
        """),
    expectation: .processDies(messageFragment: "Could not cast value of type"),
    reproductions: [
      Procedure("a fetched to-do item whose priority was never read", ToDoList.deleteUnread),
      Procedure("a fetched alarm with an optional enum", AlarmClock.deleteUnread),
    ],
    workarounds: [
      Procedure("the enum's parts are stored by themselves", DecomposedToDoList.deleteUnread)
    ],
    control: Procedure("the enum's value is at hand", ToDoList.deleteAtHand))
}

extension ToDoList {
  static func deleteUnread() throws -> Outcome {
    let container = try makeContainer(TodoItem.self)
    let context = container.makeContext()
    context.insert(
      TodoItem(title: "Taxes", priority: .urgent(dueDate: date, reason: "the deadline")))
    try context.save()
    let list = container.makeContext()
    list.delete(try list.only(TodoItem.self))
    try list.save()
    return try outcome(container.makeContext().count(TodoItem.self))
  }

  static func deleteAtHand() throws -> Outcome {
    let container = try makeContainer(TodoItem.self)
    let context = container.makeContext()
    let inserted = TodoItem(title: "Taxes", priority: .high(dueDate: date))
    context.insert(inserted)
    context.insert(TodoItem(title: "Milk", priority: .urgent(dueDate: date, reason: "empty")))
    try context.save()
    context.delete(inserted)
    try context.save()
    let list = container.makeContext()
    let fetched = try list.only(TodoItem.self)
    var findings = Findings()
    findings.require(fetched.priority, is: .urgent(dueDate: date, reason: "empty"), "priority")
    list.delete(fetched)
    try list.save()
    findings.require(try container.makeContext().count(TodoItem.self), is: 0, "the number of items")
    return findings.outcome("an item just inserted and one whose priority was read are deleted")
  }

  fileprivate static func outcome(_ remaining: Int) -> Outcome {
    var findings = Findings()
    findings.require(remaining, is: 0, "the number of stored models")
    return findings.outcome("the model is deleted")
  }
}

extension AlarmClock {
  static func deleteUnread() throws -> Outcome {
    let container = try makeContainer(Alarm.self)
    let context = container.makeContext()
    context.insert(Alarm(hour: 7, trigger: .near("home", 50)))
    try context.save()
    let clock = container.makeContext()
    clock.delete(try clock.only(Alarm.self))
    try clock.save()
    return try ToDoList.outcome(container.makeContext().count(Alarm.self))
  }
}

extension DecomposedToDoList {
  static func deleteUnread() throws -> Outcome {
    let container = try makeContainer(DecomposedTodoItem.self)
    let context = container.makeContext()
    let priorities: [Priority] = [
      .low, .medium, .high(dueDate: ToDoList.date),
      .urgent(dueDate: ToDoList.date, reason: "the deadline"),
    ]
    for (index, priority) in priorities.enumerated() {
      context.insert(DecomposedTodoItem(title: "\(index)", priority: priority))
    }
    try context.save()
    var findings = Findings()
    let byTitle = FetchDescriptor<DecomposedTodoItem>(sortBy: [SortDescriptor(\.title)])
    findings.require(
      try container.makeContext().fetch(byTitle).map(\.priority) == priorities,
      "the priorities are others than were stored")
    let list = container.makeContext()
    for item in try list.fetch(byTitle) { list.delete(item) }
    try list.save()
    findings.require(
      try container.makeContext().count(DecomposedTodoItem.self), is: 0, "the number of items")
    return findings.outcome("every case reads back and is deleted")
  }
}
