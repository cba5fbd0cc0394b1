internal import Foundation

/// Compiles a schema, step by step: numbers, columns, relationships.
struct LayoutBuilder {
  /// An entity while its layout is being made.
  struct Node {
    var entity: Schema.Entity
    var model: ModelDescription
    var number: Int
    var superentity: Int?
    /// The position of the entity at the root, whose table holds the rows.
    var root: Int
    var relationships: [RelationshipLayout] = []
  }

  /// A column of a table, with what decides its place.
  struct Column {
    /// The attribute's or relationship's name, by which columns of a group are in alphabetical
    /// order.
    var property: String
    /// The name without suffix.
    var baseName: String
    var group: Int
    /// The position of the declaring entity.
    var entity: Int
    /// Attributes come first, then to-one keys, then the keys of one-way to-many relationships.
    var rank: Int
    /// The leaf among those of the attribute.
    var leaf: Int
    var type: String
    var place: String
    /// The owner, where the column is the key of another entity's to-many relationship.
    var owner: Int?
  }

  /// What a column belongs to.
  struct ColumnKey: Hashable {
    /// The name of the entity that declares the property.
    var entity: String
    var property: String
    var leaf: Int
  }

  /// The entities in the order of their numbers.
  private(set) var nodes: [Node] = []
  private(set) var positions: [String: Int] = [:]
  /// The name of each root entity's table, by position.
  private(set) var tableNames: [Int: String] = [:]
  /// The columns of each root entity's table in order, with their final names.
  private(set) var tableColumns: [Int: [(name: String, column: Column)]] = [:]
  private var columnNames: [ColumnKey: String] = [:]
  /// The many-to-many tables of each entity that names them.
  private(set) var joinTables: [Int: [(property: String, table: RelationshipLayout.JoinTable)]] =
    [:]

  init(schema: Schema) throws {
    let roots = schema.entities.filter {
      $0.superentityName == nil || schema.entitiesByName[$0.superentityName!] == nil
    }
    for root in roots.sorted(by: { $0.name < $1.name }) {
      try add(root, superentity: nil, root: nodes.count)
    }
    var taken = Self.takenTableNames
    for (position, node) in nodes.enumerated() where node.root == position {
      let name = Self.unique(Self.columnName(node.entity.name), among: &taken)
      tableNames[position] = name
    }
  }

