/// The versions of an app's models and the steps from each to the next.
public protocol SchemaMigrationPlan {
  /// The versions, oldest first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The steps between the versions.
  static var stages: [MigrationStage] { get }
}
