import Foundation
import SwiftData

/// A portion of a food in a meal.
@Model
final class EntryItem {
  var grams: Double
  var modifiedAt = Date.distantPast
  var entry: Entry?
  var food: Food?

  init(grams: Double) {
    self.grams = grams
  }
}

extension EntryItem: Stamped {}
