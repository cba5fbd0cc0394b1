// What the toolkit asks of this package's engine for each container that it makes.

#if SWIFT_DATA_ENGINE
  @_spi(Testing) internal import SwiftData

  extension ModelContainer {
    /// Turns autosave of the main context off before that context exists.
    func turnMainContextAutosaveOff() { _testing.mainContextAutosaves = false }

    /// Lets failures with the point `beforeProcessing` fail the saves of all contexts.
    func installSaveHook(of probe: StoreProbe) {
      _testing.beforeProcessing = { [weak probe] context in
        guard let probe else { return }
        let faults = probe.faults
        guard !faults.isEmpty else { return }
        let changes = SavedChanges(pendingIn: context)
        let failures = faults.compactMap { $0.strike(save: changes, at: [.beforeProcessing]) }
        guard let failure = failures.first else { return }
        probe.noteSave(of: context.editingState.id, failed: true)
        throw failure.error
      }
    }

    /// Has contexts that go away with unsaved changes reported to a scope.
    func installDiscardHook(of scope: StoreScope, probe: StoreProbe) {
      _testing.contextDiscarded = { [weak scope, weak probe] pending in
        let leftover = Leftover(
          inserted: pending.inserted.map { String(describing: $0.entityName) },
          changed: pending.changed.map(\.displayName), deleted: pending.deleted.map(\.displayName),
          lastSaveFailed: probe?.lastSaveFailed(of: pending.editingState.id) ?? false,
          isDiscarded: true)
        scope?.note(leftover)
      }
    }

    /// The contexts of the container that are still alive.
    var livingContexts: [ModelContext] { _testing.registeredContexts }
  }

  extension SavedChanges {
    init(pendingIn context: ModelContext) {
      func names(_ models: [any PersistentModel]) -> Set<String> {
        Set(models.lazy.map(\.persistentModelID.entityName))
      }
      entityNames = [
        .insert: names(context.insertedModelsArray), .update: names(context.changedModelsArray),
        .delete: names(context.deletedModelsArray),
      ]
    }
  }
#else
  internal import SwiftData

  extension ModelContainer {
    /// Turns autosave of the main context off, at once on the main actor and else as soon as it is free.
    func turnMainContextAutosaveOff() {
      if MainQueue.isCurrent {
        MainActor.assumeIsolated { mainContext.autosaveEnabled = false }
      } else {
        Task { @MainActor [weak self] in self?.mainContext.autosaveEnabled = false }
      }
    }

    func installSaveHook(of probe: StoreProbe) {}

    func installDiscardHook(of scope: StoreScope, probe: StoreProbe) {}

    /// The contexts of a container are not known: the main context and those made by
    /// `freshContext()` are looked at instead.
    var livingContexts: [ModelContext] { [] }
  }
#endif
