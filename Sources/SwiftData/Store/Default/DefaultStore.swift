internal import Foundation
internal import Synchronization

/// The built-in store: SQLite, in a file or in memory, in the layout that SwiftData uses on Apple's systems.
///
/// Containers make it from a ``ModelConfiguration``. Make one yourself to put a store of your own in front of
/// it, which forwards what it doesn't answer itself.
public final class DefaultStore: DataStore, DataStoreBatching, HistoryProviding, Sendable {
  /// The configuration that opens the store.
  public typealias Configuration = ModelConfiguration

  /// The form in which the store takes and gives models.
  public typealias Snapshot = DefaultSnapshot
  /// What the store's history consists of.
  public typealias HistoryType = DefaultHistoryTransaction
  /// What marks a place in the store's history.
  public typealias TokenType = DefaultHistoryToken

  /// The configuration's name.
  public let name: String
  /// The models that the store keeps.
  public let schema: Schema
  /// The configuration that the store was opened with.
  public let configuration: ModelConfiguration
  /// The UUID in the file's metadata.
  public let identifier: String

  let layout: SchemaLayout
  let storeName: InternedName
  let rows: [String: RowFormat]
  let history: HistoryFormat
  /// Whether the history's tables are known to be complete.
  let hasHistoryTables = Atomic(false)
  /// Notices migrations by others.
  let watch: SchemaWatch
  /// The files of large values.
  let external: ExternalStorage
  /// The connection, which one thread uses at a time.
  let connection: Mutex<Connection>

  /// Opens or creates the store.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer`, whose description says what is wrong with the file or
  ///   its place. A file that was there is as it was.
  public convenience init(
    _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  )
    throws
  {
    try self.init(opening: configuration, migrationPlan: migrationPlan)
  }

  private convenience init(
    opening configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else {
      throw SwiftDataError(
        .configurationSchemaNotFoundInContainerSchema,
        "the configuration '\(configuration.name)' has no schema; a ModelContainer sets it, or set it yourself before making a DefaultStore"
      )
    }
    try CloudKitValidation.check(schema, configuration)
    let opened: StoreOpening
    do {
      opened = try StoreOpening(configuration, schema, migrationPlan)
    } catch let error as SwiftDataError {
      throw error
    } catch {
      if let error = error as? SQLiteError, !configuration.isStoredInMemoryOnly,
        let explained = RunningMigrations.explanation(of: error, for: configuration.url)
      {
        throw explained
      }
      throw SwiftDataError(
        .loadIssueModelContainer,
        "the store '\(configuration.isStoredInMemoryOnly ? configuration.name : configuration.url.lastPathComponent)' could not be opened: \(error)",
        underlyingError: error)
    }
    self.init(
      configuration, schema: schema, layout: opened.layout, identifier: opened.identifier,
      connection: opened.connection, watch: opened.watch)
  }

  /// A store that is being migrated, on a connection that its migration lends.
  convenience init(
    migrating configuration: ModelConfiguration, layout: SchemaLayout, identifier: String,
    connection: Connection
  ) {
    self.init(
      configuration, schema: layout.schema, layout: layout, identifier: identifier,
      connection: connection, watch: SchemaWatch(propertyList: nil))
  }

  private init(
    _ configuration: ModelConfiguration, schema: Schema, layout: SchemaLayout, identifier: String,
    connection: Connection, watch: SchemaWatch
  ) {
    name = configuration.name
    self.schema = schema
    self.configuration = configuration
    self.layout = layout
    self.identifier = identifier
    self.watch = watch
    let storeName = InternedName.named(identifier)
    self.storeName = storeName
    let external = ExternalStorage(of: configuration)
    self.external = external
    rows = Dictionary(
      uniqueKeysWithValues: layout.entities.map {
        ($0.name, RowFormat($0, in: layout, store: storeName, external: external))
      })
    history = HistoryFormat(layout)
    // Unsafe only for a lent connection, whose owner waits until the loan has ended.
    nonisolated(unsafe) let connection = connection
    self.connection = Mutex(connection)
  }

  /// Prepares for a context, for which there is nothing to do.
  public func initializeState(for editingState: EditingState) {}

  /// Forgets a context, of which nothing is kept.
  public func invalidateState(for editingState: EditingState) {}

  /// Refuses to go on where another container has migrated the file since it was opened; a transaction
  /// must be open, or a statement at a row.
  func checkSchema(_ connection: Connection) throws { try watch.check(connection, store: name) }

  /// The format of an entity's rows.
  func rowFormat(of entity: String) throws -> RowFormat {
    if let format = rows[entity] { return format }
    throw SwiftDataError(
      .modelValidationFailure,
      "the store '\(name)' has no model '\(entity)': its schema has \(schema.entities.map(\.name).sorted().formatted())"
    )
  }
}
