import Foundation
import SwiftData
import Testing

@testable import SwiftDataTesting

@Suite(.modelContainer(for: Entry.self, Note.self))
struct SaveFailureTests {
  let context = try! ModelContainer.current.freshContext()

  @Test func `every save fails while the failure is armed, and none after`() throws {
    let journal = Journal(context)
    withSaveFailure(.always) {
      #expect(throws: InjectedFault(.save)) { try journal.addOrRevert("rye") }
      #expect(throws: InjectedFault(.save)) { try journal.addOrRevert("egg") }
    }
    try journal.add("tea")
    expectStored(Entry.self, \.title, equal: ["tea"])
  }

  @Test(arguments: [
    (SaveFailure.once, [false, true, true, true]),
    (.nth(2), [true, false, true, true]),
    (.first(2), [false, false, true, true]),
    (.from(3), [true, true, false, false]),
    (.always, [false, false, false, false]),
  ])
  func `the occasions choose which saves fail`(failure: SaveFailure, succeed: [Bool]) throws {
    let journal = Journal(context)
    let outcomes = withSaveFailure(failure) {
      (1...4).map { number in (try? journal.addOrRevert("\(number)")) != nil }
    }
    #expect(outcomes == succeed)
    expectStored(Entry.self, count: succeed.count { $0 })
  }

  @Test func `only saves of the given model fail`() throws {
    try withSaveFailure(.always.of(Entry.self)) {
      context.insert(Note(text: "fine"))
      try context.save()
      #expect(throws: InjectedFault.self) { try Journal(context).addOrRevert("rye") }
    }
    expectStored(Note.self, count: 1)
    expectStored(Entry.self, count: 0)
  }

  @Test func `only saves with the given kind of change fail`() throws {
    let note = Note(text: "old")
    try withSaveFailure(.always.on(.delete)) {
      context.insert(note)
      try context.save()
      note.text = "new"
      try context.save()
      context.delete(note)
      #expect(throws: InjectedFault.self) { try context.save() }
    }
    context.rollback()
    expectStored(Note.self, \.text, equal: ["new"])
  }

  @Test func `saves that a plan does not apply to are not counted`() throws {
    try withSaveFailure(.nth(2).of(Entry.self)) { fault in
      try Journal(context).add("first")
      context.insert(Note(text: "between"))
      try context.save()
      #expect(fault.opportunities == 1)
      #expect(throws: InjectedFault.self) { try Journal(context).addOrRevert("second") }
      #expect(fault.hits == 1)
    }
    expectStored(Entry.self, \.title, equal: ["first"])
  }

  @Test func `the chosen error is thrown`() throws {
    withSaveFailure(.always.throwing(.diskFull)) {
      let error = #expect(throws: CocoaError.self) { try Journal(context).addOrRevert("rye") }
      #expect(error?.code == .fileWriteOutOfSpace)
    }
  }

  @Test func `a failed save leaves the store as it was and the changes pending`() throws {
    expectStoreUnchanged {
      withSaveFailure(.always) {
        expectSaveFails(with: InjectedFault.self) { try Journal(context).add("rye") }
      }
      #expect(context.hasChanges)
    }
    context.rollback()
    expectClean(context)
  }

  @Test func `a failure after the commit reaches the caller although the data is stored`() throws {
    withSaveFailure(.once.at(.afterCommit)) {
      expectSaveFails(with: InjectedFault.self) { try Journal(context).add("rye") }
    }
    expectStored(Entry.self, \.title, equal: ["rye"])
    context.rollback()
  }

  #if SWIFT_DATA_ENGINE
    @Test func `a retry after such a failure writes the insert twice`() throws {
      withSaveFailure(.once.at(.afterCommit)) {
        expectSaveFails(with: InjectedFault.self) { try Journal(context).add("rye") }
      }
      try context.save()
      expectStored(Entry.self, \.title, equal: ["rye", "rye"])
    }

    @Test func `a failure during the write is taken back by the store`() throws {
      expectStoreUnchanged {
        withSaveFailure(.once.at(.duringWrite)) {
          context.insert(Entry(title: "one"))
          expectSaveFails(with: InjectedFault.self) { try Journal(context).add("two") }
        }
      }
      try context.save()
      expectStored(Entry.self, \.title, equal: ["one", "two"])
    }

