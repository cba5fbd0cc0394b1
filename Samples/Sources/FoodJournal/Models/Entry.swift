import Foundation
import SwiftData

/// A meal.
@Model
final class Entry {
  /// The identity of the draft that the meal was logged from, by which a retry finds it.
  var draftID: UUID
  var timestamp: Date
  var note: String
  var modifiedAt: Date

  @Relationship(deleteRule: .cascade, inverse: \EntryItem.entry)
  var entryItems: [EntryItem]?

  init(draftID: UUID = UUID(), timestamp: Date, note: String = "") {
    self.draftID = draftID
    self.timestamp = timestamp
    self.note = note
    modifiedAt = timestamp
  }
}

extension Entry: Stamped {}
