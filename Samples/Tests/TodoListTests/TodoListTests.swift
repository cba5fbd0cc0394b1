import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import TodoList

@Suite(.modelContainer(for: TodoItem.self))
struct TodoListTests {
  let list: TodoList

  init() throws {
    list = TodoList(try ModelContainer.current.freshContext())
  }

  @Test(arguments: Priority.samples)
  func `a priority comes back from the store as it went in`(priority: Priority) throws {
    try list.add("taxes", priority: priority)
    expectStored(TodoItem.self, \.title, \.priority, equal: [("taxes", priority)])
  }

  @Test(arguments: Priority.samples, Priority.samples)
  func `a priority takes the place of another`(old: Priority, new: Priority) throws {
    let item = try list.add("taxes", priority: old)
    try list.prioritize(item, as: new)
    expectStored(TodoItem.self, \.priority, equal: [new])
  }

  @Test(arguments: Priority.samples)
  func `an item of any priority can be deleted`(priority: Priority) throws {
    try list.add("taxes", priority: priority)
    let screen = TodoList(try ModelContainer.current.freshContext())
    try screen.delete(#require(screen.openItems().first))
    expectNothingStored()
  }

  @Test func `what is ticked off is open no more, and is cleared`() throws {
    try list.complete(list.add("wash"))
    try list.add("dry")
    #expect(try list.openItems().map(\.title) == ["dry"])
    #expect(try list.clearCompleted() == 1)
    expectStored(TodoItem.self, \.title, equal: ["dry"])
  }
}

/// Questions that only a decomposed priority can answer in the store.
@Suite(
  .modelContainer(for: TodoItem.self) { context in
    for (title, priority) in zip(["sweep", "read", "call", "taxes"], Priority.samples) {
      context.insert(TodoItem(title, priority: priority))
    }
  })
struct PriorityQueryTests {
  let list: TodoList

  init() throws {
    list = TodoList(try ModelContainer.current.freshContext())
  }

  @Test(arguments: [(1, []), (2, ["call"]), (3, ["call", "taxes"])])
  func `items are found by their due date`(day: Int, due: [String]) throws {
    #expect(try list.openItems(dueBefore: .day(day)).map(\.title) == due)
  }

  @Test func `the badge counts what is urgent and open`() throws {
    #expect(try list.urgentCount() == 1)
    try list.complete(#require(list.urgentItems(because: "tax").first))
    #expect(try list.urgentCount() == 0)
  }

  @Test func `urgent items are found by a word of their reason`() throws {
    #expect(try list.urgentItems(because: "OFFICE").map(\.title) == ["taxes"])
  }

  @Test func `a query sees what is not saved yet`() throws {
    let item = try #require(try list.openItems().first { $0.title == "sweep" })
    item.priority = .high(dueDate: .day(0))
    #expect(try list.openItems(dueBefore: .day(1)).map(\.title) == ["sweep"])
    list.context.rollback()
    #expect(try list.openItems(dueBefore: .day(1)).isEmpty)
  }
}
