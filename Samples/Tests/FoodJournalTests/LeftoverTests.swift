import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import FoodJournal

/// What is unsaved when a test ends.
struct LeftoverTests {
  @Test(.modelContainer(for: Entry.self, leftovers: .allowed))
  func `an editor that is left without saving stores nothing`() throws {
    let editor = try ModelContainer.current.freshContext()
    editor.insert(Entry(timestamp: .day(1)))
    expectNothingStored()
  }

  @Test func `an unsaved meal is reported`() throws {
    try withKnownIssue {
      try withModelContainer(for: Entry.self) { container in
        container.freshContext().insert(Entry(timestamp: .day(1)))
      }
    } matching: { issue in
      issue.severity == .warning
        && issue.comments.contains { $0.rawValue.contains("inserted: Entry") }
    }
  }

  @Test func `what a failed save leaves pending is reported`() throws {
    try withKnownIssue {
      try withModelContainer(for: Entry.self) { container in
        let journal = UnguardedJournal(container.freshContext())
        withSaveFailure(.once) {
          expectSaveFails(with: InjectedFault.self) { try journal.log(Food("rye"), at: .day(1)) }
        }
      }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("failed save left pending") }
    }
  }
}
