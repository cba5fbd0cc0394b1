internal import Foundation

extension ModelContext {
  /// Has the main context save when its actor is free, where it saves by itself.
  func scheduleAutosave() {
    guard autosaveEnabled, !isAutosaveScheduled, isMainContext else { return }
    isAutosaveScheduled = true
    let reference = ContextReference(self)
    Task { @MainActor in
      guard let context = reference.context else { return }
      context.isAutosaveScheduled = false
      guard context.autosaveEnabled, context.hasChanges, context.hasContainer else { return }
      // Nobody is there to catch: as on Apple's systems, the changes stay pending for the next save.
      try? context.save()
    }
  }
}

/// A way for a main context to reach the main actor from the main actor.
private struct ContextReference: @unchecked Sendable {
  // Unchecked because a main context is only used on the main actor, where the reference is made and read.
  weak var context: ModelContext?

  init(_ context: ModelContext) { self.context = context }
}
