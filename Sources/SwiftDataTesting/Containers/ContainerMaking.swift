internal import Foundation
internal import SwiftData

/// Makes the containers of this library.
enum ContainerMaking {
  /// Makes, seeds and registers a container.
  static func container(
    for schema: Schema, models: [any PersistentModel.Type], storedIn location: StoreLocation,
    seed: ((ModelContext) throws -> Void)?
  ) throws -> ModelContainer {
    // A name of its own: SwiftData lets memory stores of one name share their content.
    let name = "test-\(UUID().uuidString)"
    switch location {
    case .memory:
      let base = ModelConfiguration(
        name, schema: schema, isStoredInMemoryOnly: true, allowsSave: true,
        groupContainer: .none, cloudKitDatabase: .none)
      return try container(for: schema, models: models, base: base, folder: nil, seed: seed)
    case .temporaryFile:
      let folder = try TemporaryFolder()
      let base = ModelConfiguration(
        name, schema: schema, url: folder.storeURL, allowsSave: true, cloudKitDatabase: .none)
      return try container(for: schema, models: models, base: base, folder: folder, seed: seed)
    }
  }

  /// Makes and registers a container over a copy of a store.
  static func container(
    for schema: Schema, models: [any PersistentModel.Type], copying store: URL,
    migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws -> ModelContainer {
    let folder = try TemporaryFolder()
    try folder.copyStore(from: store)
    let base = ModelConfiguration(
      "test-\(UUID().uuidString)", schema: schema, url: folder.storeURL, allowsSave: true,
      cloudKitDatabase: .none)
    return try container(
      for: schema, models: models, base: base, migrationPlan: migrationPlan, folder: folder,
      seed: nil)
  }

  static func container(
    for schema: Schema, models: [any PersistentModel.Type], base: ModelConfiguration,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, folder: TemporaryFolder?,
    seed: ((ModelContext) throws -> Void)?
  ) throws -> ModelContainer {
    var base = base
    base.schema = base.schema ?? schema
    let probe = StoreProbe(models: models, folder: folder)
    let configuration = FaultInjectingConfiguration(
      base, migrationPlan: migrationPlan, probe: probe)
    let container = try ModelContainer(
      for: schema, configurations: [configuration] as [any DataStoreConfiguration])
    probe.register(container)
    container.turnMainContextAutosaveOff()
    container.installSaveHook(of: probe)
    StoreScope.current?.adopt(container, probe: probe)
    if let seed { try plant(seed, in: container) }
    return container
  }

  /// Runs a seeding closure and saves what it leaves unsaved, out of reach of armed failures.
  private static func plant(
    _ seed: (ModelContext) throws -> Void, in container: ModelContainer
  ) throws {
    try StoreAccess.$current.withValue(.seeding) {
      let context = ModelContext(container)
      context.autosaveEnabled = false
      try seed(context)
      if context.hasChanges { try context.save() }
    }
  }
}
