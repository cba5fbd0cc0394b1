public import Foundation
public import SwiftData

/// The place of a store in a temporary folder, which can be opened again and again.
///
/// Use it where the test closes a store and opens it anew, as a relaunch of the app does, or where the
/// production code makes its container from a URL.
public struct TemporaryStore: Sendable {
  let folder: TemporaryFolder

  /// The store's file. It doesn't exist until a container opens it.
  public var url: URL { folder.storeURL }

  /// The folder, for further files of the test.
  public var folderURL: URL { folder.url }

  /// Opens the store, whose content is what earlier containers saved.
  ///
  /// Models of a newer version, or a plan, migrate it, as the update of the app does.
  ///
  /// - Throws: What SwiftData throws for the models or the file.
  public func open(
    for models: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContainer {
    try open(for: Schema(models), models: models, migrationPlan: migrationPlan)
  }

  /// Opens the store for a schema.
  public func open(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContainer {
    try open(for: schema, models: [], migrationPlan: migrationPlan)
  }

  private func open(
    for schema: Schema, models: [any PersistentModel.Type],
    migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws -> ModelContainer {
    try ContainerMaking.container(
      for: schema, models: models,
      base: ModelConfiguration(url.lastPathComponent, url: url, cloudKitDatabase: .none),
      migrationPlan: migrationPlan, folder: nil, seed: nil)
  }
}

/// Runs a closure with a place for a store, and removes all files of it afterwards.
///
/// ```swift
/// try withTemporaryStore { store in
///   try Journal(url: store.url).add(meal)
///   try expectStored(Entry.self, count: 1, in: store.open(for: Entry.self))
/// }
/// ```
///
/// - Throws: What the closure throws, or Foundation's error if the folder cannot be made. The files are
///   removed in any case.
@discardableResult
public func withTemporaryStore<R>(_ body: (TemporaryStore) throws -> R) throws -> R {
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  return try body(TemporaryStore(folder: folder))
}

/// Runs an asynchronous closure with a place for a store, and removes all files of it afterwards.
@discardableResult
public func withTemporaryStore<R>(
  isolation: isolated (any Actor)? = #isolation, _ body: (TemporaryStore) async throws -> R
) async throws -> R {
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  return try await body(TemporaryStore(folder: folder))
}
