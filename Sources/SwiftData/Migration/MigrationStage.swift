/// A step from one version of the models to another.
public enum MigrationStage {
  /// A change that the store can make by itself, such as a new optional property.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// A change with code that runs before and after the store's own part of it.
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: ((ModelContext) throws -> Void)?, didMigrate: ((ModelContext) throws -> Void)?)
}

// Plans keep their stages in static constants, which Swift 6 allows for sendable types alone, as they
// are in Apple's SDK of 26. The closures are the plan's own code and run one at a time, in the
// initializer of the container that migrates.
extension MigrationStage: @unchecked Sendable {}
