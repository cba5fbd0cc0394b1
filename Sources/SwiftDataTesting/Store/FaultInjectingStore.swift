public import SwiftData

/// A store that passes everything on to SwiftData's own, and fails where a test has armed a failure.
///
/// A ``FaultInjectingConfiguration`` opens it; there is no reason to use it by itself.
public final class FaultInjectingStore: DataStore {
  public typealias Configuration = FaultInjectingConfiguration
  public typealias Snapshot = DefaultSnapshot

  public let configuration: FaultInjectingConfiguration
  let base: DefaultStore

  var probe: StoreProbe { configuration.probe }

  /// Opens the real store.
  ///
  /// - Throws: What the real store throws, or the error of an armed ``ContainerCreationFailure``.
  public init(
    _ configuration: FaultInjectingConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    #if !SWIFT_DATA_ENGINE
      // Where the engine is this package's, the container's initialiser has failed already.
      if let error = configuration.probe.faults.strikeContainerCreation() { throw error }
    #endif
    self.configuration = configuration
    base = try DefaultStore(
      configuration.base, migrationPlan: migrationPlan ?? configuration.migrationPlan)
  }

  public var identifier: String { base.identifier }

  public var schema: Schema { base.schema }

  public func erase() throws { try base.erase() }

  public func initializeState(for editingState: EditingState) {
    base.initializeState(for: editingState)
  }

  public func invalidateState(for editingState: EditingState) {
    base.invalidateState(for: editingState)
  }

  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    try base.cachedSnapshots(for: persistentIdentifiers, editingState: editingState)
  }
}
