import SwiftData
import SwiftDataTesting
import Testing

@testable import TodoList

/// Previews cannot be tested, but what they show can.
struct PreviewDataTests {
  @Test @MainActor func `a preview shows an item of each priority`() throws {
    let container = try PreviewData.makeContainer()
    expectStored(TodoItem.self, count: 4, in: container)
    #expect(!container.mainContext.autosaveEnabled)
  }

  @Test(
    .modelContainer(for: TodoItem.self) { context in try PreviewData.insertItems(into: context) })
  func `every item of a preview can be deleted`() throws {
    let list = TodoList(try ModelContainer.current.freshContext())
    for item in try list.openItems() { try list.delete(item) }
    expectNothingStored()
  }
}
