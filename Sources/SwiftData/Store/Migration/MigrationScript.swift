internal import Foundation

/// The statements that turn the tables of a store into those of a schema.
///
/// A table whose columns change is made anew, by the statement that a new store would have it from, and
/// filled from the old one: SQLite could only append columns, and their order is part of the layout.
struct MigrationScript {
  struct Statement {
    var sql: String
    var bindings: [StoredValue] = []
  }

  /// A query that must find nothing, and what it means where it finds something.
  struct Check {
    var sql: String
    var error: SwiftDataError
  }

  private(set) var statements: [Statement] = []
  /// Finds columns that refer to files which are of no use afterwards; to be asked before tables go.
  private(set) var fileQueries: [String] = []
  /// Removes the tables that have been read.
  private(set) var removals: [Statement] = []
  /// To be made after the statements.
  private(set) var checks: [Check] = []
  /// After the checks; an index that cannot be made means that values are not unique.
  private(set) var indexStatements: [(sql: String, table: TableLayout, index: TableLayout.Index)] =
    []
  /// The last ones, which bring the bookkeeping up to date.
  private(set) var bookkeeping: [Statement] = []

  /// What others made on the tables.
  private(set) var foreign: ForeignObjects

  private let mapping: InferredMapping
  private let content: StoreContent
  private let layout: SchemaLayout
  /// Tables of the store that stay as they are.
  private var kept: Set<String> = []
  /// The present names of tables that had to make room.
  private var moved: [String: String] = [:]

  init(_ mapping: InferredMapping, _ content: StoreContent) throws {
    self.mapping = mapping
    self.content = content
    layout = mapping.layout
    foreign = ForeignObjects(content, own: [], dropped: [], layout)
    for table in layout.tables where isKept(table) { kept.insert(table.name) }
    let own = content.tablesOfModels(mapping.stored)
    let old = own.subtracting(kept).sorted()
    try checkNames(own)
    for table in old where layout.tables.contains(where: { $0.name == table }) {
      let name = "SWIFTDATA_OLD_\(table)"
      moved[table] = name
      statements.append(Statement(sql: "ALTER TABLE \(table) RENAME TO \(name)"))
    }
    for table in layout.tables where !kept.contains(table.name) {
      statements.append(Statement(sql: table.creationStatement))
      if table.isJoinTable { fillJoin(table) } else { fill(table) }
    }
    renumberKeptRows()
    clearLostKeys()
    setDestinationEntities()
    noteFiles()
    removals = old.map { Statement(sql: "DROP TABLE \(moved[$0] ?? $0)") }
    addChecks()
    addIndexes()
    try addBookkeeping()
    let history = bookkeeping.contains { $0.sql.hasPrefix("DROP TABLE") } ? ["ACHANGE"] : []
    foreign = ForeignObjects(content, own: own, dropped: Set(old + history), layout)
  }

  /// Refuses tables whose names something else in the file has, which is not SwiftData's to drop.
  private func checkNames(_ own: Set<String>) throws {
    let freed = Set(own.map { $0.uppercased() })
    for table in layout.tables
    where content.takenNames.contains(table.name.uppercased())
      && !freed.contains(table.name.uppercased())
    {
      throw MigrationError.make(
        .failed,
        """
        '\(table.entity)' is to be stored in a table \(table.name), and the file has something of that name \
        that SwiftData did not make. Give one of them another name.
        """, reason: "table \(table.name) already exists", entity: table.entity)
    }
  }

  private func present(_ table: String) -> String { moved[table] ?? table }

  // MARK: - Tables

  private func members(of table: TableLayout) -> [InferredMapping.EntityMapping] {
    mapping.entities.filter { $0.entity.table == table.name }
  }

  /// Whether a table has its columns and the right values in them already.
  private func isKept(_ table: TableLayout) -> Bool {
    guard content.tableStatements[table.name] == table.creationStatement else { return false }
    if table.isJoinTable {
      guard let join = mapping.joins[table.name] else { return false }
      return join.pairs.table == table.name && join.pairs.owner == join.into.ownerColumn
        && join.pairs.destination == join.into.destinationColumn
    }
    let members = members(of: table)
    // Of classes that are gone, too: their rows must not stay.
    let tables = content.description.entityTables
    let rows = Set(
      content.description.entities.filter { tables[$0.number] == table.name }.map(\.name))
    return rows == Set(members.map(\.entity.name))
      && members.allSatisfy { member in
        member.stored?.table == table.name
          && member.sources.allSatisfy { $0.value == .column($0.key) }
      }
  }

