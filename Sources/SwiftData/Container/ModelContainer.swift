internal import Foundation
internal import Synchronization

/// The stores of an app's models, and the way to them.
///
/// A container opens or creates the stores of its configurations when it is made. Keep a reference for as
/// long as you use its main context, which does not keep it.
///
/// ```swift
/// let container = try ModelContainer(
///   for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
/// let context = ModelContext(container)
/// ```
public class ModelContainer: @unchecked Sendable {
  // Unchecked, as on Apple's systems, because a subclass could add state; what is here is either
  // constant or inside a Mutex.

  /// The models of the container.
  public final let schema: Schema
  /// The plan by which older stores are migrated.
  public final let migrationPlan: (any SchemaMigrationPlan.Type)?
  /// The configurations of the built-in stores.
  ///
  /// Setting it changes what can be read here and nothing else: the stores are open already.
  public var configurations: Set<ModelConfiguration> {
    get { storedConfigurations.withLock { $0 } }
    set { storedConfigurations.withLock { $0 = newValue } }
  }

  private let storedConfigurations: Mutex<Set<ModelConfiguration>>
  let core: ContainerCore
  private let main = Mutex<UncheckedContext?>(nil)

  private struct UncheckedContext: @unchecked Sendable {
    // Unchecked because the context is made and handed out on the main actor only.
    let context: ModelContext
  }

  /// The context of the main actor, which saves by itself.
  @MainActor public var mainContext: ModelContext {
    if let made = main.withLock({ $0 }) { return made.context }
    let context = ModelContext(self, isMain: true)
    context.autosaveEnabled = core.testing.mainContextAutosaves
    main.withLock { $0 = UncheckedContext(context: context) }
    return context
  }

  /// Opens or creates the stores for models, each with the models that they lead to.
  ///
  /// - Throws: What the initializer with an array of configurations throws.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens or creates the stores for a schema.
  ///
  /// - Throws: What the initializer with an array of configurations throws.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens or creates the stores for a schema.
  ///
  /// - Parameters:
  ///   - givenSchema: The models to store.
  ///   - migrationPlan: The way from older schemas to this one.
  ///   - configurations: The stores; empty means one in the default place.
  /// - Throws: `SwiftDataError.loadIssueModelContainer` where a store cannot be opened: it is no database,
  ///   damaged, locked, or not of this schema. Its description says which, and the file is as it was.
  ///   `duplicateConfiguration`, `configurationFileNameTooLong`,
  ///   `configurationFileNameContainsInvalidCharacters` and
  ///   `configurationSchemaNotFoundInContainerSchema` for configurations that don't fit.
  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    let configurations = configurations.isEmpty ? [ModelConfiguration()] : configurations
    try Self.checkDistinct(configurations)
    core = try Self.connect(givenSchema, configurations, migrationPlan)
    schema = givenSchema
    self.migrationPlan = migrationPlan
    storedConfigurations = Mutex(Set(configurations))
  }

  /// Opens or creates stores of any kind for models.
  ///
  /// - Throws: What the stores throw, and `configurationSchemaNotFoundInContainerSchema`.
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }

  /// Opens or creates stores of any kind for a schema.
  ///
  /// - Throws: What the stores throw, and `configurationSchemaNotFoundInContainerSchema`.
  public init(for givenSchema: Schema, configurations: [any DataStoreConfiguration]) throws {
    let configurations = configurations.isEmpty ? [ModelConfiguration()] : configurations
    let builtIn = configurations.compactMap { $0 as? ModelConfiguration }
    try Self.checkDistinct(builtIn)
    core = try Self.connect(givenSchema, configurations, nil)
    schema = givenSchema
    migrationPlan = nil
    storedConfigurations = Mutex(Set(builtIn))
  }

  /// Makes a container for the code of a migration's stage.
  init(migrating store: DefaultStore) {
    schema = store.schema
    migrationPlan = nil
    core = ContainerCore(
      schema: store.schema, layout: store.layout, connectors: [Connector(store)])
    storedConfigurations = Mutex([store.configuration])
  }

  /// Deletes all models of all stores.
  ///
  /// Use ``erase()``, which says what went wrong.
  public func deleteAllData() { try? erase() }

  /// Deletes all models of all stores, and their history.
  ///
  /// Fetches find nothing afterwards. Contexts keep what they have in memory: values that were loaded can be
  /// read, others cannot, and saving a change of such a model throws. What is inserted and unsaved is saved by
  /// the next save.
  ///
  /// - Throws: What a store throws; stores before it are empty then.
  public func erase() throws {
    for connector in core.connectors { try connector.erase() }
  }
}

extension ModelContainer: Equatable {
  /// Two containers are equal that are one and the same.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs === rhs }
}

extension ModelContainer {
  private static func checkDistinct(_ configurations: [ModelConfiguration]) throws {
    var urls = Set<URL>()
    var names = Set<String>()
    for configuration in configurations {
      let isNew =
        configuration.isStoredInMemoryOnly
        ? names.insert(configuration.name).inserted
        : urls.insert(configuration.url.standardizedFileURL).inserted
      if !isNew {
        throw SwiftDataError(
          .duplicateConfiguration,
          "two configurations are named '\(configuration.name)' and share one store; give each a name or URL of its own"
        )
      }
    }
  }

  private static func connect(
    _ schema: Schema, _ configurations: [any DataStoreConfiguration],
    _ migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws -> ContainerCore {
    try ContainerTesting.beforeCreation?.call(schema, configurations)
    try schema.validate()
    let layout = try SchemaLayout.of(schema)
    for configuration in configurations {
      for entity in configuration.schema?.entities ?? []
      where schema.entitiesByName[entity.name].map({ $0.modelType != entity.modelType }) ?? true {
        throw SwiftDataError(
          .configurationSchemaNotFoundInContainerSchema,
          "the configuration '\(configuration.name)' has the model '\(entity.name)', which the container's schema lacks"
        )
      }
    }
    let connectors = try configurations.map {
      try $0.connect(schema: schema, migrationPlan: migrationPlan)
    }
    return ContainerCore(schema: schema, layout: layout, connectors: connectors)
  }
}
