import Foundation
import SwiftData

/// A food as a file to import has it.
struct FoodRecord: Sendable, Hashable {
  var name: String
  var kilocaloriesPer100Grams: Double
}

/// Imports foods beside the main actor, some at a time.
@ModelActor
actor FoodImporter {
  /// An import that ended early.
  struct Interruption: Error {
    /// How many records were stored before.
    var storedCount: Int
    var underlyingError: any Error
  }

  /// Stores records; a food that is there already gets the record's values.
  ///
  /// - Returns: How many records were stored.
  /// - Throws: ``Interruption`` if a batch cannot be stored. The batches before it are stored, and
  ///   nothing of this one is left in the actor's context.
  @discardableResult
  func store(_ records: [FoodRecord], batchSize: Int = 100) throws -> Int {
    var storedCount = 0
    do {
      for start in stride(from: 0, to: records.count, by: batchSize) {
        let batch = records[start..<min(start + batchSize, records.count)]
        for record in batch { try put(record) }
        try modelContext.saveStamped()
        storedCount += batch.count
      }
    } catch {
      throw Interruption(storedCount: storedCount, underlyingError: error)
    }
    return storedCount
  }

  private func put(_ record: FoodRecord) throws {
    let name = record.name
    let stored = try modelContext.fetch(
      FetchDescriptor<Food>(predicate: #Predicate { $0.name == name }))
    if let food = stored.first {
      food.kilocaloriesPer100Grams = record.kilocaloriesPer100Grams
    } else {
      modelContext.insert(
        Food(record.name, kilocaloriesPer100Grams: record.kilocaloriesPer100Grams))
    }
  }
}
