/// The form in which a store of this engine keeps its model: a line for each entity and property, with
/// tabs between the fields.
extension StoredModel {
  var text: String {
    var lines: [String] = []
    for entity in entities {
      lines.append(line("entity", entity.name, "\(entity.number)", entity.table))
      for attribute in entity.attributes {
        lines.append(
          line(
            "attribute", attribute.name, attribute.originalName, attribute.type,
            attribute.isOptional ? "optional" : "mandatory",
            attribute.isExternal ? "external" : "internal",
            attribute.isPreserved ? "preserved" : "deleted"))
        for leaf in attribute.leaves {
          lines.append(line("leaf", leaf.column, leaf.path.joined(separator: ".")))
        }
      }
      for relationship in entity.relationships {
        lines.append(
          line(
            "relationship", relationship.name, relationship.originalName, relationship.destination,
            relationship.isToOne ? "one" : "many",
            relationship.isOptional ? "optional" : "mandatory", relationship.storage.text))
      }
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ fields: String...) -> String { fields.joined(separator: "\t") }

  /// Nil where the text is none that ``text`` gives.
  init?(text: String) {
    entities = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard let kind = fields.first, read(kind, Array(fields.dropFirst())) else { return nil }
    }
  }

  /// Takes a line in; false where it makes no sense.
  private mutating func read(_ kind: String, _ fields: [String]) -> Bool {
    if kind == "entity" {
      guard fields.count == 3, let number = Int(fields[1]) else { return false }
      entities.append(
        Entity(
          name: fields[0], number: number, table: fields[2], attributes: [], relationships: []))
      return true
    }
    let last = entities.count - 1
    guard last >= 0 else { return false }
    switch (kind, fields.count) {
    case ("attribute", 5...6):
      entities[last].attributes.append(
        Attribute(
          name: fields[0], originalName: fields[1], type: fields[2],
          isOptional: fields[3] == "optional", isExternal: fields[4] == "external",
          isPreserved: fields.last == "preserved", leaves: []))
    case ("leaf", 2):
      let attribute = entities[last].attributes.count - 1
      guard attribute >= 0 else { return false }
      entities[last].attributes[attribute].leaves.append(
        Leaf(path: fields[1].split(separator: ".").map(String.init), column: fields[0]))
    case ("relationship", 6...):
      guard let storage = RelationshipLayout.Storage(fields: Array(fields[5...])) else {
        return false
      }
      entities[last].relationships.append(
        Relationship(
          name: fields[0], originalName: fields[1], destination: fields[2],
          isToOne: fields[3] == "one", isOptional: fields[4] == "optional", storage: storage))
    default: return false
    }
    return true
  }
}

extension RelationshipLayout.Storage {
  fileprivate var text: String {
    switch self {
    case .foreignKey(let column): "own\t\(column)"
    case .destinationForeignKey(let column): "destination\t\(column)"
    case .joinTable(let join): "table\t\(join.name)\t\(join.ownerColumn)\t\(join.destinationColumn)"
    }
  }

  fileprivate init?(fields: [String]) {
    switch (fields.first, fields.count) {
    case ("own", 2): self = .foreignKey(column: fields[1])
    case ("destination", 2): self = .destinationForeignKey(column: fields[1])
    case ("table", 4):
      self = .joinTable(
        RelationshipLayout.JoinTable(
          name: fields[1], ownerColumn: fields[2], destinationColumn: fields[3]))
    default: return nil
    }
  }
}
