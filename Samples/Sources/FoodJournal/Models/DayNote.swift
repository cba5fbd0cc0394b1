import Foundation
import SwiftData

/// What the user remarked about a day.
@Model
final class DayNote {
  /// The start of the day.
  var day: Date
  var text: String
  var modifiedAt = Date.distantPast

  init(day: Date, text: String) {
    self.day = day
    self.text = text
  }
}

extension DayNote: Stamped {}
