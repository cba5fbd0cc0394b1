internal import Foundation

extension LayoutBuilder {
  /// Finds the place of every relationship's keys.
  mutating func layOutRelationships(existing: StoreDescription?) throws {
    for position in nodes.indices {
      for property in nodes[position].model.properties {
        guard case .relationship(let description) = property.kind else { continue }
        let relationship = relationship(property.name, at: position) ?? description.relationship
        guard let destination = positions[relationship.destination] else {
          throw SwiftDataError(
            .loadIssueModelContainer,
            """
            '\(nodes[position].entity.name).\(property.name)' leads to the entity \
            '\(relationship.destination)', which the schema does not have; add it.
            """)
        }
        let storage = try storage(
          of: property, isToOne: description.isToOne, at: position, destination, existing)
        append(
          RelationshipLayout(
            name: property.name, destinationEntity: relationship.destination,
            isToOne: description.isToOne, isOptional: property.isOptional,
            deleteRule: relationship.deleteRule,
            inverseName: inverse(of: property.name, at: position)?.name, storage: storage,
            entityColumn: description.isToOne
              ? column(of: property.name, leaf: 1, at: position) : nil,
            minimumModelCount: relationship.minimumModelCount,
            maximumModelCount: relationship.maximumModelCount,
            destinationTable: tableNames[nodes[destination].root]!),
          at: position)
      }
    }
    try checkJoinTables()
  }

  /// Refuses many-to-many relationships whose tables or columns would have one name.
  private func checkJoinTables() throws {
    var taken: [String: String] = [:]
    for (position, name) in tableNames { taken[name] = nodes[position].entity.name }
    for (position, tables) in joinTables.sorted(by: { $0.key < $1.key }) {
      for (property, table) in tables.sorted(by: { $0.property < $1.property }) {
        let place = "\(nodes[position].entity.name).\(property)"
        if let other = taken.updateValue(place, forKey: table.name) {
          throw Self.clash(place, other, "the table \(table.name)")
        }
        if table.ownerColumn == table.destinationColumn {
          let other = inverse(of: property, at: position)?.name ?? property
          throw Self.clash(
            place, "\(nodes[position].entity.name).\(other)", "the column \(table.ownerColumn)")
        }
      }
    }
  }

  private static func clash(_ one: String, _ other: String, _ what: String) -> SwiftDataError {
    SwiftDataError(
      .loadIssueModelContainer,
      """
      '\(other)' and '\(one)' cannot both be stored: each would have \(what). Names in a store have \
      no case, so give one of them a name that differs in more than case.
      """)
  }

  private mutating func storage(
    of property: PropertyDescription, isToOne: Bool, at position: Int, _ destination: Int,
    _ existing: StoreDescription?
  ) throws -> RelationshipLayout.Storage {
    if isToOne, let column = column(of: property.name, at: position) {
      return .foreignKey(column: column)
    }
    guard let inverse = inverse(of: property.name, at: position) else {
      if let column = column(of: property.name, at: position) {
        return .destinationForeignKey(column: column)
      }
      throw SwiftDataError(
        .loadIssueModelContainer,
        "'\(nodes[position].entity.name).\(property.name)' has no place in the store.")
    }
    if let column = column(of: inverse.name, at: destination), inverse.isToOneRelationship {
      return .destinationForeignKey(column: column)
    }
    let owner = declaringEntity(of: property.name, at: position)
    let other = declaringEntity(of: inverse.name, at: destination)
    return .joinTable(joinTable(owner, property.name, other, inverse.name, existing))
  }

  /// The entity that a relationship is inherited from, or the entity itself.
  private func declaringEntity(of property: String, at position: Int) -> Int {
    var position = position
    while let superentity = nodes[position].superentity,
      nodes[superentity].model.index(named: property) != nil
    {
      position = superentity
    }
    return position
  }

  /// The table of a many-to-many relationship.
  ///
  /// The entity with the lower number names it after its property; inside one entity the alphabet
  /// decides. Each column is named by the entity whose key it holds and the relationship that leads
  /// to that entity.
  private mutating func joinTable(
    _ owner: Int, _ property: String, _ destination: Int, _ inverse: String,
    _ existing: StoreDescription?
  ) -> RelationshipLayout.JoinTable {
    func name(_ position: Int, _ property: String) -> String {
      "Z_\(nodes[position].number)\(Self.columnName(property).dropFirst())"
    }
    var isFirst = owner == destination ? property <= inverse : owner < destination
    if let existing {
      let (mine, theirs) = (name(owner, property), name(destination, inverse))
      if existing.tables[isFirst ? mine : theirs] == nil,
        existing.tables[isFirst ? theirs : mine] != nil
      {
        isFirst.toggle()
      }
    }
    if owner == destination, property == inverse {
      let column = name(owner, property)
      let table = RelationshipLayout.JoinTable(
        name: column, ownerColumn: column, destinationColumn: "REFLEXIVE")
      addJoinTable(table, property: property, at: owner)
      return table
    }
    let ownerColumn = name(owner, inverse)
    let destinationColumn = name(destination, property)
    if isFirst {
      let table = RelationshipLayout.JoinTable(
        name: name(owner, property), ownerColumn: ownerColumn,
        destinationColumn: destinationColumn)
      addJoinTable(table, property: property, at: owner)
      return table
    }
    let table = RelationshipLayout.JoinTable(
      name: name(destination, inverse), ownerColumn: destinationColumn,
      destinationColumn: ownerColumn)
    addJoinTable(table, property: inverse, at: destination)
    return RelationshipLayout.JoinTable(
      name: table.name, ownerColumn: ownerColumn, destinationColumn: destinationColumn)
  }
}

extension PropertyDescription {
  /// Whether the property is a relationship to one model at most.
  var isToOneRelationship: Bool {
    if case .relationship(let description) = kind { description.isToOne } else { false }
  }
}
