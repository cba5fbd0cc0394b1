import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@Suite(
  .modelContainer(for: Entry.self) { context in
    context.insert(Entry(title: "rye", amount: 2))
    context.insert(Entry(title: "egg", amount: 1))
  })
struct ExpectStoredTests {
  @Test func `values are compared in any order`() {
    expectStored(Entry.self, \.title, \.amount, equal: [("egg", 1), ("rye", 2)])
  }

  @Test func `one key path takes plain values`() {
    expectStored(Entry.self, \.title, equal: ["rye", "egg"])
  }

  @Test func `other values fail with what is missing and what is unexpected`() {
    let line = #line + 2
    let issues = recordedIssues {
      expectStored(Entry.self, \.title, \.amount, equal: [("egg", 1), ("rye", 3)])
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains(#"missing:    title: "rye", amount: 3"#))
    #expect(message.contains(#"unexpected: title: "rye", amount: 2"#))
    #expect(!message.contains(#"missing:    title: "egg""#))
  }

  @Test func `equal models count as often as they are given`() {
    let issues = recordedIssues { expectStored(Entry.self, \.amount, equal: [2, 1, 1]) }
    #expect(issues.first?.message.contains("missing:    amount: 1") == true)
  }

  @Test func `a count fails with what is stored`() {
    let issues = recordedIssues { expectStored(Entry.self, count: 3) }
    let message = issues.first?.message ?? ""
    #expect(message.contains("3 × Entry expected to be stored, found 2"))
    #expect(message.contains(#"title: "egg""#))
  }

  @Test func `a predicate restricts the count`() {
    expectStored(Entry.self, count: 1, where: #Predicate { $0.title == "rye" })
  }

  @Test func `unsaved changes do not count`() throws {
    let context = try ModelContainer.current.freshContext()
    context.insert(Entry(title: "tea"))
    expectStored(Entry.self, count: 2)
    context.rollback()
  }

  @Test func `something stored where nothing should be is shown`() {
    let issues = recordedIssues { expectNothingStored() }
    #expect(issues.first?.message.contains(#"title: "rye""#) == true)
  }

  @Test(.modelContainer(for: Entry.self))
  func `an empty store passes`() {
    expectNothingStored()
  }
}
