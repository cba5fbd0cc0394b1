import Foundation
import SwiftData

/// Uses of containers, contexts, fetches and model actors.
enum ContextSignatures {
  static func modelContainer(
    _ schema: Schema, _ plan: (any SchemaMigrationPlan.Type)?, _ configuration: ModelConfiguration
  ) throws {
    let container = try ModelContainer(for: Signed.self, SignedPart.self)
    _ = try ModelContainer(for: Signed.self, migrationPlan: plan, configurations: configuration)
    _ = try ModelContainer(for: schema, migrationPlan: plan, configurations: configuration)
    _ = try ModelContainer(for: schema, migrationPlan: plan, configurations: [configuration])
    let any: any DataStoreConfiguration = configuration
    _ = try ModelContainer(for: Signed.self, configurations: any)
    _ = try ModelContainer(for: schema, configurations: [any])
    let _: Schema = container.schema
    let _: (any SchemaMigrationPlan.Type)? = container.migrationPlan
    container.configurations = container.configurations as Set<ModelConfiguration>
    container.deleteAllData()
    try container.erase()
    let _: any Equatable & Sendable = container
    let _: (ModelContainer, ModelContainer) -> Bool = (==)
  }

  @MainActor static func mainContext(_ container: ModelContainer) {
    let _: ModelContext = container.mainContext
  }

  static func modelConfiguration(_ url: URL, _ schema: Schema?) throws {
    _ = ModelConfiguration()
    _ = ModelConfiguration(isStoredInMemoryOnly: true)
    _ = ModelConfiguration(for: Signed.self, SignedPart.self, isStoredInMemoryOnly: true)
    _ = ModelConfiguration(
      "name", schema: schema, isStoredInMemoryOnly: true, allowsSave: true,
      groupContainer: .identifier("group"), cloudKitDatabase: .private("database"))
    var configuration = ModelConfiguration(
      "name", schema: schema, url: url, allowsSave: true, cloudKitDatabase: .none)
    configuration.schema = configuration.schema as Schema?
    let _: (URL, String, URL) = (configuration.url, configuration.name, configuration.id)
    let _: (String?, String?) = (
      configuration.groupAppContainerIdentifier, configuration.cloudKitContainerIdentifier
    )
    let _: ModelConfiguration.GroupContainer = configuration.groupContainer
    let _: ModelConfiguration.CloudKitDatabase = configuration.cloudKitDatabase
    let _: (Bool, Bool) = (configuration.allowsSave, configuration.isStoredInMemoryOnly)
    let _: String = configuration.debugDescription
    let _: (DefaultStore.Type, URL.Type) = (
      ModelConfiguration.Store.self, ModelConfiguration.ID.self
    )
    let _: () throws -> Void = configuration.validate
    let _: any DataStoreConfiguration & Identifiable & Hashable & Sendable = configuration
  }

  static func optionsOfConfigurations() {
    let _: [ModelConfiguration.CloudKitDatabase] = [.automatic, .none, .private("database")]
    let _: [ModelConfiguration.GroupContainer] = [.automatic, .none, .identifier("group")]
  }

