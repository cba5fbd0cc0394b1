internal import Foundation
internal import Synchronization

/// Brings a store to a schema, in one transaction of the store's own connection.
///
/// Stages run one after the other inside it, the code of custom ones too: their contexts save into the
/// transaction. SQLite commits all of it or nothing, whatever fails and wherever the process ends, and
/// until then other connections see the store as it was.
struct StoreMigration {
  let connection: Connection
  let configuration: ModelConfiguration
  let schema: Schema
  let plan: PlannedVersions?
  /// The files of large values that come and go with the migration.
  private let files: ExternalChanges

  init(
    connection: Connection, configuration: ModelConfiguration, schema: Schema,
    plan: PlannedVersions?
  ) {
    self.connection = connection
    self.configuration = configuration
    self.schema = schema
    self.plan = plan
    files = ExternalChanges(ExternalStorage(of: configuration))
  }

  private var file: String { configuration.url.lastPathComponent }

  /// Migrates the store, unless another process has done it in the meantime.
  ///
  /// - Returns: The layout of the store, and its identifier.
  /// - Throws: `SwiftDataError`, `SQLiteError`. The store is as it was, its files included.
  func run() throws -> (SchemaLayout, identifier: String) {
    try RunningMigrations.run(of: configuration.url) { try runAlone() }
  }

  private func runAlone() throws -> (SchemaLayout, identifier: String) {
    // A write-ahead log that somebody left must not be carried over into the file by a failure.
    connection.keepLogOnClose(hasLog)
    let external = ExternalStorage(of: configuration)
    let function: Connection.ScalarFunction = (
      InferredMapping.plainValueFunction, 2, false,
      { arguments in
        guard case .text(let property) = arguments[1] else { return arguments[0] }
        return try external.plainValue(of: arguments[0], property: property)
      }
    )
    try connection.register([function, HistoryMigration.movedBits])
    // A table that makes room for the new one takes no mention of its name along: views, triggers and keys of
    // others mean the new one.
    try connection.execute("PRAGMA legacy_alter_table = ON")
    let result = try files.following(on: connection) {
      try connection.transaction(.immediate) {
        let result = try migrate()
        try perform("PRAGMA incremental_vacuum")
        return result
      }
    }
    connection.keepLogOnClose(false)
    return result
  }

