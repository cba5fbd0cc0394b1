internal import Foundation

/// Opens or creates the database of a configuration, and checks that it fits the schema.
struct StoreOpening {
  let connection: Connection
  let identifier: String
  let layout: SchemaLayout
  let watch: SchemaWatch

  /// - Throws: `SQLiteError`, or `SwiftDataError` where the file holds another schema and cannot be
  ///   migrated. An existing file is as it was.
  init(
    _ configuration: ModelConfiguration, _ schema: Schema,
    _ migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    let plan = try migrationPlan.map { try Self.read($0, for: schema) }
    if configuration.isStoredInMemoryOnly {
      connection = try Connection.memory()
      try connection.register(QueryFunctions.all)
      try connection.register(QueryCollations.all)
      layout = try SchemaLayout.of(schema)
      identifier = try Self.create(layout, in: connection)!.identifier
      watch = SchemaWatch(propertyList: nil)
      return
    }
    let url = configuration.url
    let folder = url.deletingLastPathComponent()
    if configuration.allowsSave, !FileManager.default.fileExists(atPath: folder.path),
      configuration.isInFolderOfSystem
    {
      // The default folder and those of groups are made, as on Apple's systems; any other is the
      // app's to make.
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    connection = try Connection.open(
      path: url.path, readOnly: !configuration.allowsSave, create: configuration.allowsSave)
    try connection.register(QueryFunctions.all)
    try connection.register(QueryCollations.all)
    if try !Self.hasTables(connection) {
      guard configuration.allowsSave else {
        throw SwiftDataError(
          .loadIssueModelContainer,
          """
          the store '\(url.lastPathComponent)' is empty, and its configuration does not allow saving
          """)
      }
      let fresh = try SchemaLayout.of(schema)
      if let created = try Self.create(fresh, in: connection) {
        layout = fresh
        identifier = created.identifier
        watch = SchemaWatch(propertyList: created.propertyList)
        return
      }
      // Somebody else has made the tables since they were looked for.
    }
    let content = try StoreContent(of: connection, file: url.lastPathComponent)
    let present = try SchemaLayout(schema: schema, existing: content.description)
    var distance = content.distance(to: present)
    if distance == .none,
      try plan?.isBehind(content, present, file: url.lastPathComponent) == true
    {
      distance = .schema
    }
    if distance == .none || distance == .indexes && !configuration.allowsSave {
      layout = present
      identifier = content.identifier
      watch = SchemaWatch(propertyList: content.propertyList)
    } else if configuration.allowsSave {
      let migration = StoreMigration(
        connection: connection, configuration: configuration, schema: schema, plan: plan)
      (layout, identifier) = try migration.run()
      watch = SchemaWatch(propertyList: try Self.propertyList(connection))
    } else {
      throw Self.refusal(content, present, url)
    }
    if configuration.allowsSave { try connection.enableWriteAheadLog() }
  }

  /// Makes the tables of a new store.
  ///
  /// - Returns: The store's identifier and its metadata, or nil where there were tables already.
  private static func create(
    _ layout: SchemaLayout, in connection: Connection
  ) throws -> (identifier: String, propertyList: Data)? {
    let identifier = UUID().uuidString
    // Before the transaction, during which others wait.
    let statements = layout.creationStatements
    let list = try StoreMetadata(for: layout, describing: connection.location != .memory)
      .propertyList()
    return try connection.transaction(.immediate) {
      guard try !hasTables(connection) else { return nil }
      for statement in statements { try connection.execute(statement) }
      for (sql, values) in layout.initialRows(storeIdentifier: identifier, propertyList: list) {
        try connection.prepare(sql).run(values)
      }
      return (identifier, list)
    }
  }

  private static func propertyList(_ connection: Connection) throws -> Data? {
    guard case .blob(let list)? = try connection.value("SELECT Z_PLIST FROM Z_METADATA LIMIT 1")
    else { return nil }
    return list
  }

  /// The versions of a plan, of those entities that the store keeps.
  private static func read(
    _ plan: any SchemaMigrationPlan.Type, for schema: Schema
  ) throws -> PlannedVersions {
    let whole = try PlannedVersions(plan)
    let names = Set(schema.entities.map(\.name))
    // Another store of the container has the rest.
    guard let last = whole.versions.last, names.isStrictSubset(of: last.layout.entitiesByName.keys)
    else { return whole }
    let others = Set(last.layout.entitiesByName.keys).subtracting(names)
    return try PlannedVersions(plan, without: others)
  }

  private static func refusal(
    _ content: StoreContent, _ layout: SchemaLayout, _ url: URL
  ) -> SwiftDataError {
    let differences = layout.differences(from: content.description).map(\.description)
    return SwiftDataError(
      .loadIssueModelContainer,
      """
      '\(url.lastPathComponent)' was written for another schema\
      \(differences.isEmpty ? "" : ": " + differences.joined(separator: "; ")). It cannot be \
      migrated, because its configuration does not allow saving.
      """)
  }

  private static func hasTables(_ connection: Connection) throws -> Bool {
    try connection.value("SELECT 1 FROM sqlite_schema WHERE type = 'table' LIMIT 1") != nil
  }
}
