import Foundation

/// A meal as the user puts it together, before it is logged.
struct MealDraft {
  /// A food and how much of it.
  struct Portion {
    var food: Food
    var grams: Double
  }

  /// Stays the same when the user tries again after a failure.
  let id = UUID()
  var timestamp: Date
  var note = ""
  var portions: [Portion] = []
}