    @Test func `a failure before processing leaves the store and comes before willSave`() throws {
      expectStoreUnchanged {
        withSaveFailure(.once.of(Entry.self).at(.beforeProcessing)) {
          expectSaveFails(with: InjectedFault.self) { try Journal(context).add("rye") }
        }
      }
      context.rollback()
      expectClean(context)
    }
  #endif

  @Test func `an unreached plan is an issue at the caller's line`() {
    let line = #line + 1
    let issues = recordedIssues { withSaveFailure(.always) {} }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("never reached") == true)
  }

  @Test func `an unreached plan counts the saves that took place`() throws {
    let issues = recordedIssues {
      try withSaveFailure(.nth(3)) {
        try Journal(context).add("rye")
        try Journal(context).add("egg")
      }
    }
    #expect(issues.first?.message.contains("only 2 saves that it applies to took place") == true)
  }

  @Test(arguments: [SaveFailure.nth(0), .first(0), .from(-3)])
  func `a plan for an operation below the first fails nothing and says so`(
    failure: SaveFailure
  ) throws {
    let issues = recordedIssues {
      try withSaveFailure(failure) { try Journal(context).add("rye") }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("counted from 1") == true)
  }

  @Test func `of two plans for one save the inner one fails it and alone counts as reached`() throws
  {
    struct Outer: Error {}
    struct Inner: Error {}
    let issues = recordedIssues {
      withSaveFailure(.always.throwing(Outer())) {
        withSaveFailure(.always.throwing(Inner())) {
          _ = #expect(throws: Inner.self) { try Journal(context).addOrRevert("rye") }
        }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("only one save that it applies to") == true)
  }

  @Test func `of two plans for one save the one at the earlier point fails it`() throws {
    struct Outer: Error {}
    withSaveFailure(.always.throwing(Outer())) {
      withSaveFailure(.always.at(.afterCommit).allowingNoHit()) {
        _ = #expect(throws: Outer.self) { try Journal(context).addOrRevert("rye") }
      }
    }
  }

  @Test func `a plan may stay unreached where that is allowed`() {
    #expect(recordedIssues { withSaveFailure(.always.allowingNoHit()) {} }.isEmpty)
  }

  @Test func `a body that throws is not blamed for an unreached plan besides`() {
    struct Failure: Error {}
    let issues = recordedIssues {
      #expect(throws: Failure.self) { try withSaveFailure(.always) { throw Failure() } }
    }
    #expect(issues.isEmpty)
  }
}

@Suite struct SaveFailureTraitTests {
  @Test(.modelContainer(for: Entry.self), .saveFailure(.always))
  func `a trait arms a failure for the whole test`() throws {
    let context = try ModelContainer.current.freshContext()
    #expect(throws: InjectedFault.self) { try Journal(context).addOrRevert("rye") }
    expectNothingStored()
  }

  @Test(
    .saveFailure(.once.throwing(.volumeReadOnly)),
    .modelContainer(for: Entry.self) { $0.insert(Entry(title: "seeded")) })
  func `the order of the traits does not matter, and the seed is saved`() throws {
    let context = try ModelContainer.current.freshContext()
    #expect(throws: CocoaError.self) { try Journal(context).addOrRevert("rye") }
    expectStored(Entry.self, \.title, equal: ["seeded"])
  }

  @Test(.saveFailure(.always))
  func `without a container trait it reaches the containers that the task makes`() throws {
    let container = try ModelContainer.inMemory(for: Entry.self)
    #expect(throws: InjectedFault.self) { try Journal(ModelContext(container)).add("rye") }
  }

  @Test(.modelContainer(for: Entry.self), .saveFailure(.nth(2)), arguments: 1...4)
  func `each argument has a count of its own`(number: Int) throws {
    let journal = Journal(try ModelContainer.current.freshContext())
    try journal.add("\(number)")
    #expect(throws: InjectedFault.self) { try journal.addOrRevert("again") }
    expectStored(Entry.self, \.title, equal: ["\(number)"])
  }

  @Test func `a trait's unreached failure is an issue of the test`() async throws {
    let trait = StoreFaultTrait.saveFailure(.always)
    let test = try #require(Test.current)
    let issues = await recordedIssues {
      try await trait.provideScope(for: test, testCase: Test.Case.current) {}
    }
    #expect(issues.map(\.line) == [test.sourceLocation.line])
  }
}
