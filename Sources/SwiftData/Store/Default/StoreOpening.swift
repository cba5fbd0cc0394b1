internal import Foundation

/// Opens or creates the database of a configuration, and checks that it fits the schema.
struct StoreOpening {
  let connection: Connection
  let identifier: String
  let layout: SchemaLayout

  /// - Throws: `SQLiteError`, or `SwiftDataError` where the file holds another schema. An existing
  ///   file is as it was.
  init(_ configuration: ModelConfiguration, _ schema: Schema) throws {
    if configuration.isStoredInMemoryOnly {
      connection = try Connection.memory()
      try connection.register(QueryFunctions.all)
      try connection.register(QueryCollations.all)
      layout = try SchemaLayout(schema: schema)
      identifier = try Self.create(layout, in: connection)!
      return
    }
    let url = configuration.url
    if configuration.allowsSave, configuration.isInFolderOfSystem {
      // The default folder and those of groups are made, as on Apple's systems; any other is the
      // app's to make.
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    connection = try Connection.open(
      path: url.path, readOnly: !configuration.allowsSave, create: configuration.allowsSave)
    try connection.register(QueryFunctions.all)
    try connection.register(QueryCollations.all)
    let tables = try Self.tables(of: connection)
    if tables.isEmpty {
      guard configuration.allowsSave else {
        throw SwiftDataError(
          .loadIssueModelContainer,
          """
          the store '\(url.lastPathComponent)' is empty, and its configuration does not allow saving
          """)
      }
      let fresh = try SchemaLayout(schema: schema)
      if let created = try Self.create(fresh, in: connection) {
        layout = fresh
        identifier = created
        return
      }
      // Somebody else has made the tables since they were looked for.
    }
    let stored = try Self.description(of: connection, Self.tables(of: connection), url)
    layout = try SchemaLayout(schema: schema, existing: stored)
    identifier = try Self.check(layout, stored, connection, url)
    if configuration.allowsSave { try connection.enableWriteAheadLog() }
  }

  /// Makes the tables of a new store.
  ///
  /// - Returns: The store's identifier, or nil where there were tables already.
  private static func create(_ layout: SchemaLayout, in connection: Connection) throws -> String? {
    let identifier = UUID().uuidString
    return try connection.transaction(.immediate) {
      guard try tables(of: connection).isEmpty else { return nil }
      for statement in layout.creationStatements { try connection.execute(statement) }
      for (sql, values) in try layout.initialRows(storeIdentifier: identifier) {
        try connection.prepare(sql).run(values)
      }
      return identifier
    }
  }

  private static func tables(of connection: Connection) throws -> [String] {
    var tables: [String] = []
    let statement = try connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    while try statement.step() {
      if case .text(let name) = statement.column(0) { tables.append(name) }
    }
    return tables
  }

  /// What the file says about itself.
  private static func description(
    of connection: Connection, _ tables: [String], _ url: URL
  ) throws -> StoreDescription {
    guard tables.contains("Z_METADATA"), tables.contains("Z_PRIMARYKEY") else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "'\(url.lastPathComponent)' is an SQLite database that SwiftData did not write: it has no Z_METADATA and Z_PRIMARYKEY"
      )
    }
    var description = StoreDescription(tables: [:], entities: [])
    for table in tables {
      let statement = try connection.prepare("SELECT name FROM pragma_table_info(?)")
      try statement.bind(.text(table), at: 1)
      var columns: [String] = []
      while try statement.step() {
        if case .text(let name) = statement.column(0) { columns.append(name) }
      }
      description.tables[table] = columns
    }
    let entities = try connection.prepare("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY")
    while try entities.step() {
      // Numbers from 16001 are those of the history.
      if case .text(let name) = entities.column(1), entities.integer(0) < 16_001 {
        description.entities.append(.init(number: Int(entities.integer(0)), name: name))
      }
    }
    return description
  }

  /// Compares the file with the schema.
  ///
  /// - Returns: The store's identifier.
  private static func check(
    _ layout: SchemaLayout, _ description: StoreDescription, _ connection: Connection, _ url: URL
  ) throws -> String {
    let file = url.lastPathComponent
    let differences = layout.differences(from: description).map(\.description)
    if !differences.isEmpty {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "'\(file)' was written for another schema: \(differences.joined(separator: "; ")). Open it with the schema that it was written for; migration between schemas is not available."
      )
    }
    let metadata = try connection.prepare("SELECT Z_UUID FROM Z_METADATA LIMIT 1")
    guard try metadata.step(), case .text(let identifier) = metadata.column(0) else {
      throw SwiftDataError(
        .loadIssueModelContainer, "'\(file)' names no store identifier in Z_METADATA")
    }
    return identifier
  }
}
