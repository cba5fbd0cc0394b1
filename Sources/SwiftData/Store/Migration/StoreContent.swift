internal import Foundation

/// What a store file says about itself, read in one go.
struct StoreContent {
  struct Index: Equatable {
    var table: String
    var sql: String
    var isUnique: Bool { sql.hasPrefix("CREATE UNIQUE") }
  }

  struct Trigger: Equatable {
    var name: String
    var table: String
    var sql: String
  }

  /// The tables with their columns, and the entities.
  private(set) var description = StoreDescription()
  /// The statement that made each table.
  private(set) var tableStatements: [String: String] = [:]
  /// The indexes that a statement made, by name.
  private(set) var indexes: [String: Index] = [:]
  /// The triggers, in the order in which they were made.
  private(set) var triggers: [Trigger] = []
  /// The table of each entity by its number.
  private(set) var entityTables: [Int: String] = [:]
  /// The names of tables, indexes and views in upper case: SQLite takes one for one of them only.
  private(set) var takenNames: Set<String> = []
  /// The highest key that each entity has given out, by the entity's number.
  private(set) var highestKeys: [Int: Int64] = [:]
  /// `Z_UUID`, by which identifiers name the store.
  let identifier: String
  /// What `Z_METADATA` holds, where it can be read.
  let metadata: StoreMetadata?
  /// The same as the file has it.
  let propertyList: Data?

