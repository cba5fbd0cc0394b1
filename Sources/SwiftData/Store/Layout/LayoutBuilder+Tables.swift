internal import Foundation

extension LayoutBuilder {
  /// The tables in the order in which they are created: every entity's, followed by the
  /// many-to-many tables that it names.
  func makeTables() throws -> [TableLayout] {
    var tables: [TableLayout] = []
    for (position, node) in nodes.enumerated() {
      if node.root == position { tables.append(try entityTable(at: position)) }
      for (property, join) in (joinTables[position] ?? []).sorted(by: { $0.property < $1.property })
      {
        tables.append(joinTable(join, property: property, entity: node.entity.name))
      }
    }
    nameIndexesApart(&tables)
    return tables
  }

  /// Gives an index whose name is taken a suffix, as columns get one: SQLite takes names that differ
  /// in case only for the same.
  private func nameIndexesApart(_ tables: inout [TableLayout]) {
    var taken = Set(tables.map { $0.name.uppercased() })
    for table in tables.indices {
      for index in tables[table].indexes.indices {
        let name = tables[table].indexes[index].name
        var suffix = 0
        while !taken.insert(tables[table].indexes[index].name.uppercased()).inserted {
          suffix += 1
          tables[table].indexes[index].name = "\(name)\(suffix)"
        }
      }
    }
  }

  private func entityTable(at root: Int) throws -> TableLayout {
    let table = tableNames[root]!
    let columns = tableColumns[root] ?? []
    var indexes = columns.filter { $0.column.rank > 0 && $0.column.leaf == 0 }.map { name, _ in
      TableLayout.Index(name: "\(table)_\(name)_INDEX", columns: "(\(name))")
    }
    let members = nodes.indices.filter { nodes[$0].root == root }
    for position in members {
      let entity = nodes[position].entity
      for index in entity.indices where index.first == "binary" {
        indexes.append(
          TableLayout.Index(
            name: "Z_\(entity.name)_SwiftDataIndexOnBinary\(index.dropFirst().joined())",
            columns: try columnList(index.dropFirst(), at: position, "#Index")))
      }
    }
    for position in members {
      let entity = nodes[position].entity
      var seen: Set<[String]> = []
      for constraint in entity.uniquenessConstraints where seen.insert(constraint).inserted {
        indexes.append(
          TableLayout.Index(
            name: "Z_\(entity.name)_UNIQUE_\(constraint.joined(separator: "_"))",
            columns: try columnList(constraint[...], at: position, "#Unique"), isUnique: true))
      }
    }
    return TableLayout(
      name: table, entity: nodes[root].entity.name,
      columns: columns.map {
        TableLayout.Column(name: $0, type: $1.type, property: $1.place)
      },
      indexes: indexes)
  }

  /// The columns of an index, in its order.
  private func columnList(
    _ properties: ArraySlice<String>, at position: Int, _ declaration: String
  ) throws -> String {
    let list = try properties.flatMap { name in
      let found = self.columns(of: name, at: position)
      if found.isEmpty { throw unknown(name, declaration, at: position) }
      return found
    }
    return "(" + list.map { "\($0) COLLATE BINARY ASC" }.joined(separator: ", ") + ")"
  }

  /// The columns that a property's name, or a path into a composite, stands for: all leaves of a
  /// composite, the key of a to-one relationship, none of a to-many relationship.
  private func columns(of name: String, at position: Int) -> [String] {
    let model = nodes[position].model
    // A name may have dots of its own, as a raw identifier.
    let matches = model.properties.filter { name == $0.name || name.hasPrefix("\($0.name).") }
    guard let property = matches.max(by: { $0.name.count < $1.name.count }) else { return [] }
    let (first, path) = (property.name, name.dropFirst(property.name.count + 1))
    switch property.kind {
    case .relationship(let relationship):
      return relationship.isToOne ? [column(of: first, at: position)].compactMap { $0 } : []
    case .attribute(let attribute):
      return attribute.codec.leaves.enumerated().compactMap { leaf, description in
        let full = description.path.joined(separator: ".")
        guard path.isEmpty || full == path || full.hasPrefix("\(path).") else { return nil }
        return column(of: first, leaf: leaf, at: position)
      }
    }
  }

  private func unknown(
    _ name: String, _ declaration: String, at position: Int
  ) -> SwiftDataError {
    SwiftDataError(
      .loadIssueModelContainer,
      """
      \(declaration) of '\(nodes[position].entity.name)' names '\(name)', which has no column in the \
      store: name attributes and to-one relationships of the model.
      """)
  }

  private func joinTable(
    _ join: RelationshipLayout.JoinTable, property: String, entity: String
  ) -> TableLayout {
    let columns = [join.ownerColumn, join.destinationColumn]
    return TableLayout(
      name: join.name, entity: entity, isJoinTable: true,
      columns: columns.map {
        TableLayout.Column(name: $0, type: "INTEGER", property: "\(entity).\(property)")
      },
      indexes: [
        TableLayout.Index(
          name: "\(join.name)_\(join.destinationColumn)_INDEX",
          columns: "(\(join.destinationColumn), \(join.ownerColumn))")
      ])
  }
}
