extension StoredModel {
  /// Finds a schema's properties in a store that doesn't say what it was written for, as those of
  /// Apple's systems: by its tables and columns, and by the names that properties had before. Which of them
  /// could be nil, the file doesn't tell: as those of the schema, is the assumption.
  ///
  /// - Throws: `SQLiteError`, or `SwiftDataError.loadIssueModelContainer` where a property could have one
  ///   column or another.
  init(
    findingPropertiesOf layout: SchemaLayout, in content: StoreContent, on connection: Connection
  ) throws {
    let finder = try PropertyFinder(layout: layout, content: content, connection: connection)
    entities = try finder.entities()
    isComplete = finder.isComplete(entities)
    isFound = true
  }
}

/// Finds the columns of a schema's properties in a store that was written for another schema.
struct PropertyFinder {
  private let layout: SchemaLayout
  private let content: StoreContent
  private let connection: Connection
  /// The entities of the schema that the store has.
  private let members: [Member]
  /// The properties' columns, by the stored tables.
  private let columns: [String: ColumnMatching]
  /// The table of each entity in the store, by its number.
  private let tables: [Int: String]

  /// An entity of the schema, as the store has it.
  struct Member {
    let entity: EntityLayout
    let number: Int
    let table: String
    /// The entities that it inherits from in the store and that the schema has, the root first; it is
    /// the last itself.
    let lineage: [(entity: EntityLayout, number: Int)]

    /// The class that declared a property in the store, as far as can be told.
    func declaring(_ property: String) -> (entity: EntityLayout, number: Int) {
      lineage.first { $0.entity.model.index(named: property) != nil } ?? (entity, number)
    }
  }

  init(layout: SchemaLayout, content: StoreContent, connection: Connection) throws {
    self.layout = layout
    self.content = content
    self.connection = connection
    let description = content.description
    let tables = description.entityTables
    self.tables = tables
    members = layout.entities.compactMap { entity in
      guard let stored = description.entities.first(where: { $0.name == entity.name }),
        let table = tables[stored.number]
      else { return nil }
      return Member(
        entity: entity, number: stored.number, table: table,
        lineage: description.lineage(of: stored.number).compactMap { stored in
          layout.entitiesByName[stored.name].map { ($0, stored.number) }
        })
    }
    columns = try Dictionary(grouping: members, by: \.table).reduce(into: [:]) {
      $0[$1.key] = try ColumnMatching($1.value, table: $1.key, content: content)
    }
  }

  func entities() throws -> [StoredModel.Entity] { try members.map { try entity($0) } }

  /// Whether nothing is in the store that was not found.
  func isComplete(_ entities: [StoredModel.Entity]) -> Bool {
    guard content.description.entities.count == entities.count else { return false }
    var known: [String: Set<String>] = [:]
    for entity in entities {
      known[entity.table, default: []].formUnion(["Z_PK", "Z_ENT", "Z_OPT"])
      known[entity.table]?.formUnion(entity.attributes.flatMap { $0.leaves.map(\.column) })
      for relationship in entity.relationships {
        switch relationship.storage {
        case .foreignKey(let column):
          known[entity.table]?.insert(column)
        case .destinationForeignKey(let column):
          let table = entities.first { $0.name == relationship.destination }?.table
          known[table ?? "", default: []].insert(column)
        case .joinTable(let join):
          known[join.name, default: []].formUnion([join.ownerColumn, join.destinationColumn])
        }
      }
    }
    for member in members {
      // The columns with the entity of a destination.
      known[member.table]?.formUnion(member.entity.relationships.compactMap(\.entityColumn))
      // The order of their columns could be by either name.
      let hasRenamedComposite = member.entity.model.properties.contains { property in
        guard let attribute = property.attribute else { return false }
        return attribute.attribute.originalName != property.name
          && attribute.codec.leaves.contains { !$0.path.isEmpty }
      }
      if hasRenamedComposite { return false }
    }
    return content.tablesByLayout.allSatisfy { table in
      content.description.tables[table]?.allSatisfy { known[table]?.contains($0) == true } ?? true
    }
  }

