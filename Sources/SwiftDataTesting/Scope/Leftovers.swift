internal import Foundation
internal import SwiftData

/// What happens to changes that are unsaved when a test ends.
public enum Leftovers: Sendable {
  /// They are reported as a warning.
  ///
  /// On this package's engine every context of the test's containers is looked at, also one that went away
  /// before the end. On Apple's systems only the main context and those of
  /// `ModelContainer.freshContext()` are known.
  case reported
  /// They are all right, as in a test of a screen that is left without saving.
  case allowed
}

/// Unsaved changes of one context, as text.
struct Leftover: Sendable {
  var inserted: [String]
  var changed: [String]
  var deleted: [String]
  /// Whether the context's last save failed, so that the changes are what it left pending.
  var lastSaveFailed: Bool
  /// Whether the context is gone already.
  var isDiscarded = false

  init(
    inserted: [String], changed: [String], deleted: [String], lastSaveFailed: Bool,
    isDiscarded: Bool = false
  ) {
    self.inserted = inserted
    self.changed = changed
    self.deleted = deleted
    self.lastSaveFailed = lastSaveFailed
    self.isDiscarded = isDiscarded
  }

  /// Looks at a context; nil if it has nothing unsaved.
  init?(in context: ModelContext, probe: StoreProbe?) {
    guard context.hasChanges else { return nil }
    self.init(
      inserted: context.insertedModelsArray.map(\.persistentModelID.entityName),
      changed: context.changedModelsArray.map(\.persistentModelID.displayName),
      deleted: context.deletedModelsArray.map(\.persistentModelID.displayName),
      lastSaveFailed: probe?.lastSaveFailed(of: context.editingState.id) ?? false)
  }

  /// The text of the warning.
  var message: String {
    let what =
      switch (isDiscarded, lastSaveFailed) {
      case (false, false): "The test ends with unsaved changes in a context; they are lost."
      case (false, true):
        """
        The test ends with changes that a failed save left pending in a context: the next save of \
        that context, from anywhere in the app, would write them.
        """
      case (true, false): "A context went away with unsaved changes; they are lost."
      case (true, true):
        "A context went away with changes that a failed save had left pending; they are lost."
      }
    return """
      \(what)
      \(lines.joined(separator: "\n"))
      Save them or roll the context back; where they are meant to stay, allow them with \
      `.leftovers(.allowed)`.
      """
  }

  /// The changes, a line for each kind.
  var lines: [String] {
    [("inserted", inserted), ("changed", changed), ("deleted", deleted)]
      .filter { !$0.1.isEmpty }
      .map { "  \($0.0): \(counted($0.1))" }
  }

  private func counted(_ names: [String]) -> String {
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    let texts = counts.sorted { $0.key < $1.key }
      .map { $0.value == 1 ? $0.key : "\($0.value) × \($0.key)" }
    return texts.prefix(10).joined(separator: ", ")
      + (texts.count > 10 ? " and \(texts.count - 10) more" : "")
  }
}
