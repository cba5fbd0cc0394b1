internal import Foundation

/// Which property of a store becomes which of a schema: what Core Data infers for a lightweight
/// migration, and refuses to infer.
struct InferredMapping {
  /// Where a column gets its values from.
  enum Source: Equatable {
    /// Nothing: NULL.
    case nothing
    /// A column of the same row.
    case column(String)
    /// What an expression makes of the same row, which it calls `o`.
    case expression(String)
    /// The same, or a value where that is NULL.
    case expressionOr(String, StoredValue)
    /// The same, or a value where none of some columns has any: a part of a value that has several.
    case partOr(String, StoredValue, whereNULL: [String])
    case value(StoredValue)
    /// The owner in the pairs of a relationship, whose destination is the row.
    case owner(Pairs)

    /// Whether what is in a column of the same row stays in the store.
    func carries(_ column: String) -> Bool {
      switch self {
      case .column(let name): name == column
      case .expressionOr(let text, _), .partOr(let text, _, _): text == "o.\(column)"
      case .nothing, .expression, .value, .owner: false
      }
    }
  }

  /// The pairs of a stored relationship: a table with the keys of the two sides.
  struct Pairs: Equatable {
    var table: String
    var owner: String
    var destination: String

    var reversed: Pairs { Pairs(table: table, owner: destination, destination: owner) }
  }

  /// A property that must have a value in every row.
  struct Demand {
    var property: String
    var isRelationship: Bool
    /// The columns that must not all be NULL.
    var columns: [String]
  }

  /// One entity of the schema, with what the store has of it.
  struct EntityMapping {
    var entity: EntityLayout
    var stored: StoredModel.Entity?
    let matches: PropertyMatches
    /// The source of each column of the entity's rows.
    var sources: [String: Source] = [:]
    var demands: [Demand] = []

    init(_ entity: EntityLayout, _ stored: StoredModel.Entity?) {
      self.entity = entity
      self.stored = stored
      matches = PropertyMatches(stored, entity.model)
    }
  }

  let stored: StoredModel
  let layout: SchemaLayout
  private let content: StoreContent
  private var tablesWithLostRows: Set<String> = []
  private(set) var entities: [EntityMapping] = []
  /// The pairs that each many-to-many table gets, by its name, with the columns that they go to.
  private(set) var joins: [String: (pairs: Pairs, into: RelationshipLayout.JoinTable)] = [:]

  /// - Throws: `SwiftDataError.loadIssueModelContainer` where Core Data would not infer a mapping.
  init(from stored: StoredModel, in content: StoreContent, to layout: SchemaLayout) throws {
    self.stored = stored
    self.content = content
    self.layout = layout
    for entity in content.description.entities
    where layout.entitiesByName[entity.name] != nil && stored.entity(named: entity.name) == nil {
      throw refusal(
        """
        the rows of '\(entity.name)' were not found in the store: it has no table of the names that \
        SwiftData gives. Migrate it with a SchemaMigrationPlan.
        """, "Can't find or automatically infer mapping model for migration", entity.name, nil)
    }
    entities = layout.entities.map { EntityMapping($0, stored.entity(named: $0.name)) }
    try checkHierarchies()
    findLostRows()
    for index in entities.indices {
      var mapping = entities[index]
      for property in mapping.entity.model.properties {
        switch property.kind {
        case .attribute(let attribute): try map(attribute, property, &mapping)
        case .relationship(let relationship): try map(relationship, property, &mapping)
        }
      }
      entities[index] = mapping
    }
    for index in entities.indices { mapOneWayKeys(&entities[index]) }
  }

  // MARK: - Attributes