  /// What the store has of an entity.
  private func entity(_ member: Member) throws -> StoredModel.Entity {
    let entity = member.entity
    var found = StoredModel.Entity(
      name: entity.name, number: member.number, table: member.table, attributes: [],
      relationships: [])
    for property in entity.model.properties {
      switch property.kind {
      case .attribute(let description):
        if description.isEphemeral { continue }
        if let attribute = try attribute(description, property, member) {
          found.attributes.append(attribute)
        }
      case .relationship(let description):
        if let relationship = try relationship(description, property, member) {
          found.relationships.append(relationship)
        }
      }
    }
    return found
  }

  private func attribute(
    _ description: AttributeDescription, _ property: PropertyDescription, _ member: Member
  ) throws -> StoredModel.Attribute? {
    guard let place = columns[member.table]?.place(of: property.name, of: member) else {
      return nil
    }
    var attribute = StoredModel.Attribute(
      name: place.name, originalName: description.attribute.originalName, type: "",
      isOptional: property.isOptional, isExternal: description.isExternal,
      isPreserved: description.isPreserved,
      leaves: place.columns.sorted { $0.key < $1.key }.map {
        StoredModel.Leaf(path: description.codec.leaves[$0.key].path, column: $0.value)
      })
    if let (column, type) = place.otherType {
      attribute.type = "\(type) in the column \(column)"
      return attribute
    }
    if attribute.leaves.isEmpty { return nil }
    let names = attribute.leaves.map(\.column)
    if place.isBorrowed {
      // A column of a property of the same name, which both may have inherited, or not.
      let isInUse = try has(member, where: names.map { "\($0) IS NOT NULL" }, "OR")
      if !isInUse { return nil }
    }
    if !place.isBorrowed, !place.rivals.isEmpty, entityHasFamily(member) {
      // A property that has moved up from two classes has a column of each.
      let rivals = place.rivals.map { "\($0) IS NOT NULL" }.joined(separator: " OR ")
      let isElsewhere = try has(
        member, where: names.map { "\($0) IS NULL" } + ["(\(rivals))"], "AND")
      if isElsewhere {
        throw MigrationError.ambiguity(
          member.entity.name, property.name, names + place.rivals.sorted(), of: member.table)
      }
    }
    if !property.isOptional,
      entityHasFamily(member) || !description.codec.node.canBeAllNull
    {
      // It was optional, or has moved up to a class whose rows have no value.
      attribute.isOptional = try has(member, where: names.map { "\($0) IS NULL" }, "AND")
    }
    return attribute
  }

  private func entityHasFamily(_ member: Member) -> Bool {
    tables.count { $0.value == member.table } > 1
  }

  /// Whether an entity has a row of a kind.
  private func has(
    _ member: Member, where conditions: [String], _ operation: String
  ) throws -> Bool {
    let condition = conditions.joined(separator: " \(operation) ")
    return try connection.value(
      "SELECT 1 FROM \(member.table) WHERE Z_ENT = \(member.number) AND (\(condition)) LIMIT 1")
      != nil
  }

  // MARK: - Relationships

  private func relationship(
    _ description: RelationshipDescription, _ property: PropertyDescription, _ member: Member
  ) throws -> StoredModel.Relationship? {
    let originalName = description.relationship.originalName
    if let place = columns[member.table]?.place(of: property.name, of: member),
      let column = place.columns[0]
    {
      try checkDestinations(of: description, property, column, member)
      var isOptional = property.isOptional
      if !isOptional, description.isToOne {
        isOptional = try has(member, where: ["\(column) IS NULL"], "AND")
      }
      return StoredModel.Relationship(
        name: place.name, originalName: originalName,
        destination: description.relationship.destination, isToOne: true,
        isOptional: isOptional, storage: .foreignKey(column: column))
    }
    for name in storedNames(of: property, description, member) {
      guard let storage = storage(of: description, name, member) else { continue }
      return StoredModel.Relationship(
        name: name, originalName: originalName,
        destination: description.relationship.destination, isToOne: false,
        isOptional: property.isOptional, storage: storage)
    }
    return nil
  }

