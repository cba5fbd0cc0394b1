public import Foundation
public import SwiftData

extension ModelContainer {
  /// Makes a container for one test, in a file of its own.
  ///
  /// It is as `inMemory(for:)`, but with a real file, for tests of what only a file shows. The
  /// store and the files beside it are removed with the last reference to the container, and at the
  /// end of the test's scope at the latest.
  ///
  /// - Throws: What SwiftData throws for the models, what the seeding throws, or Foundation's error if
  ///   the temporary folder cannot be made. No file stays behind.
  public static func temporaryFile(
    for models: any PersistentModel.Type..., seed: ((ModelContext) throws -> Void)? = nil
  ) throws -> ModelContainer {
    try temporaryFile(for: models, seed: seed)
  }

  /// Makes a container for one test, in a file of its own, for a list of models.
  public static func temporaryFile(
    for models: [any PersistentModel.Type], seed: ((ModelContext) throws -> Void)? = nil
  ) throws -> ModelContainer {
    try ContainerMaking.container(
      for: Schema(models), models: models, storedIn: .temporaryFile, seed: seed)
  }

  /// Makes a container for one test, in a file of its own, for a schema.
  public static func temporaryFile(
    for schema: Schema, seed: ((ModelContext) throws -> Void)? = nil
  ) throws -> ModelContainer {
    try ContainerMaking.container(for: schema, models: [], storedIn: .temporaryFile, seed: seed)
  }

  /// Makes a container for one test over a copy of a store, which is migrated where it is of older models.
  ///
  /// Keep a store of every release of your app among the tests' resources, and open each with the
  /// app's own schema and plan. The copy takes the store's `-wal` file and the files of its large
  /// values along; the store itself is only read. The copy is removed as that of
  /// `temporaryFile(for:)` is.
  ///
  /// ```swift
  /// let container = try ModelContainer.temporaryFile(
  ///   copying: fixture("release-1.4.store"), for: Schema(versionedSchema: TripsV3.self),
  ///   migrationPlan: TripsPlan.self)
  /// try expectStored(Trip.self, count: 12, in: container)
  /// ```
  ///
  /// - Throws: Foundation's error where there is no such store, or what SwiftData throws where it
  ///   cannot be opened or migrated. No file stays behind.
  public static func temporaryFile(
    copying store: URL, for schema: Schema,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContainer {
    try ContainerMaking.container(
      for: schema, models: [], copying: store, migrationPlan: migrationPlan)
  }

  /// Makes a container for one test over a copy of a store, for models.
  public static func temporaryFile(
    copying store: URL, for models: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContainer {
    try ContainerMaking.container(
      for: Schema(models), models: models, copying: store, migrationPlan: migrationPlan)
  }

  /// Makes a container whose store can be made to fail, from a configuration of your own.
  ///
  /// Use it for a file that a test brings along, or one that it opens several times.
  ///
  /// - Throws: What SwiftData throws for the models or the configuration.
  public static func underTest(
    for models: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configuration: ModelConfiguration
  ) throws -> ModelContainer {
    try ContainerMaking.container(
      for: Schema(models), models: models, base: configuration, migrationPlan: migrationPlan,
      folder: nil, seed: nil)
  }

  /// Makes a context of its own for a test, to write as another screen would, or to read what is stored.
  ///
  /// It doesn't autosave, has no model in it yet, and stays alive until the end of the test's scope,
  /// which reports what it leaves unsaved.
  public func freshContext() -> ModelContext {
    let context = ModelContext(self)
    context.autosaveEnabled = false
    StoreScope.current?.keep(context)
    return context
  }
}
