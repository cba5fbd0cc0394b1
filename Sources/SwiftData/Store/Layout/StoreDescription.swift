/// What a store file says about itself: its tables and the entities that it numbers.
struct StoreDescription: Sendable, Equatable {
  struct Entity: Sendable, Equatable {
    var number: Int
    var name: String
    /// The number of the entity that it inherits from, or 0.
    var superentity = 0
  }

  /// The names of the columns of every table.
  var tables: [String: [String]] = [:]
  /// The declared types of the columns, by table; those that are not known don't count.
  var columnTypes: [String: [String: String]] = [:]
  /// The rows of `Z_PRIMARYKEY`; those of the history don't count.
  var entities: [Entity] = []
}

/// One thing in which a store file is not what a schema needs.
enum StoreDifference: Sendable, Equatable {
  /// The schema has an entity, or a many-to-many relationship, that the file has no table for.
  case missingTable(String, entity: String)
  /// The schema has a property that the file has no column for.
  case missingColumn(String, table: String, property: String)
  /// The file has a column that no property of the schema is stored in.
  case unknownColumn(String, table: String, entity: String)
  /// The file has a property's values in another form.
  case otherType(
    column: String, table: String, property: String, stored: String, expected: String)
  /// The file has an entity that the schema does not have.
  case unknownEntity(String)
  /// In the file an entity inherits from another one, or from none; empty names stand for none.
  case otherSuperentity(entity: String, stored: String, expected: String)
  /// The file numbers an entity in another way.
  case otherNumber(entity: String, stored: Int, expected: Int)
}

extension StoreDifference: CustomStringConvertible {
  var description: String {
    switch self {
    case .missingTable(let table, let entity):
      "the store has no table \(table) for '\(entity)'"
    case .missingColumn(let column, let table, let property):
      "the store has no column \(table).\(column) for '\(property)'"
    case .unknownColumn(let column, let table, let entity):
      "the store has a column \(table).\(column) that no property of '\(entity)' is stored in"
    case .otherType(let column, let table, let property, let stored, let expected):
      "the store has \(table).\(column) for '\(property)' as \(stored), the schema as \(expected)"
    case .unknownEntity(let entity):
      "the store has an entity '\(entity)' that the schema does not have"
    case .otherSuperentity(let entity, let stored, let expected):
      """
      in the store the entity '\(entity)' inherits from \(stored.isEmpty ? "none" : "'\(stored)'"), in \
      the schema from \(expected.isEmpty ? "none" : "'\(expected)'")
      """
    case .otherNumber(let entity, let stored, let expected):
      "the store numbers the entity '\(entity)' \(stored), the schema \(expected)"
    }
  }
}

extension SchemaLayout {
  /// In what a store differs from the schema; empty where the store can be used as it is.
  func differences(from store: StoreDescription) -> [StoreDifference] {
    var differences: [StoreDifference] = []
    let history = Set(Self.historyEntities.map(\.number))
    for entity in store.entities where !history.contains(entity.number) {
      guard let layout = entitiesByName[entity.name] else {
        differences.append(.unknownEntity(entity.name))
        continue
      }
      if layout.number != entity.number {
        differences.append(
          .otherNumber(entity: entity.name, stored: entity.number, expected: layout.number))
      }
      let stored = store.entities.first { $0.number == entity.superentity }?.name ?? ""
      let superentity = layout.superentityNumber
      let expected = superentity > 0 ? entities[superentity - 1].name : ""
      if stored != expected {
        differences.append(
          .otherSuperentity(entity: entity.name, stored: stored, expected: expected))
      }
    }
    for table in tables {
      guard let stored = store.tables[table.name] else {
        differences.append(.missingTable(table.name, entity: table.entity))
        continue
      }
      let fixed = table.isJoinTable ? [] : ["Z_PK", "Z_ENT", "Z_OPT"]
      let known = Set(fixed + table.columns.map(\.name))
      let present = Set(stored)
      differences += fixed.filter { !present.contains($0) }.map {
        .missingColumn($0, table: table.name, property: table.entity)
      }
      differences += table.columns.filter { !present.contains($0.name) }.map {
        .missingColumn($0.name, table: table.name, property: $0.property)
      }
      let types = table.isJoinTable ? [:] : store.columnTypes[table.name] ?? [:]
      for column in table.columns {
        guard let type = types[column.name], type != column.type else { continue }
        differences.append(
          .otherType(
            column: column.name, table: table.name, property: column.property, stored: type,
            expected: column.type))
      }
      differences += stored.filter { !known.contains($0) }.map {
        .unknownColumn($0, table: table.name, entity: table.entity)
      }
    }
    return differences
  }
}

// MARK: - Hierarchies

extension StoreDescription {
  /// An entity and those that it inherits from, the root first.
  func lineage(of number: Int) -> [Entity] {
    var lineage: [Entity] = []
    var next = number
    while let entity = entities.first(where: { $0.number == next }),
      !lineage.contains(where: { $0.number == next })
    {
      lineage.insert(entity, at: 0)
      next = entity.superentity
    }
    return lineage
  }

  /// The table of each entity by its number: that of the root which it inherits from.
  var entityTables: [Int: String] {
    var taken = LayoutBuilder.takenTableNames
    var names: [Int: String] = [:]
    var roots: [Int: [Int]] = [:]
    for entity in entities {
      roots[lineage(of: entity.number).first?.number ?? 0, default: []].append(entity.number)
    }
    for root in entities.sorted(by: { $0.name < $1.name }) {
      guard let members = roots[root.number] else { continue }
      let name = LayoutBuilder.unique(LayoutBuilder.columnName(root.name), among: &taken)
      guard tables[name] != nil else { continue }
      for member in members { names[member] = name }
    }
    return names
  }
}
