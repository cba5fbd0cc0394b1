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
