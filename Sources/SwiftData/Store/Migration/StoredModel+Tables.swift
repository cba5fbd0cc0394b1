extension StoredModel {
  /// Finds a schema's properties in a store that doesn't say what it was written for, as those of
  /// Apple's systems: by its tables and columns, and by the names that properties had before. Which of them
  /// could be nil, the file doesn't tell: as those of the schema, is the assumption.
  ///
  /// Columns of a table are in an order that the names of properties decide. Where several have one
  /// name, and so suffixes, the longest common sequence of the two orders tells which is whose.
  init(findingPropertiesOf layout: SchemaLayout, in content: StoreContent) {
    let finder = PropertyFinder(layout: layout, content: content)
    entities = layout.entities.compactMap { finder.entity($0) }
  }
}

/// Finds the columns of a schema's properties in a store that was written for another schema.
private struct PropertyFinder {
  /// A column that a property would have, in the order of such columns.
  private struct Wish {
    var property: String
    var leaf: Int
    var name: String
    var type: String
    var order: LayoutBuilder.Column
  }

  let layout: SchemaLayout
  let content: StoreContent

  private func number(of entity: String) -> Int? {
    content.description.entities.first { $0.name == entity }?.number
  }

  /// What the store has of an entity; nil where it does not have it.
  func entity(_ entity: EntityLayout) -> StoredModel.Entity? {
    guard let number = number(of: entity.name),
      let present = content.description.tables[entity.table]
    else { return nil }
    var columns: [String: [Int: String]] = [:]
    for (wish, column) in match(wishes(of: entity), with: present, in: entity.table) {
      columns[wish.property, default: [:]][wish.leaf] = column
    }
    var found = StoredModel.Entity(
      name: entity.name, number: number, table: entity.table, attributes: [], relationships: [])
    for property in entity.model.properties {
      switch property.kind {
      case .attribute(let description):
        guard !description.isEphemeral, let leaves = columns[property.name] else { continue }
        found.attributes.append(
          StoredModel.Attribute(
            name: description.attribute.originalName,
            originalName: description.attribute.originalName, type: "",
            isOptional: property.isOptional, isExternal: description.isExternal,
            leaves: leaves.sorted { $0.key < $1.key }.map {
              StoredModel.Leaf(path: description.codec.leaves[$0.key].path, column: $0.value)
            }))
      case .relationship(let description):
        let name = description.relationship.originalName
        guard
          let (storage, isToOne) = storage(of: description, name, entity, columns[property.name])
        else { continue }
        found.relationships.append(
          StoredModel.Relationship(
            name: name, originalName: name,
            destination: description.relationship.destination, isToOne: isToOne,
            isOptional: property.isOptional, storage: storage))
      }
    }
    return found
  }

  // MARK: - Columns

  /// The columns that the entity's properties would have had under their earlier names.
  private func wishes(of entity: EntityLayout) -> [Wish] {
    var wishes: [Wish] = []
    func add(
      _ property: String, _ originalName: String, leaf: Int, _ base: String,
      _ storage: LeafStorage, rank: Int
    ) {
      wishes.append(
        Wish(
          property: property, leaf: leaf, name: base, type: storage.columnType,
          order: LayoutBuilder.Column(
            property: originalName, baseName: base, group: storage.columnGroup, entity: 0,
            rank: rank, leaf: leaf, type: storage.columnType, place: "")))
    }
    for property in entity.model.properties {
      switch property.kind {
      case .attribute(let description):
        if description.isEphemeral { continue }
        let name = description.attribute.originalName
        for (index, leaf) in description.codec.leaves.enumerated() {
          let base = LayoutBuilder.columnName(leaf.path.isEmpty ? name : leaf.name)
          add(property.name, name, leaf: index, base, leaf.storage, rank: 0)
        }
      case .relationship(let description):
        // A to-many one may have been to-one.
        let name = description.relationship.originalName
        add(property.name, name, leaf: 0, LayoutBuilder.columnName(name), .integer, rank: 1)
      }
    }
    return wishes.sorted { $0.order.precedes($1.order) }
  }

  /// Pairs wishes with columns by their longest common sequence.
  private func match(
    _ wishes: [Wish], with columns: [String], in table: String
  ) -> [(Wish, String)] {
    let present = Set(columns)
    let names = columns.map { column in
      // What is left without the digits, where a column of that name gave reason for a suffix.
      var base = column
      while let last = base.last, last.isNumber { base.removeLast() }
      return base != column && present.contains(base) ? [column, base] : [column]
    }
    func fits(_ wish: Int, _ column: Int) -> Bool {
      names[column].contains(wishes[wish].name)
        && content.columnTypes[table]?[columns[column]] == wishes[wish].type
    }
    var lengths = Array(
      repeating: Array(repeating: 0, count: columns.count + 1), count: wishes.count + 1)
    for wish in wishes.indices.reversed() {
      for column in columns.indices.reversed() {
        lengths[wish][column] = max(lengths[wish + 1][column], lengths[wish][column + 1])
        if fits(wish, column) {
          lengths[wish][column] = max(lengths[wish][column], lengths[wish + 1][column + 1] + 1)
        }
      }
    }
    var pairs: [(Wish, String)] = []
    var (wish, column) = (0, 0)
    while wish < wishes.count, column < columns.count {
      if fits(wish, column), lengths[wish][column] == lengths[wish + 1][column + 1] + 1 {
        pairs.append((wishes[wish], columns[column]))
        (wish, column) = (wish + 1, column + 1)
      } else if lengths[wish + 1][column] >= lengths[wish][column + 1] {
        wish += 1
      } else {
        column += 1
      }
    }
    return pairs
  }

  // MARK: - Relationships

  private func storage(
    of relationship: RelationshipDescription, _ name: String, _ entity: EntityLayout,
    _ columns: [Int: String]?
  ) -> (RelationshipLayout.Storage, isToOne: Bool)? {
    if let column = columns?[0] { return (.foreignKey(column: column), true) }
    let own = entity.relationships[relationship.relationshipIndex]
    guard let owner = number(of: entity.name),
      let destination = layout.entitiesByName[own.destinationEntity],
      let destinationNumber = number(of: destination.name),
      let present = content.description.tables[destination.table]
    else { return nil }
    func column(_ number: Int, _ name: String) -> String {
      "Z_\(number)\(LayoutBuilder.columnName(name).dropFirst())"
    }
    let oneWay = "Z\(owner)\(LayoutBuilder.columnName(name).dropFirst())"
    if present.contains(oneWay) { return (.destinationForeignKey(column: oneWay), false) }
    guard let inverse = own.inverseName, let index = destination.model.index(named: inverse),
      case .relationship(let back) = destination.model.properties[index].kind
    else { return nil }
    let backName = back.relationship.originalName
    if back.isToOne {
      let pairs = match(wishes(of: destination), with: present, in: destination.table)
      guard let key = pairs.first(where: { $0.0.property == inverse })?.1 else { return nil }
      return (.destinationForeignKey(column: key), false)
    }
    let (there, home) = (column(destinationNumber, name), column(owner, backName))
    for table in [column(owner, name), column(destinationNumber, backName)] {
      guard let columns = content.description.tables[table] else { continue }
      let destinationColumn =
        columns.contains(there) && there != home ? there : columns.first { $0 != home }
      guard columns.contains(home), let destinationColumn else { continue }
      return (
        .joinTable(
          .init(name: table, ownerColumn: home, destinationColumn: destinationColumn)), false
      )
    }
    return nil
  }
}
