import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import FoodJournal

@Suite(.modelContainer(for: Food.self))
struct FoodImporterTests {
  let records = (1...10).map { FoodRecord(name: "food \($0)", kilocaloriesPer100Grams: Double($0)) }

  @Test(.modelContainer(for: Food.self, storedIn: .temporaryFile))
  func `all records are stored, and a second import changes them`() async throws {
    let importer = FoodImporter(modelContainer: try .current)
    try await importer.store(records, batchSize: 3)
    let corrected = records.map { FoodRecord(name: $0.name, kilocaloriesPer100Grams: 1) }
    #expect(try await importer.store(corrected) == 10)
    expectStored(Food.self, count: 10, where: #Predicate { $0.kilocaloriesPer100Grams == 1 })
  }

  @Test func `a failed batch leaves those before it and nothing of its own`() async throws {
    let importer = FoodImporter(modelContainer: try .current)
    let interruption = await withSaveFailure(.nth(3).of(Food.self).on(.insert)) {
      await expectSaveFails(with: FoodImporter.Interruption.self) {
        try await importer.store(records, batchSize: 3)
      }
    }
    #expect(interruption?.storedCount == 6)
    expectStored(Food.self, count: 6)
    #expect(try await importer.store(records, batchSize: 3) == 10)
    expectStored(Food.self, count: 10)
  }

  @Test func `a failure reaches the importer in a detached task`() async throws {
    let container = try ModelContainer.current
    let records = records
    await withSaveFailure(.once.at(.afterCommit)) { failure in
      let task = Task.detached {
        try await FoodImporter(modelContainer: container).store(records)
      }
      let result = await task.result
      #expect(throws: FoodImporter.Interruption.self) { try result.get() }
      #expect(failure.hits == 1)
    }
    expectStored(Food.self, count: 10)
  }

  @Test func `importers at once with a failure each don't meet one another's`() async throws {
    let records = records
    let stored = try await withThrowingTaskGroup(of: Int.self) { group in
      for failing in 1...4 {
        group.addTask {
          let container = try ModelContainer.temporaryFile(for: Food.self)
          let interruption = await withSaveFailure(.nth(failing), in: container) {
            await #expect(throws: FoodImporter.Interruption.self) {
              try await FoodImporter(modelContainer: container).store(records, batchSize: 2)
            }
          }
          expectStored(Food.self, count: (failing - 1) * 2, in: container)
          return interruption?.storedCount ?? -1
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(stored == [0, 2, 4, 6])
  }
}