  /// - Parameter file: The file's name, for messages.
  /// - Throws: `SQLiteError`, or `SwiftDataError.loadIssueModelContainer` where the database is none
  ///   that SwiftData wrote.
  init(of connection: Connection, file: String) throws {
    do {
      let objects = try connection.prepare(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid")
      while try objects.step() {
        guard case .text(let name) = objects.column(1), case .text(let table) = objects.column(2),
          case .text(let sql) = objects.column(3)
        else { continue }
        if objects.column(0) == .text("trigger") {
          triggers.append(Trigger(name: name, table: table, sql: sql))
          continue
        }
        takenNames.insert(name.uppercased())
        if objects.column(0) == .text("table") {
          tableStatements[name] = sql
          description.tables[name] = []
        } else if objects.column(0) == .text("index") {
          indexes[name] = Index(table: table, sql: sql)
        }
      }
      // Of a trigger SQLite tells the table's name as its author has written it.
      let names = tableStatements.keys.reduce(into: [:]) { $0[$1.uppercased()] = $1 }
      for index in triggers.indices {
        triggers[index].table = names[triggers[index].table.uppercased()] ?? triggers[index].table
      }
    }
    guard tableStatements["Z_METADATA"] != nil, tableStatements["Z_PRIMARYKEY"] != nil else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        "'\(file)' is an SQLite database that SwiftData did not write: it has no Z_METADATA and Z_PRIMARYKEY"
      )
    }
    do {
      let columns = try connection.prepare(
        """
        SELECT m.name, p.name, p.type FROM sqlite_schema AS m \
        JOIN pragma_table_info(m.name) AS p WHERE m.type = 'table'
        """)
      while try columns.step() {
        guard case .text(let table) = columns.column(0), case .text(let name) = columns.column(1),
          case .text(let type) = columns.column(2)
        else { continue }
        description.tables[table, default: []].append(name)
        description.columnTypes[table, default: [:]][name] = type
      }
    }
    do {
      let entities = try connection.prepare(
        "SELECT Z_ENT, Z_NAME, Z_MAX, Z_SUPER FROM Z_PRIMARYKEY")
      while try entities.step() {
        // Numbers from 16001 are those of the history.
        guard case .text(let name) = entities.column(1), entities.integer(0) < 16_001 else {
          continue
        }
        description.entities.append(
          .init(
            number: Int(clamping: entities.integer(0)), name: name,
            superentity: Int(clamping: entities.integer(3))))
        highestKeys[Int(clamping: entities.integer(0))] = entities.integer(2)
      }
    }
    entityTables = description.entityTables
    let row = try connection.prepare("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1")
    guard try row.step(), case .text(let identifier) = row.column(0) else {
      throw SwiftDataError(
        .loadIssueModelContainer, "'\(file)' names no store identifier in Z_METADATA")
    }
    self.identifier = identifier
    if case .blob(let list) = row.column(1) {
      metadata = try? StoreMetadata(propertyList: list)
      propertyList = list
    } else {
      metadata = nil
      propertyList = nil
    }
  }

  /// The hashes of the entities, where this engine wrote them: only those of one writer compare.
  var ownHashes: [String: Data]? {
    metadata.flatMap { $0.fingerprint == nil ? nil : $0.entityHashes }
  }

  /// The model that the store keeps of itself, where it keeps one that is true.
  var ownModel: StoredModel? {
    guard let model = metadata?.model, model.fits(description.tables),
      Set(model.entities.map { "\($0.number) \($0.name)" })
        == Set(description.entities.map { "\($0.number) \($0.name)" })
    else { return nil }
    return model
  }

  // MARK: - Comparing

  /// How far a store is from a schema.
  enum Distance: Comparable { case none, indexes, schema }

  /// How far the store is from a schema.
  func distance(to layout: SchemaLayout) -> Distance {
    let isOfSchema = ownHashes == layout.entityHashes
    let isDifferent = layout.differences(from: description).contains { difference in
      // A column that somebody added to a store of the schema is theirs to keep.
      if isOfSchema, case .unknownColumn = difference { false } else { true }
    }
    guard !isDifferent else { return .schema }
    let differing = differingIndexes(from: layout)
    guard let ownHashes else {
      // Which rules an Apple store was made by, its hashes don't tell; its tables and unique indexes do.
      return differing.contains(where: \.isUnique) || hasOtherKeys(than: layout) ? .schema : .none
    }
    if ownHashes != layout.entityHashes { return .schema }
    return differing.isEmpty && keepsValues(of: layout) ? .none : .indexes
  }

  /// Whether the store was written for a schema, whatever its plain indexes.
  func isOf(_ layout: SchemaLayout) -> Bool { distance(to: layout) < .schema }

  /// Whether the history keeps values of the same attributes when a row is deleted.
  ///
  /// The hashes don't tell: for Core Data it is no difference.
  private func keepsValues(of layout: SchemaLayout) -> Bool {
    guard let ownModel else { return true }
    return layout.entities.allSatisfy { entity in
      let wanted = entity.model.properties.filter { $0.attribute?.isPreserved == true }.map(\.name)
      let stored = ownModel.entity(named: entity.name)?.attributes.filter(\.isPreserved)
      return Set(wanted) == Set(stored?.map(\.name) ?? [])
    }
  }

  /// The columns with the keys of to-one relationships, each of which has an index, by table.
  var keyColumns: [String: Set<String>] {
    indexes.reduce(into: [:]) { columns, index in
      guard let column = keyColumn(of: index.key) else { return }
      columns[index.value.table, default: []].insert(column)
    }
  }

  /// Whether an attribute's column holds keys, or the other way round: both are integers.
  private func hasOtherKeys(than layout: SchemaLayout) -> Bool {
    let keys = keyColumns
    return layout.entities.contains { entity in
      let present = keys[entity.table] ?? []
      return entity.model.properties.contains { property in
        switch property.kind {
        case .attribute(let attribute):
          return attribute.slots.contains { present.contains(entity.slotColumns[$0]) }
        case .relationship(let relationship):
          let own = entity.relationships[relationship.relationshipIndex]
          guard case .foreignKey(let column) = own.storage else { return false }
          return !present.contains(column)
        }
      }
    }
  }

  private func differingIndexes(from layout: SchemaLayout) -> [Index] {
    var differing: [Index] = []
    for table in layout.tables {
      let wanted = Dictionary(
        table.indexes.map { ($0.name, $0.creationStatement(on: table.name)) }
      ) { first, _ in first }
      let present = indexes.filter { $0.value.table == table.name }
      for (name, sql) in wanted where present[name]?.sql != sql {
        differing.append(Index(table: table.name, sql: sql))
      }
      // Indexes of other names are somebody else's.
      differing += present.filter { wanted[$0.key] == nil && isOfModels($0.key) }.map(\.value)
    }
    return differing
  }
}