  private mutating func fill(_ table: TableLayout) {
    for member in members(of: table) {
      guard let stored = member.stored else { continue }
      var columns = ["Z_PK", "Z_ENT", "Z_OPT"]
      var values = ["o.Z_PK", "\(member.entity.number)", "o.Z_OPT"]
      var bindings: [StoredValue] = []
      for column in table.columns {
        switch member.sources[column.name] ?? .nothing {
        case .nothing: continue
        case .column(let source): values.append("o.\(source)")
        case .expression(let source): values.append(source)
        case .expressionOr(let source, let value):
          values.append("COALESCE(\(source), ?)")
          bindings.append(value)
        case .partOr(let source, let value, let columns):
          let isNULL = columns.map { "o.\($0) IS NULL" }.joined(separator: " AND ")
          values.append("CASE WHEN \(isNULL) THEN ? ELSE \(source) END")
          bindings.append(value)
        case .value(let value):
          values.append("?")
          bindings.append(value)
        case .owner(let pairs):
          values.append(
            """
            (SELECT MAX(p.\(pairs.owner)) FROM \(present(pairs.table)) AS p \
            WHERE p.\(pairs.destination) = o.Z_PK)
            """)
        }
        columns.append(column.name)
      }
      statements.append(
        Statement(
          sql: """
            INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) \
            SELECT \(values.joined(separator: ", ")) FROM \(present(stored.table)) AS o \
            WHERE o.Z_ENT = \(stored.number)
            """, bindings: bindings))
    }
  }

  private mutating func fillJoin(_ table: TableLayout) {
    guard let (pairs, join) = mapping.joins[table.name] else { return }
    statements.append(
      Statement(
        sql: """
          INSERT OR IGNORE INTO \(table.name) (\(join.ownerColumn), \(join.destinationColumn)) \
          SELECT \(pairs.owner), \(pairs.destination) FROM \(present(pairs.table)) \
          WHERE \(pairs.owner) IS NOT NULL AND \(pairs.destination) IS NOT NULL
          """))
  }

  private mutating func renumberKeptRows() {
    for table in layout.tables where kept.contains(table.name) && !table.isJoinTable {
      let numbers = members(of: table).compactMap { member in
        member.stored.map { ($0.number, member.entity.number) }
      }
      if let change = Self.renumbering("Z_ENT", numbers) {
        statements.append(Statement(sql: "UPDATE \(table.name) SET \(change)"))
      }
    }
  }

  /// Takes keys away that lead to rows which are not in their table any more.
  private mutating func clearLostKeys() {
    var done: Set<String> = []
    for entity in layout.entities {
      for relationship in entity.relationships
      where mapping.hasLostRows(relationship.destinationTable) {
        let rows = "(SELECT Z_PK FROM \(relationship.destinationTable))"
        switch relationship.storage {
        case .foreignKey(let key):
          guard done.insert("\(entity.table).\(key)").inserted else { continue }
          statements.append(
            Statement(sql: "UPDATE \(entity.table) SET \(key) = NULL WHERE \(key) NOT IN \(rows)"))
        case .destinationForeignKey: continue
        case .joinTable(let join):
          guard done.insert("\(join.name).\(join.destinationColumn)").inserted else { continue }
          statements.append(
            Statement(
              sql: "DELETE FROM \(join.name) WHERE \(join.destinationColumn) NOT IN \(rows)"))
        }
      }
      for relationship in entity.relationships where mapping.hasLostRows(entity.table) {
        guard case .destinationForeignKey(let key) = relationship.storage,
          relationship.inverseName == nil,
          done.insert("\(relationship.destinationTable).\(key)").inserted
        else { continue }
        statements.append(
          Statement(
            sql: """
              UPDATE \(relationship.destinationTable) SET \(key) = NULL \
              WHERE \(key) NOT IN (SELECT Z_PK FROM \(entity.table))
              """))
      }
    }
  }

  /// Sets the columns that hold the entity of a to-one destination.
  private mutating func setDestinationEntities() {
    var done: Set<String> = []
    for entity in layout.entities {
      for relationship in entity.relationships {
        guard let column = relationship.entityColumn, let key = relationship.foreignKeyColumn,
          done.insert("\(entity.table).\(column)").inserted
        else { continue }
        statements.append(
          Statement(
            sql: """
              UPDATE \(entity.table) SET \(column) = (SELECT d.Z_ENT FROM \
              \(relationship.destinationTable) AS d WHERE d.Z_PK = \(entity.table).\(key)) \
              WHERE \(key) IS NOT NULL OR \(column) IS NOT NULL
              """))
      }
    }
  }