  static func modelContext(_ context: ModelContext, _ model: Signed) throws {
    let _: (ModelContainer) -> ModelContext = ModelContext.init
    let _: ModelContainer = context.container
    context.autosaveEnabled.toggle()
    context.author = context.author as String?
    context.undoManager = context.undoManager as UndoManager?
    context.editingState = context.editingState as EditingState
    context.undoManager = context.undoManager as UndoManager?
    let _: Bool = context.hasChanges
    let _: [any PersistentModel] =
      context.insertedModelsArray + context.changedModelsArray + context.deletedModelsArray
    let _: (PersistentIdentifier) -> any PersistentModel = context.model(for:)
    let _: (PersistentIdentifier) -> Signed? = context.registeredModel(for:)
    let _: (Signed) -> Void = context.insert
    let _: (Signed) -> Void = context.delete
    try context.delete(model: Signed.self)
    try context.delete(
      model: Signed.self, where: #Predicate { $0.number > 1 }, includeSubclasses: false)
    context.rollback()
    context.processPendingChanges()
    try context.transaction { throw CancellationError() }
    try context.save()
    let _: (ModelContext, ModelContext) -> Bool = (==)
    let _: String = context.debugDescription
    let _: [Notification.Name] = [ModelContext.willSave, ModelContext.didSave]
  }

  static func fetching<M: PersistentModel>(_ context: ModelContext, _ type: M.Type) throws {
    let descriptor = FetchDescriptor<M>()
    let _: [M] = try context.fetch(descriptor)
    let _: FetchResultsCollection<M> = try context.fetch(descriptor, batchSize: 10)
    let _: Int = try context.fetchCount(descriptor)
    let _: [PersistentIdentifier] = try context.fetchIdentifiers(descriptor)
    let _: FetchResultsCollection<PersistentIdentifier> = try context.fetchIdentifiers(
      descriptor, batchSize: 10)
    try context.enumerate(descriptor) { (model: M) in _ = model }
    try context.enumerate(descriptor, batchSize: 10, allowEscapingMutations: true) { _ in
      throw CancellationError()
    }
  }

  static func notificationKey(_ key: ModelContext.NotificationKey) {
    let _: String = key.rawValue
    let _: ModelContext.NotificationKey? = ModelContext.NotificationKey(rawValue: "inserted")
    switch key {
    case .queryGeneration, .invalidatedAllIdentifiers: break
    case .insertedIdentifiers, .updatedIdentifiers, .deletedIdentifiers: break
    @unknown default: break
    }
  }

  static func fetchDescriptor() {
    var descriptor = FetchDescriptor<Signed>(
      predicate: #Predicate { $0.number > 1 }, sortBy: [SortDescriptor(\.text, order: .reverse)])
    descriptor.predicate = descriptor.predicate as Predicate<Signed>?
    descriptor.sortBy = descriptor.sortBy as [SortDescriptor<Signed>]
    descriptor.fetchLimit = descriptor.fetchLimit as Int?
    descriptor.fetchOffset = descriptor.fetchOffset as Int?
    descriptor.includePendingChanges.toggle()
    descriptor.propertiesToFetch = descriptor.propertiesToFetch as [PartialKeyPath<Signed>]
    descriptor.relationshipKeyPathsForPrefetching = [\.parts] as [PartialKeyPath<Signed>]
    let _: any Equatable & Sendable = descriptor
  }

  static func fetchResultsCollection<Element>(_ results: FetchResultsCollection<Element>) {
    let _: any RandomAccessCollection<Element> = results
    let _: (Int, Int) = (results.startIndex, results.endIndex)
    let _: (Int) -> Element = { results[$0] }
    let _: Slice<FetchResultsCollection<Element>> = results[0..<1]
    let _: Range<Int> = results.indices
    let _: IndexingIterator<FetchResultsCollection<Element>> = results.makeIterator()
    let _: Int.Type = FetchResultsCollection<Element>.Index.self
  }

  static func editingState(_ state: EditingState) {
    var state = state
    let _: UUID = state.id
    state.author = state.author as String?
    let _: UUID.Type = EditingState.ID.self
    let _: any Identifiable & Sendable = state
  }

  static func modelActor<A: ModelActor>(_ actor: A) {
    let _: ModelContainer = actor.modelContainer
    let _: any ModelExecutor = actor.modelExecutor
    let _: UnownedSerialExecutor = actor.unownedExecutor
  }

  static func insideModelActor<A: ModelActor>(
    _ actor: isolated A, _ identifier: PersistentIdentifier
  ) {
    let _: ModelContext = actor.modelContext
    let _: Signed? = actor[identifier, as: Signed.self]
  }

  static func executors(_ context: ModelContext) {
    let executor = DefaultSerialModelExecutor(modelContext: context)
    let _: ModelContext = executor.modelContext
    let _: UnownedSerialExecutor = executor.asUnownedSerialExecutor()
    let _: any SerialModelExecutor & SerialExecutor & ModelExecutor & Sendable = executor
    let _: (consuming ExecutorJob) -> Void = executor.enqueue
  }
}
