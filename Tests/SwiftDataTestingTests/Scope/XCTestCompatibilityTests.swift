import SwiftData
import SwiftDataTesting
import XCTest

/// The toolkit in a suite of XCTest, where no trait can be.
final class XCTestCompatibilityTests: XCTestCase {
  func testAContainerAndAFailedSave() throws {
    try withModelContainer(for: Entry.self) { container in
      let journal = Journal(container.freshContext())
      withSaveFailure(.once) {
        expectSaveFails(with: InjectedFault.self) { try journal.addOrRevert("rye") }
      }
      expectNothingStored()
      try journal.add("rye")
      expectStored(Entry.self, \.title, equal: ["rye"])
    }
  }

  #if !canImport(Darwin)
    private var caughtFailures: [String]?

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      guard caughtFailures != nil else {
        super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
        return
      }
      caughtFailures?.append(description)
    }

    func testAnExpectationThatFailsIsAFailureOfTheTest() throws {
      try withModelContainer(for: Entry.self) { _ in
        caughtFailures = []
        let line = #line + 1
        expectStored(Entry.self, count: 1)
        let failures = caughtFailures ?? []
        caughtFailures = nil
        XCTAssertEqual(failures.count, 1)
        XCTAssertTrue(
          failures.first?.contains("XCTestCompatibilityTests.swift:\(line): 1 × Entry") ?? false)
      }
    }
  #endif

  @MainActor
  func testAnAsynchronousTest() async throws {
    try await withModelContainer(for: Entry.self) { container in
      let actor = JournalActor(modelContainer: container)
      try await actor.add("rye")
      expectStored(Entry.self, count: 1)
    }
  }
}