  private var hasLog: Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: configuration.url.path + "-wal")
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0 > 0
  }

  private func migrate() throws -> (SchemaLayout, identifier: String) {
    let content = try StoreContent(of: connection, file: file)
    let layout = try SchemaLayout(schema: schema, existing: content.description)
    let distance = content.distance(to: layout)
    if distance == .none, try plan?.isBehind(content, layout, file: file) != true {
      return (layout, content.identifier)
    }
    if distance == .indexes {
      try apply(StoredModel(layout).preserving(as: content.ownModel), content, layout)
      return (layout, content.identifier)
    }
    let fresh = try SchemaLayout(schema: schema)
    if let plan {
      try walk(plan, content, to: fresh)
    } else {
      try apply(
        content.ownModel
          ?? StoredModel(findingPropertiesOf: layout, in: content, on: connection), content, fresh)
    }
    return (fresh, content.identifier)
  }

  // MARK: - Stages

  private func walk(
    _ plan: PlannedVersions, _ content: StoreContent, to layout: SchemaLayout
  ) throws {
    let goal = try plan.position(of: layout)
    let start = try plan.position(of: content, file: file)
    let steps = try plan.steps(from: start, to: goal, file: file)
    // A store that differs from its own version in tables that nothing explains.
    if steps.isEmpty {
      try apply(
        content.ownModel
          ?? StoredModel(findingPropertiesOf: layout, in: content, on: connection), content, layout)
    }
    var content = content
    for step in steps {
      let from = plan.versions[step.from]
      let to = plan.versions[step.to]
      let present = try SchemaLayout(schema: from.schema, existing: content.description)
      if case .custom(_, _, let willMigrate?, _) = step.stage {
        try run(willMigrate, "willMigrate", step, plan, present, content.identifier)
      }
      // The code may have given out keys.
      content = try StoreContent(of: connection, file: file)
      try apply(content.ownModel ?? StoredModel(present), content, to.layout)
      if case .custom(_, _, _, let didMigrate?) = step.stage {
        try run(didMigrate, "didMigrate", step, plan, to.layout, content.identifier)
      }
      content = try StoreContent(of: connection, file: file)
    }
  }

  /// Runs the code of a stage with a context over the store as it is at the moment.
  private func run(
    _ body: (ModelContext) throws -> Void, _ name: String, _ step: PlannedVersions.Step,
    _ plan: PlannedVersions, _ layout: SchemaLayout, _ identifier: String
  ) throws {
    try checkTransaction()
    guard let loan = connection.lend(noting: files) else { return }
    var configuration = configuration
    configuration.schema = layout.schema
    let store = DefaultStore(
      migrating: configuration, layout: layout, identifier: identifier, connection: loan)
    // Code that kept the context must not write into the store that comes after.
    defer { store.connection.withLock { $0.endLoan() } }
    let container = ModelContainer(migrating: store)
    try withExtendedLifetime(container) {
      let context = ModelContext(container)
      context.autosaveEnabled = false
      do {
        try body(context)
      } catch {
        throw SwiftDataError(
          .loadIssueModelContainer,
          """
          \(name) of the stage from \(plan.versions[step.from].name) to \
          \(plan.versions[step.to].name) of '\(plan.name)' threw an error; '\(file)' is as it was \
          before: \(error)
          """, underlyingError: error)
      }
    }
  }

  // MARK: - Statements

  /// Turns the tables into those of a layout.
  private func apply(
    _ stored: StoredModel, _ content: StoreContent, _ layout: SchemaLayout
  ) throws {
    let mapping = try InferredMapping(from: stored, in: content, to: layout)
    let script = try MigrationScript(mapping, content)
    try checkTransaction()
    let sound = try script.foreign.removeTriggers(on: connection)
    for statement in script.statements { try perform(statement.sql, statement.bindings) }
    for query in script.fileQueries { files.note(replaced: try fileNames(query)) }
    for statement in script.removals { try perform(statement.sql, statement.bindings) }
    for check in script.checks {
      try checkTransaction()
      if try connection.value(check.sql) != nil { throw check.error }
    }
    for (sql, table, index) in script.indexStatements {
      do {
        try perform(sql)
      } catch let error as SQLiteError where error.code == .constraint {
        throw duplicates(table, index, error)
      }
    }
    for statement in script.bookkeeping { try perform(statement.sql, statement.bindings) }
    try checkTransaction()
    try script.foreign.restore(sound, on: connection)
  }

  /// The names of the files that columns refer to.
  private func fileNames(_ query: String) throws -> [String] {
    try checkTransaction()
    let statement = try connection.prepare(query)
    var names: [String] = []
    while try statement.step() {
      if let name = ExternalStorage.fileName(in: statement.column(0)) { names.append(name) }
    }
    return names
  }

  private func perform(_ sql: String, _ bindings: [StoredValue] = []) throws {
    try checkTransaction()
    if bindings.isEmpty {
      try connection.execute(sql)
    } else {
      try connection.run(sql, bindings)
    }
  }

  /// After a full disk SQLite has rolled back by itself, and what came now would be written for good.
  private func checkTransaction() throws {
    guard connection.isInTransaction else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "the migration of '\(file)' was rolled back after an error that the plan's code caught")
    }
  }

  private func duplicates(
    _ table: TableLayout, _ index: TableLayout.Index, _ error: SQLiteError
  ) -> SwiftDataError {
    let columns = Set(error.constraintColumns.map(\.column))
    let properties = table.columns.filter { columns.contains($0.name) }.map(\.property)
    return MigrationError.make(
      .failed,
      """
      models of '\(table.entity)' that are stored already have the same value in \
      \(properties.isEmpty ? index.columns : properties.joined(separator: ", ")), which is to be \
      unique: remove the duplicates in the willMigrate of a custom stage. (\(error.message))
      """,
      reason:
        "Cannot migrate store in-place: constraint violation during attempted migration",
      entity: table.entity)
  }
}
