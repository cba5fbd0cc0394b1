import Foundation
import SwiftData

extension ModelContext {
  /// Stamps what is inserted or changed and saves: the app's only way to write.
  ///
  /// Every write saves at once, so when a save fails nothing else is pending, and all that is pending
  /// is taken back before the error leaves.
  func saveStamped(at date: Date = .now) throws {
    stampChanges(at: date)
    do {
      #if DEBUG
        if SaveFailureInjection.isFailing { throw SaveFailureInjection.Failure() }
      #endif
      try save()
    } catch {
      revertToStore()
      throw error
    }
  }

  /// Takes back everything that is pending, in the very instances that a screen holds.
  ///
  /// A deletion that the context hasn't processed yet would be rolled back to a model that traps when
  /// it is read, so it is processed first.
  private func revertToStore() {
    processPendingChanges()
    rollback()
  }

  /// Inserts the models that are in no context yet.
  ///
  /// To insert a model that the context holds already is not the no-op it looks like: it cuts the model
  /// off from a later rollback.
  func insertUnstored<Model: PersistentModel>(_ models: [Model]) {
    for model in models where model.modelContext == nil {
      insert(model)
    }
  }
}
