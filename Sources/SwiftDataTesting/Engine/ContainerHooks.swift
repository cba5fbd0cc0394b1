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
        guard let failure = faults.strike(save: changes, at: [.beforeProcessing]) else { return }
        probe.noteSave(of: context.editingState.id, failed: true)
        throw failure.error
      }
    }

    /// Lets the unsaved changes of all contexts be seen, and has those of contexts that go away with some
    /// reported to a scope.
    func watchPendingChanges(for scope: StoreScope, probe: StoreProbe) {
      _testing.publishesPendingChanges = true
      _testing.contextDiscarded = { [weak scope, weak probe] pending in
        scope?.note(Leftover(pending, probe: probe, isDiscarded: true))
      }
    }

    /// What the contexts of the container that are alive have unsaved.
    func pendingLeftovers(probe: StoreProbe) -> [Leftover] {
      _testing.pendingChanges.map { Leftover($0, probe: probe, isDiscarded: false) }
    }
  }

  extension Leftover {
    init(_ pending: PendingChanges, probe: StoreProbe?, isDiscarded: Bool) {
      self.init(
        inserted: pending.inserted.map(\.entityName), changed: pending.changed.map(\.displayName),
        deleted: pending.deleted.map(\.displayName),
        lastSaveFailed: probe?.lastSaveFailed(of: pending.editingState.id) ?? false,
        isDiscarded: isDiscarded)
    }
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

    func watchPendingChanges(for scope: StoreScope, probe: StoreProbe) {}
  }
#endif
