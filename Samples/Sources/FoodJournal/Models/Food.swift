import Foundation
import SwiftData

/// Something to eat.
@Model
final class Food {
  var name: String
  var kilocaloriesPer100Grams: Double
  /// How often it was logged, by which the app proposes it.
  var useCount = 0
  var lastUsedAt: Date?
  var modifiedAt = Date.distantPast

  @Relationship(inverse: \EntryItem.food)
  var entryItems: [EntryItem]?

  init(_ name: String, kilocaloriesPer100Grams: Double = 0) {
    self.name = name
    self.kilocaloriesPer100Grams = kilocaloriesPer100Grams
  }
}

extension Food: Stamped {}
