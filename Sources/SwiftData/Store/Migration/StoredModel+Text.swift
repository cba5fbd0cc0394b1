/// The form in which a store of this engine keeps its model: a line for each entity and property, with
/// tabs between the fields and dots between the parts of a path. What separates has a backslash before it where it
/// is in a name.
extension StoredModel {
  var text: String {
    var lines: [String] = []
    for entity in entities {
      lines.append(line(["entity", entity.name, "\(entity.number)", entity.table]))
      for attribute in entity.attributes {
        lines.append(
          line([
            "attribute", attribute.name, attribute.originalName, attribute.type,
            attribute.isOptional ? "optional" : "mandatory",
            attribute.isExternal ? "external" : "internal",
            attribute.isPreserved ? "preserved" : "deleted",
          ]))
        for leaf in attribute.leaves {
          let path = leaf.path.map { $0.escaping("\\", ".") }.joined(separator: ".")
          lines.append(line(["leaf", leaf.column, path]))
        }
      }
      for relationship in entity.relationships {
        lines.append(
          line(
            [
              "relationship", relationship.name, relationship.originalName,
              relationship.destination, relationship.isToOne ? "one" : "many",
              relationship.isOptional ? "optional" : "mandatory",
            ] + relationship.storage.fields))
      }
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ fields: [String]) -> String {
    fields.map { $0.escaping("\\", "\t", "\n") }.joined(separator: "\t")
  }

  /// Nil where the text is none that ``text`` gives.
  init?(text: String) {
    entities = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map {
        $0.parts(by: nil)[0]
      }
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
        Leaf(path: fields[1].isEmpty ? [] : fields[1].parts(by: "."), column: fields[0]))
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
  fileprivate var fields: [String] {
    switch self {
    case .foreignKey(let column): ["own", column]
    case .destinationForeignKey(let column): ["destination", column]
    case .joinTable(let join): ["table", join.name, join.ownerColumn, join.destinationColumn]
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

extension StringProtocol {
  /// The text with a backslash before some characters, by which it can be told where it ends; a tab and the end of
  /// a line become letters.
  fileprivate func escaping(_ characters: Character...) -> String {
    // Hardly any name has one, and every new store has a text.
    guard utf8.contains(where: { "\\.\t\n".utf8.contains($0) }) else { return String(self) }
    return reduce(into: "") { text, character in
      guard characters.contains(character) else { return text.append(character) }
      text.append("\\")
      text.append(character == "\t" ? "t" : character == "\n" ? "n" : character)
    }
  }

  /// The text without its backslashes, and where a separator without one is, in parts.
  fileprivate func parts(by separator: Character?) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in self {
      if isEscaped {
        parts[parts.count - 1].append(character == "t" ? "\t" : character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == separator {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
