internal import RandomOperations

/// A random schema as Swift source text.
struct SchemaText {
  private let schema: RandomSchema

  init(_ schema: RandomSchema) { self.schema = schema }

  private static let header = "// Written by `swift run schemas`: change that, not this file."

  var text: String {
    """
    \(Self.header)
    internal import Foundation
    internal import SwiftData

    enum \(schema.name) {
    \(schema.entities.map(model).joined(separator: "\n\n"))
    }

    // MARK: - For operations

    extension \(schema.name) {
      static let sample = SampleSchema(
        \(schema.number), [\(schema.entities.map(\.self.constantName).joined(separator: ", "))])

    \(schema.entities.map(description).joined(separator: "\n\n"))
    }

    """
  }

  static func list(of schemas: [RandomSchema]) -> String {
    """
    \(header)
    extension SampleSchema {
      /// All that there are.
      package static let all = [
    \(schemas.map { "    \($0.name).sample," }.joined(separator: "\n"))
      ]
    }

    """
  }

  // MARK: - Models

  private func model(_ entity: RandomSchema.Entity) -> String {
    var lines = ["  @Model final class \(entity.name) {"]
    let key = entity.attributes.filter(\.isPartOfKey).map { "\\.\($0.kind.name)" }
    if !key.isEmpty { lines += ["    #Unique<\(entity.name)>([\(key.joined(separator: ", "))])"] }
    if !entity.indexes.isEmpty {
      let lists = entity.indexes.map { list in
        "[\(list.map { "\\.\($0)" }.joined(separator: ", "))]"
      }
      lines.append("    #Index<\(entity.name)>(\(lists.joined(separator: ", ")))")
    }
    lines.append("    var uid: Int")
    lines += entity.attributes.map(property)
    lines += entity.relationships.map(property)
    lines.append("")
    lines += initializer(entity)
    lines.append("  }")
    return lines.joined(separator: "\n")
  }

  private func property(_ attribute: RandomSchema.Attribute) -> String {
    let kind = attribute.kind
    if attribute.isUnique {
      return
        "    \(attribute.isPartOfKey ? "" : "@Attribute(.unique) ")var \(kind.name): \(kind.type)"
    }
    let options = kind.options.isEmpty ? "" : "@Attribute(\(kind.options)) "
    let initial = kind.initial == "nil" ? "" : " = \(kind.initial)"
    return "    \(options)var \(kind.name): \(kind.type)\(initial)"
  }

  private func property(_ relationship: RandomSchema.Relationship) -> String {
    let destination = schema.entities[relationship.destination]
    var arguments: [String] = []
    if relationship.rule != .nullify { arguments.append("deleteRule: .\(relationship.rule)") }
    if let maximum = relationship.maximum { arguments.append("maximumModelCount: \(maximum)") }
    if relationship.namesInverse, let inverse = relationship.inverse {
      arguments.append("inverse: \\\(destination.name).\(destination.relationships[inverse].name)")
    }
    let macro =
      arguments.isEmpty ? "" : "@Relationship(\(arguments.joined(separator: ", ")))\n    "
    let declaration = "var \(relationship.name): \(type(of: relationship))"
    let initial = relationship.isToMany && !relationship.isOptionalArray ? " = []" : ""
    return "    \(macro)\(declaration)\(initial)"
  }

  private func type(of relationship: RandomSchema.Relationship) -> String {
    let name = schema.entities[relationship.destination].name
    if relationship.isToMany { return "[\(name)]\(relationship.isOptionalArray ? "?" : "")" }
    return name + (relationship.isRequired ? "" : "?")
  }

  private func initializer(_ entity: RandomSchema.Entity) -> [String] {
    let required = entity.relationships.filter(\.isRequired)
    let parameters = required.map { ", \($0.name): \(type(of: $0))" }.joined()
    var lines = ["    init(number: Int\(parameters)) {", "      uid = number"]
    lines += entity.attributes.filter(\.isUnique).map {
      "      \($0.kind.name) = \($0.kind.type).unique(number)"
    }
    lines += required.map { "      self.\($0.name) = \($0.name)" }
    return lines + ["    }"]
  }

  // MARK: - Descriptions

  private func description(_ entity: RandomSchema.Entity) -> String {
    let required = entity.relationships.filter(\.isRequired)
    let arguments = required.enumerated().map { position, relationship in
      ", \(relationship.name): required[\(position)] as! \(type(of: relationship))"
    }
    return """
        private static let \(entity.constantName) = EntityOf<\(entity.name)>(
          "\(entity.name)", number: \\.uid,
          attributes: [
      \(entity.attributes.map { "      \(description($0, entity))," }.joined(separator: "\n"))
          ],
          relationships: [
      \(entity.relationships.map { "      \(description($0, entity))," }.joined(separator: "\n"))
          ],
          make: { number, \(required.isEmpty ? "_" : "required") in
            \(entity.name)(number: number\(arguments.joined()))
          })
      """
  }

  private func description(
    _ attribute: RandomSchema.Attribute, _ entity: RandomSchema.Entity
  ) -> String {
    let kind = attribute.kind
    let path = "\\\(entity.name).\(kind.name)"
    return attribute.isUnique
      ? "\(kind.use.rawValue)(uniqueByNumber: \"\(kind.name)\", \(path))"
      : "\(kind.use.rawValue)(\"\(kind.name)\", \(path), initial: \(kind.initial))"
  }

  private func description(
    _ relationship: RandomSchema.Relationship, _ entity: RandomSchema.Entity
  ) -> String {
    var arguments = ["to: \(relationship.destination)", "isToMany: \(relationship.isToMany)"]
    if relationship.isRequired { arguments.append("isRequired: true") }
    if relationship.rule != .nullify { arguments.append("rule: .\(relationship.rule)") }
    if let inverse = relationship.inverse { arguments.append("inverse: \(inverse)") }
    if let maximum = relationship.maximum { arguments.append("maximum: \(maximum)") }
    let kind =
      relationship.isToMany
      ? relationship.isOptionalArray ? "OptionalMany" : "ToMany"
      : relationship.isRequired ? "RequiredOne" : "ToOne"
    let setter =
      relationship.isRequired
      ? ", set: { $0.\(relationship.name) = $1 }" : ""
    return """
      \(kind)(
              "\(relationship.name)", \\\(entity.name).\(relationship.name),
              RelationshipShape(\(arguments.joined(separator: ", ")))\(setter))
      """
  }
}

extension RandomSchema.Entity {
  /// The name of the constant that describes the entity.
  var constantName: String { name.lowercased() + "Entity" }
}