  /// The names that a to-many relationship may have in the store.
  private func storedNames(
    of property: PropertyDescription, _ description: RelationshipDescription, _ member: Member
  ) -> [String] {
    let originalName = description.relationship.originalName
    if originalName != property.name {
      // Where another one has the earlier name now, that is it which the store has under this name.
      let isTaken = member.entity.model.index(named: originalName) != nil
      return isTaken && storage(of: description, property.name, member) != nil
        ? [property.name] : [originalName, property.name]
    }
    let isSuccessors = member.entity.model.properties.contains { other in
      guard other.name != property.name, case .relationship(let successor) = other.kind,
        successor.relationship.originalName == property.name
      else { return false }
      return storage(of: successor, other.name, member) == nil
    }
    return isSuccessors ? [] : [property.name]
  }

  /// Checks that keys lead to rows of the entity that a relationship leads to now.
  private func checkDestinations(
    of relationship: RelationshipDescription, _ property: PropertyDescription, _ column: String,
    _ member: Member
  ) throws {
    let own = member.entity.relationships[relationship.relationshipIndex]
    let tables = Set(members.filter { $0.entity.table == own.destinationTable }.map(\.table))
    let isLost = try has(
      member,
      where: ["\(column) IS NOT NULL"]
        + tables.sorted().map { "\(column) NOT IN (SELECT Z_PK FROM \($0))" }, "AND")
    if !isLost { return }
    throw MigrationError.make(
      .cannotInfer,
      """
      '\(member.entity.name).\(property.name)' leads to '\(own.destinationEntity)', and in the store to \
      rows that are none of it: give it a new name, or migrate the store with a SchemaMigrationPlan.
      """, reason: "Source and destination relationships lead to different entities",
      entity: member.entity.name, property: property.name)
  }

  /// Where the store has the keys of a to-many relationship.
  private func storage(
    of relationship: RelationshipDescription, _ name: String, _ member: Member
  ) -> RelationshipLayout.Storage? {
    let own = member.entity.relationships[relationship.relationshipIndex]
    guard let destination = members.first(where: { $0.entity.name == own.destinationEntity }),
      let present = content.description.tables[destination.table]
    else { return nil }
    // The class that had the relationship numbers it, and those that inherit from it share it.
    let owners = content.description.lineage(of: member.number).map(\.number)
    let destinations = content.description.lineage(of: destination.number).map(\.number)
    for owner in owners {
      let oneWay = "Z\(owner)\(LayoutBuilder.columnName(name).dropFirst())"
      if present.contains(oneWay) { return .destinationForeignKey(column: oneWay) }
    }
    let model = destination.entity.model
    guard let inverse = own.inverseName, let index = model.index(named: inverse),
      case .relationship(let back) = model.properties[index].kind
    else { return nil }
    if back.isToOne {
      let place = columns[destination.table]?.place(of: inverse, of: destination)
      return place?.columns[0].map { .destinationForeignKey(column: $0) }
    }
    let backNames = [back.relationship.originalName, inverse]
    // Where the inverse has a name that a renamed one had, its table must have both names.
    let isTakenOver = model.properties.contains { other in
      guard other.name != inverse, case .relationship(let successor) = other.kind else {
        return false
      }
      return successor.relationship.originalName == inverse
    }
    for owner in owners {
      for destination in destinations {
        for backName in backNames {
          if let table = joinTable(owner, name, destination, backName, byBoth: isTakenOver) {
            return .joinTable(table)
          }
        }
      }
    }
    return nil
  }

  private func joinTable(
    _ owner: Int, _ name: String, _ destination: Int, _ backName: String, byBoth: Bool
  ) -> RelationshipLayout.JoinTable? {
    func column(_ number: Int, _ name: String) -> String {
      "Z_\(number)\(LayoutBuilder.columnName(name).dropFirst())"
    }
    let (there, home) = (column(destination, name), column(owner, backName))
    for table in [column(owner, name), column(destination, backName)] {
      guard let columns = content.description.tables[table] else { continue }
      let destinationColumn =
        columns.contains(there) && there != home ? there : columns.first { $0 != home }
      guard columns.contains(home), let destinationColumn,
        !byBoth || destinationColumn == there
      else { continue }
      return .init(name: table, ownerColumn: home, destinationColumn: destinationColumn)
    }
    return nil
  }
}