  private func map(
    _ attribute: AttributeDescription, _ property: PropertyDescription,
    _ mapping: inout EntityMapping
  ) throws {
    let entity = mapping.entity
    let columns = attribute.slots.map { entity.slotColumns[$0] }
    if attribute.isEphemeral { return }
    let old = mapping.matches.attribute(property.name)
    let type = attribute.codec.migrationType
    if let old, !old.type.isEmpty, old.type != type {
      throw refusal(
        """
        '\(entity.name).\(property.name)' is \(type), and the store has it as \(old.type): a type \
        does not change by itself. Give the property a new name, and carry its values over in a \
        custom stage.
        """, "Source and destination attribute types differ", entity.name, property.name)
    }
    let value = try defaultValue(attribute, property, mapping)
    for (leaf, column) in zip(attribute.codec.leaves, columns) {
      guard let old, let source = old.leaves.first(where: { $0.path == leaf.path })?.column else {
        mapping.sources[column] = .nothing
        continue
      }
      let stored = content.description.columnTypes[mapping.stored?.table ?? ""]?[source]
      if let stored, stored != leaf.storage.columnType {
        throw refusal(
          """
          '\(([entity.name, property.name] + leaf.path).joined(separator: "."))' is stored as \
          \(leaf.storage.columnType), and the store has it as \(stored) in the column \(source): a \
          type does not change by itself. Give the part a new name, and carry its values over in a \
          custom stage.
          """, "Source and destination attribute types differ", entity.name, property.name)
      }
      mapping.sources[column] = Self.source(
        of: source, was: old, attribute.isExternal, property, in: entity)
    }
    // The default takes the place of a whole value, never that of a part which is nil.
    let isWhole = columns.count < 2 && old?.leaves.count ?? 0 < 2
    let parts = isWhole ? [] : old?.leaves.map(\.column) ?? []
    for (index, column) in columns.enumerated() {
      guard let value else { break }
      if let old, !parts.isEmpty {
        if property.isOptional || !old.isOptional { break }
        var source = "NULL"
        if case .column(let name)? = mapping.sources[column] { source = "o.\(name)" }
        mapping.sources[column] = .partOr(source, value[index], whereNULL: parts)
        continue
      }
      switch mapping.sources[column] {
      case .column(let source)? where !property.isOptional && old?.isOptional != false:
        mapping.sources[column] = .expressionOr("o.\(source)", value[index])
      case .expression(let source)? where !property.isOptional && old?.isOptional != false:
        mapping.sources[column] = .expressionOr(source, value[index])
      case .nothing? where old == nil: mapping.sources[column] = .value(value[index])
      default: break
      }
    }
    // A default that is not carried over leaves NULL behind: Core Data finds nothing wrong with that.
    guard !property.isOptional, old?.isOptional != false, attribute.defaultValue == nil,
      !attribute.codec.node.canBeAllNull, !columns.isEmpty
    else { return }
    mapping.demands.append(
      Demand(property: property.name, isRelationship: false, columns: columns))
  }

  /// The source of a column, whose value external storage gives another form.
  private static func source(
    of column: String, was old: StoredModel.Attribute, _ isExternal: Bool,
    _ property: PropertyDescription, in entity: EntityLayout
  ) -> Source {
    switch (old.isExternal, isExternal) {
    case (false, true): return .expression("CAST(x'01' || o.\(column) AS BLOB)")
    case (true, false):
      // A raw identifier may have a quote in it.
      let name = "\(entity.name).\(property.name)".split(
        separator: "'", omittingEmptySubsequences: false
      ).joined(separator: "''")
      let value = "\(plainValueFunction)(o.\(column), '\(name)')"
      // What a missing file was read as.
      return property.isOptional || old.isOptional
        ? .expression(value) : .expressionOr(value, .blob(Data()))
    default: return .column(column)
    }
  }

  /// The function that SQL has for the value of a column that may refer to a file.
  static let plainValueFunction = "swiftdata_plain_value"

