import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import TodoList

#if !canImport(Darwin)
  /// The fault as the toolkit finds it: a deletion casts the stored parts of the priority, which fails.
  @Suite(
    .modelContainer(for: UnguardedTodoItem.self) { context in
      context.insert(UnguardedTodoItem("taxes", priority: .high(dueDate: .day(1))))
    })
  struct UnguardedTodoItemTests {
    @Test func `deleting an item with an associated value is reported`() throws {
      let context = try ModelContainer.current.freshContext()
      let item = try #require(try context.fetch(FetchDescriptor<UnguardedTodoItem>()).first)
      try withKnownIssue("The enum is stored as it is") {
        context.delete(item)
        try context.save()
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains("payload-enum-delete") }
      }
      expectNothingStored()
    }

    @Test func `the app dies where it deletes an item that it never looked at`() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let settings = HazardSettings.report.with(.trap, for: "payload-enum-delete")
        try withModelContainer(for: UnguardedTodoItem.self, hazards: settings) { container in
          let context = container.freshContext()
          context.insert(UnguardedTodoItem("taxes", priority: .high(dueDate: .day(1))))
          try context.save()
          let screen = container.freshContext()
          for item in try screen.fetch(FetchDescriptor<UnguardedTodoItem>()) { screen.delete(item) }
        }
      }
      #expect(result?.message.contains("Could not cast value of type") == true)
    }

    @Test func `the repaired item is deleted where the hazard is real`() async {
      await #expect(processExitsWith: .success) {
        try withModelContainer(for: TodoItem.self, hazards: .trap) { container in
          try TodoList(container.freshContext()).add("taxes", priority: .high(dueDate: .day(1)))
          let screen = TodoList(container.freshContext())
          for item in try screen.openItems() { try screen.delete(item) }
          let left = try screen.openItems()
          precondition(left.isEmpty)
        }
      }
    }

    @Test func `an item that the screen has shown is deleted without harm`() throws {
      let context = try ModelContainer.current.freshContext()
      let item = try #require(try context.fetch(FetchDescriptor<UnguardedTodoItem>()).first)
      #expect(item.priority == .high(dueDate: .day(1)))
      context.delete(item)
      try context.save()
      expectNothingStored()
    }

    @Test(.hazards(.report.with(.ignore, for: "payload-enum-delete")))
    func `with the hazard ignored the deletion is sound`() throws {
      let context = try ModelContainer.current.freshContext()
      try context.delete(model: UnguardedTodoItem.self)
      try context.save()
      expectNothingStored()
    }
  }
#endif
