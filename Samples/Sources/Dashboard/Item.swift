import Foundation
import SwiftData

/// A line of the dashboard.
@Model
final class Item {
  var title: String
  var timestamp: Date

  init(title: String, timestamp: Date) {
    self.title = title
    self.timestamp = timestamp
  }
}