  /// The stored form of an attribute's default value, where a migration carries it over.
  private func defaultValue(
    _ attribute: AttributeDescription, _ property: PropertyDescription, _ mapping: EntityMapping
  ) throws -> [StoredValue]? {
    guard let value = attribute.defaultValue, let stored = mapping.stored else { return nil }
    if attribute.shape.isEnumOrComposite {
      let old = mapping.matches.attribute(property.name)
      // Rows that need no default don't meet the hazard.
      guard old == nil || !property.isOptional && old?.isOptional == true, hasRows(stored) else {
        return nil
      }
      let goesWrong = HazardConfiguration.shouldGoWrong(
        at: .codableDefaultNotMigrated, context: nil, model: mapping.entity.name,
        property: property.name,
        """
        the default value of '\(mapping.entity.name).\(property.name)' is not given to rows that \
        were stored before the property was
        """)
      if goesWrong { return nil }
    }
    var slots = ContiguousArray(repeating: StoredValue.null, count: attribute.slots.count)
    do {
      try attribute.codec.encode(value as Any, into: &slots, at: 0)
    } catch {
      throw refusal(
        "the default value of '\(mapping.entity.name).\(property.name)' cannot be stored: \(error)",
        "The default value cannot be stored", mapping.entity.name, property.name)
    }
    guard attribute.isExternal else { return Array(slots) }
    return slots.map { slot in
      if case .blob(let data) = slot { ExternalStorage.inline(data) } else { slot }
    }
  }

  /// Whether an entity, or another of its table, has ever had a row.
  private func hasRows(_ entity: StoredModel.Entity) -> Bool {
    stored.entities.contains { $0.table == entity.table && content.highestKeys[$0.number] ?? 0 > 0 }
  }

  // MARK: - Relationships

  private mutating func map(
    _ relationship: RelationshipDescription, _ property: PropertyDescription,
    _ mapping: inout EntityMapping
  ) throws {
    let own = mapping.entity.relationships[relationship.relationshipIndex]
    let old = mapping.matches.relationship(property.name)
    if let old {
      guard isSame(old.destination, own.destinationEntity) else {
        throw refusal(
          """
          '\(mapping.entity.name).\(property.name)' leads to '\(own.destinationEntity)', and in the \
          store to '\(old.destination)': give it a new name, and set it in a custom stage.
          """, "Source and destination relationships lead to different entities",
          mapping.entity.name, property.name)
      }
      if own.isToOne, !old.isToOne {
        throw refusal(
          """
          '\(mapping.entity.name).\(property.name)' leads to one model, and in the store to many: \
          give it a new name, and choose the one in a custom stage.
          """, "A to-many relationship cannot become to-one", mapping.entity.name, property.name)
      }
    }
    switch own.storage {
    case .foreignKey(let column):
      if let old, let stored = mapping.stored, case .foreignKey(let source) = old.storage,
        stored.name == mapping.entity.name
      {
        mapping.sources[column] = .column(source)
      } else {
        mapping.sources[column] = key(for: own, mapping)
      }
      if let column = own.entityColumn {
        // Filled in when all rows have their entities.
        let columns = content.description.tables[mapping.stored?.table ?? ""] ?? []
        mapping.sources[column] = columns.contains(column) ? .column(column) : .nothing
      }
      if !own.isOptional, old?.isOptional != false || hasLostRows(own.destinationTable) {
        mapping.demands.append(
          Demand(property: property.name, isRelationship: true, columns: [column]))
      }
    case .destinationForeignKey: break
    case .joinTable(let join):
      guard joins[join.name] == nil else { return }
      if let old, let stored = mapping.stored, let pairs = pairs(of: old, stored) {
        joins[join.name] = (pairs, join)
      } else if let (back, stored) = inverse(of: own), let pairs = pairs(of: back, stored) {
        joins[join.name] = (pairs.reversed, join)
      }
    }
  }

  /// The source of a new key column, which the other side of the relationship may know.
  private func key(for relationship: RelationshipLayout, _ mapping: EntityMapping) -> Source {
    guard let (back, stored) = inverse(of: relationship), let pairs = pairs(of: back, stored) else {
      return .nothing
    }
    // Keys in the row itself need no search.
    if pairs.destination == "Z_PK", pairs.table == mapping.stored?.table {
      return .column(pairs.owner)
    }
    return .owner(pairs)
  }

  /// What the store has of a relationship's inverse.
  private func inverse(
    of relationship: RelationshipLayout
  ) -> (StoredModel.Relationship, StoredModel.Entity)? {
    guard let name = relationship.inverseName,
      let destination = layout.entitiesByName[relationship.destinationEntity],
      let mapping = entities.first(where: { $0.entity === destination }),
      let stored = mapping.stored, let old = mapping.matches.relationship(name)
    else { return nil }
    return (old, stored)
  }