  /// Finds the files of values that have no place in the schema, while their tables are there.
  private mutating func noteFiles() {
    for stored in mapping.stored.entities {
      let member = mapping.entities.first { $0.entity.name == stored.name }
      for attribute in stored.attributes where attribute.isExternal {
        guard let column = attribute.leaves.first?.column,
          member?.sources.values.contains(where: { $0.carries(column) }) != true
        else { continue }
        fileQueries.append(
          """
          SELECT \(column) FROM \(present(stored.table)) \
          WHERE Z_ENT = \(stored.number) AND substr(\(column), 1, 1) = x'02'
          """)
      }
    }
  }

  /// The assignment that gives entities new numbers; nil where none changes.
  static func renumbering(_ column: String, _ numbers: [(Int, Int)]) -> String? {
    let changed = numbers.filter { $0.0 != $0.1 }
    guard !changed.isEmpty else { return nil }
    let cases = changed.map { " WHEN \($0.0) THEN \($0.1)" }.joined()
    return "\(column) = CASE \(column)\(cases) ELSE \(column) END"
  }

  // MARK: - Checks and indexes

  private mutating func addChecks() {
    for member in mapping.entities where member.stored != nil {
      let entity = member.entity
      for demand in member.demands {
        let kind = demand.isRelationship ? "relationship" : "attribute"
        let condition = demand.columns.map { "\($0) IS NULL" }.joined(separator: " AND ")
        checks.append(
          Check(
            sql:
              "SELECT 1 FROM \(entity.table) WHERE Z_ENT = \(entity.number) AND \(condition) LIMIT 1",
            error: MigrationError.make(
              .failed,
              """
              '\(entity.name).\(demand.property)' must have a value, and models that are stored \
              already have none: give the property a default value in its declaration, make it \
              optional, or let an earlier stage of the migration plan set it.
              """,
              reason: """
                Cannot migrate store in-place: Validation error missing \(kind) values on \
                mandatory destination \(kind)
                """, entity: entity.name, property: demand.property)))
      }
    }
  }

  private mutating func addIndexes() {
    for table in layout.tables {
      let wanted = Dictionary(table.indexes.map { ($0.name, $0.creationStatement(on: table.name)) })
      { first, _ in first }
      var present: [String: StoreContent.Index] = [:]
      if kept.contains(table.name) {
        present = content.indexes.filter {
          $0.value.table == table.name && content.isOfModels($0.key)
        }
        for (name, index) in present.sorted(by: { $0.key < $1.key })
        where wanted[name] != index.sql {
          removals.append(Statement(sql: "DROP INDEX \(name.quotedForSQL)"))
          present[name] = nil
        }
      }
      for index in table.indexes where present[index.name] == nil {
        indexStatements.append((index.creationStatement(on: table.name), table, index))
      }
    }
  }

  // MARK: - Bookkeeping

  private mutating func addBookkeeping() throws {
    // Names and numbers may stay where a superclass changes.
    bookkeeping.append(Statement(sql: "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < 16001"))
    for entity in layout.entities {
      bookkeeping.append(
        Statement(
          sql: "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)",
          bindings: [
            .integer(Int64(entity.number)), .text(entity.name),
            .integer(Int64(entity.superentityNumber)), .integer(highestKey(of: entity)),
          ]))
    }
    bookkeeping += HistoryMigration(mapping, content).statements
    bookkeeping.append(
      Statement(
        sql: "UPDATE Z_METADATA SET Z_PLIST = ?",
        bindings: [
          .blob(
            try (content.metadata?.migrated(to: layout) ?? StoreMetadata(for: layout))
              .propertyList())
        ]))
    if content.description.tables["Z_MODELCACHE"] != nil {
      // The model of Apple's that it may hold is the one from before.
      bookkeeping.append(Statement(sql: "DELETE FROM Z_MODELCACHE"))
    }
  }

  /// The highest key that an entity has given out; that of a root counts for all its table.
  private func highestKey(of entity: EntityLayout) -> Int64 {
    let own = mapping.entities.filter {
      $0.entity.name == entity.name
        || entity.superentityNumber == 0 && $0.entity.table == entity.table
    }.compactMap(\.stored)
    // The root of a stored hierarchy has given out the keys of all its table.
    let tables = Set(own.map(\.table))
    let givers =
      entity.superentityNumber == 0
      ? mapping.stored.entities.filter { tables.contains($0.table) } : own
    return givers.compactMap { content.highestKeys[$0.number] }.max() ?? 0
  }
}
