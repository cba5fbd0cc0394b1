public import SwiftData

extension ModelContainer {
  /// Makes a container for one test, in memory.
  ///
  /// Its store has an identity of its own and is shared with nobody, there is no CloudKit, the main
  /// context doesn't autosave, and saves and fetches can be made to fail. In a test with the trait
  /// `.modelContainer(for:)` the container lives as long as the test; elsewhere hold it yourself, since
  /// the main context doesn't keep its container usable.
  ///
  /// ```swift
  /// let container = try ModelContainer.inMemory(for: Trip.self) { context in
  ///   context.insert(Trip(name: "Cluj"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - models: The models to store; those related to them belong to it by themselves.
  ///   - seed: Inserts what shall be stored at the start. What it leaves unsaved is saved.
  /// - Throws: What SwiftData throws for the models, or what the seeding throws.
  public static func inMemory(
    for models: any PersistentModel.Type..., seed: ((ModelContext) throws -> Void)? = nil
  ) throws -> ModelContainer {
    try inMemory(for: models, seed: seed)
  }

  /// Makes a container for one test, in memory, for a list of models.
  public static func inMemory(
    for models: [any PersistentModel.Type], seed: ((ModelContext) throws -> Void)? = nil
  ) throws -> ModelContainer {
    try ContainerMaking.container(
      for: Schema(models), models: models, storedIn: .memory, seed: seed)
  }

  /// Makes a container for one test, in memory, for a schema.
  ///
  /// - Note: On Apple's systems a schema doesn't show the types of its models, so a difference of stored
  ///   graphs shows only those models that a relationship leads to or from. Give models where you can.
  public static func inMemory(
    for schema: Schema, seed: ((ModelContext) throws -> Void)? = nil
  ) throws -> ModelContainer {
    try ContainerMaking.container(for: schema, models: [], storedIn: .memory, seed: seed)
  }
}