  /// The keys of the two sides of a stored relationship; its owner is the entity that has it.
  private func pairs(
    of relationship: StoredModel.Relationship, _ entity: StoredModel.Entity
  ) -> Pairs? {
    switch relationship.storage {
    case .foreignKey(let column):
      return Pairs(table: entity.table, owner: "Z_PK", destination: column)
    case .destinationForeignKey(let column):
      guard let destination = stored.entity(named: relationship.destination) else { return nil }
      return Pairs(table: destination.table, owner: column, destination: "Z_PK")
    case .joinTable(let join):
      return Pairs(table: join.name, owner: join.ownerColumn, destination: join.destinationColumn)
    }
  }

  /// Finds the sources of key columns that to-many relationships of other entities have in the rows of
  /// this one.
  private func mapOneWayKeys(_ mapping: inout EntityMapping) {
    for owner in entities {
      for property in owner.entity.model.properties {
        guard case .relationship(let relationship) = property.kind else { continue }
        let own = owner.entity.relationships[relationship.relationshipIndex]
        guard own.inverseName == nil, case .destinationForeignKey(let column) = own.storage,
          layout.entitiesByName[own.destinationEntity]?.numbers.contains(mapping.entity.number)
            == true
        else { continue }
        mapping.sources[column] = mapping.sources[column] ?? .nothing
        guard let stored = owner.stored,
          let old = owner.matches.relationship(property.name),
          let pairs = pairs(of: old, stored)
        else { continue }
        mapping.sources[column] =
          pairs.destination == "Z_PK" && pairs.table == mapping.stored?.table
          ? .column(pairs.owner) : .owner(pairs)
      }
    }
  }

  /// Whether rows that were in the table of some entities are in none or another one afterwards, because
  /// their class is gone or has left the hierarchy.
  func hasLostRows(_ table: String) -> Bool { tablesWithLostRows.contains(table) }

  private mutating func findLostRows() {
    let tables = content.description.entityTables
    for (table, members) in Dictionary(grouping: entities, by: \.entity.table) {
      let former = Set(members.compactMap { $0.stored?.table })
      let isLossy = content.description.entities.contains { entity in
        let own = stored.entity(named: entity.name)?.table ?? tables[entity.number]
        return own.map { former.contains($0) } == true
          && layout.entitiesByName[entity.name]?.table != table
      }
      if isLossy { tablesWithLostRows.insert(table) }
    }
  }

  // MARK: - Refusals

  /// Whether an entity of the store and one of the schema have their rows in one table.
  private func isSame(_ old: String, _ new: String) -> Bool {
    if old == new { return true }
    guard let newTable = layout.entitiesByName[new]?.table else { return false }
    return layout.entitiesByName[old]?.table == newTable
  }

  /// Entities of several tables cannot come to share one: their keys would clash.
  private func checkHierarchies() throws {
    for (table, members) in Dictionary(grouping: entities, by: \.entity.table) {
      let tables = Set(members.compactMap { $0.stored?.table })
      guard tables.count > 1 else { continue }
      let names = members.map(\.entity.name).sorted().joined(separator: "', '")
      throw refusal(
        """
        '\(names)' inherit from one model, but have tables of their own in the store: hierarchies \
        that were apart cannot become one by themselves (\(table)).
        """, "Cannot merge entity hierarchies", members[0].entity.name, nil)
    }
  }

  private func refusal(
    _ explanation: String, _ reason: String, _ entity: String, _ property: String?
  ) -> SwiftDataError {
    MigrationError.make(
      .cannotInfer, explanation, reason: reason, entity: entity, property: property)
  }
}

extension ValueShape {
  /// Whether values are enums or structures, whose defaults Core Data does not know.
  var isEnumOrComposite: Bool {
    switch self {
    case .rawValue, .structure, .enumeration: true
    case .optional(let wrapped): wrapped.isEnumOrComposite
    case .scalar, .collection, .unsupported: false
    }
  }
}
