import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import TodoList

@Suite(
  .modelContainer(for: TodoItem.self) { context in
    context.insert(TodoItem("taxes", priority: .urgent(dueDate: .day(2), reason: "late")))
  })
struct FailedSaveTests {
  let list: TodoList
  let item: TodoItem

  init() throws {
    list = TodoList(try ModelContainer.current.freshContext())
    item = try #require(try list.openItems().first)
  }

  @Test func `a priority that cannot be saved stays the old one on the screen`() throws {
    withSaveFailure(.once.on(.update)) {
      expectSaveFails(with: InjectedFault.self) { try list.prioritize(item, as: .low) }
    }
    #expect(item.priority == .urgent(dueDate: .day(2), reason: "late"))
    expectClean(list.context)
  }

  @Test func `a deletion that cannot be saved is not made up for by the next save`() throws {
    withSaveFailure(.once.on(.delete).throwing(.volumeReadOnly)) {
      expectSaveFails(with: CocoaError.volumeReadOnly) { try list.delete(item) }
    }
    try list.add("read")
    #expect(item.title == "taxes")
    expectStored(TodoItem.self, \.title, equal: ["taxes", "read"])
  }

  @Test(.saveFailure(.first(2)))
  func `the third attempt goes through`() throws {
    for _ in 1...2 {
      expectSaveFails(with: InjectedFault.self) { try list.complete(item) }
    }
    try list.complete(item)
    expectStored(TodoItem.self, \.isCompleted, equal: [true])
  }
}