  /// The tables that every store has.
  static let takenTableNames: Set<String> = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]

  /// Numbers an entity, then those that inherit from it.
  private mutating func add(_ entity: Schema.Entity, superentity: Int?, root: Int) throws {
    guard let type = entity.modelType else {
      throw SwiftDataError(
        .loadIssueModelContainer,
        """
        The entity '\(entity.name)' has no model type in this program, so a store cannot keep its \
        instances. Make the schema from model types.
        """)
    }
    let position = nodes.count
    nodes.append(
      Node(
        entity: entity, model: ModelDescription.of(type), number: position + 1,
        superentity: superentity, root: root))
    positions[entity.name] = position
    for subentity in entity.subentities.sorted(by: { $0.name < $1.name }) {
      try add(subentity, superentity: position, root: root)
    }
  }

  /// `Z` and the name in upper case, without what SQL would not take.
  static func columnName(_ name: String) -> String {
    "Z"
      + String(name.uppercased().map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  /// A name with the first free suffix: none, `1`, `2`, …
  static func unique(_ name: String, among taken: inout Set<String>) -> String {
    var candidate = name
    var suffix = 0
    while !taken.insert(candidate).inserted {
      suffix += 1
      candidate = "\(name)\(suffix)"
    }
    return candidate
  }

  // MARK: - Columns

  /// Orders the columns of every table and names them.
  mutating func layOutColumns() {
    var columns: [Int: [Column]] = [:]
    for (position, node) in nodes.enumerated() {
      for property in node.model.declaredProperties {
        switch property.kind {
        case .attribute(let attribute):
          columns[node.root, default: []] += attributeColumns(attribute, property, position)
        case .relationship(let relationship):
          guard let column = keyColumn(relationship, property, position) else { continue }
          let table = column.owner == nil ? node.root : nodes[column.entity].root
          columns[table, default: []].append(column)
          if let column = entityColumn(of: column, relationship) {
            columns[table, default: []].append(column)
          }
        }
      }
    }
    for (root, unordered) in columns {
      let ordered = unordered.sorted { $0.precedes($1) }
      var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
      tableColumns[root] = ordered.map { column in
        let name = Self.unique(column.baseName, among: &taken)
        let entity = nodes[column.owner ?? column.entity].entity.name
        columnNames[ColumnKey(entity: entity, property: column.property, leaf: column.leaf)] = name
        return (name, column)
      }
    }
  }

  private func attributeColumns(
    _ attribute: AttributeDescription, _ property: PropertyDescription, _ position: Int
  ) -> [Column] {
    if attribute.isEphemeral { return [] }
    return attribute.codec.leaves.enumerated().map { index, leaf in
      Column(
        property: property.name, baseName: Self.columnName(leaf.name),
        group: leaf.storage.columnGroup, entity: position, rank: 0, leaf: index,
        type: leaf.storage.columnType,
        place: ([nodes[position].entity.name, property.name] + leaf.path).joined(separator: "."))
    }
  }

  /// The column that holds a relationship's keys, or nil where its inverse or a table does.
  private func keyColumn(
    _ relationship: RelationshipDescription, _ property: PropertyDescription, _ position: Int
  ) -> Column? {
    let node = nodes[position]
    let integers = LeafStorage.integer
    let place = "\(node.entity.name).\(property.name)"
    if relationship.isToOne {
      return Column(
        property: property.name, baseName: Self.columnName(property.name),
        group: integers.columnGroup, entity: position, rank: 1, leaf: 0,
        type: integers.columnType, place: place)
    }
    guard inverse(of: property.name, at: position) == nil,
      let destination = destination(of: property.name, at: position)
    else { return nil }
    return Column(
      property: property.name,
      baseName: "Z\(node.number)\(Self.columnName(property.name).dropFirst())",
      group: integers.columnGroup, entity: destination, rank: 2, leaf: 0,
      type: integers.columnType, place: place, owner: position)
  }

  /// The column with the entity of a to-one destination, where models that inherit may be one.
  private func entityColumn(of key: Column, _ relationship: RelationshipDescription) -> Column? {
    guard relationship.isToOne,
      let destination = destination(of: key.property, at: key.entity),
      !nodes[destination].entity.subentities.isEmpty
    else { return nil }
    var column = key
    column.baseName =
      "Z\(nodes[destination].number)_\(Self.columnName(key.property).dropFirst())"
    column.leaf = 1
    return column
  }

  // MARK: - Lookup

  /// The schema's own description of a relationship, which has the inverse that the schema
  /// inferred.
  func relationship(_ name: String, at position: Int) -> Schema.Relationship? {
    for property in nodes[position].entity.properties where property.name == name {
      return property as? Schema.Relationship
    }
    return nil
  }

  func destination(of name: String, at position: Int) -> Int? {
    relationship(name, at: position).flatMap { positions[$0.destination] }
  }

  /// The relationship that leads back.
  func inverse(of name: String, at position: Int) -> PropertyDescription? {
    guard let relationship = relationship(name, at: position),
      let inverseName = relationship.inverseName,
      let destination = positions[relationship.destination],
      let index = nodes[destination].model.index(named: inverseName),
      case .relationship = nodes[destination].model.properties[index].kind
    else { return nil }
    return nodes[destination].model.properties[index]
  }

  /// The column of a leaf or a key, which may be inherited.
  func column(of property: String, leaf: Int = 0, at position: Int) -> String? {
    var next: Int? = position
    while let position = next {
      let key = ColumnKey(entity: nodes[position].entity.name, property: property, leaf: leaf)
      if let name = columnNames[key] { return name }
      next = nodes[position].superentity
    }
    return nil
  }

  // MARK: - Entities

  /// Sets how a relationship is stored.
  mutating func append(_ relationship: RelationshipLayout, at position: Int) {
    nodes[position].relationships.append(relationship)
  }

  /// Notes a many-to-many table, once for both sides.
  mutating func addJoinTable(
    _ table: RelationshipLayout.JoinTable, property: String, at position: Int
  ) {
    guard joinTables[position]?.contains(where: { $0.property == property }) != true else { return }
    joinTables[position, default: []].append((property, table))
  }

  func makeEntities() -> [EntityLayout] {
    var entities: [EntityLayout] = []
    // Entities follow those that they inherit from, whose layouts name them.
    for (position, node) in nodes.enumerated().reversed() {
      var slotColumns = Array(repeating: "", count: node.model.slotCount)
      for property in node.model.properties {
        guard case .attribute(let attribute) = property.kind else { continue }
        for (leaf, slot) in attribute.slots.enumerated() {
          slotColumns[slot] = column(of: property.name, leaf: leaf, at: position) ?? ""
        }
      }
      let descendants = numbers(from: position).dropFirst()
      entities.insert(
        EntityLayout(
          model: node.model, number: node.number, table: tableNames[node.root]!,
          slotColumns: slotColumns, relationships: node.relationships,
          superentityNumber: node.superentity.map { nodes[$0].number } ?? 0,
          rootNumber: nodes[node.root].number,
          descendants: entities.filter { descendants.contains($0.number) }),
        at: 0)
    }
    return entities
  }

  /// The numbers of an entity and of all that inherit from it, which follow it.
  private func numbers(from position: Int) -> [Int] {
    var numbers = [nodes[position].number]
    var inside: Set<Int> = [position]
    for next in nodes.indices.dropFirst(position + 1) {
      guard let superentity = nodes[next].superentity, inside.contains(superentity) else { break }
      inside.insert(next)
      numbers.append(nodes[next].number)
    }
    return numbers
  }
}

extension LayoutBuilder.Column {
  /// The order of columns: by kind; inside a kind by declaring entity, attributes before keys, then
  /// by the property's name, and the leaves of a composite as its type declares them.
  func precedes(_ other: Self) -> Bool {
    if group != other.group { return group < other.group }
    if entity != other.entity { return entity < other.entity }
    if rank != other.rank { return rank < other.rank }
    if property != other.property { return property < other.property }
    if leaf != other.leaf { return leaf < other.leaf }
    return (owner ?? 0) < (other.owner ?? 0)
  }
}
