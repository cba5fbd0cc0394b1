internal import Foundation

extension SchemaLayout {
  /// A text that is the same for two versions of an entity exactly where both store the same.
  func canonicalDescription(of entity: EntityLayout) -> String {
    let superentity = schema.entitiesByName[entity.name]?.superentityName ?? ""
    var lines = ["entity \(entity.name) \(superentity)"]
    for property in entity.model.properties.sorted(by: { $0.name < $1.name }) {
      switch property.kind {
      case .attribute(let description):
        if description.isEphemeral { continue }
        let leaves = description.codec.leaves.map {
          "\($0.path.joined(separator: ".")) \($0.storage)"
        }
        let type = description.codec.migrationType
        lines.append(
          "attribute \(property.name) \(type) \(property.isOptional) "
            + "\(description.attribute.hashModifier ?? "") [\(leaves.joined(separator: ", "))]"
            + (description.isExternal ? " external" : "")
            + (description.attribute.transformerName.map { " \($0)" } ?? ""))
      case .relationship(let description):
        let layout = entity.relationships[description.relationshipIndex]
        lines.append(
          "relationship \(property.name) \(layout.destinationEntity) \(layout.isToOne) "
            + "\(layout.isOptional) \(layout.inverseName ?? "") "
            + "\(layout.minimumModelCount ?? 0) \(layout.maximumModelCount ?? 0) "
            + "\(description.relationship.hashModifier ?? "")")
      }
    }
    let constraints = schema.entitiesByName[entity.name]?.uniquenessConstraints ?? []
    lines += Set(constraints).map { "unique \($0.joined(separator: " "))" }.sorted()
    return lines.joined(separator: "\n")
  }

  /// The hash of each entity by its name.
  var entityHashes: [String: Data] {
    Dictionary(
      entities.map { ($0.name, SHA256.hash(Data(canonicalDescription(of: $0).utf8))) }
    ) { first, _ in first }
  }

  /// The hash of all that a store of the schema consists of, indexes among it.
  var fingerprint: Data {
    let text =
      entities.map { canonicalDescription(of: $0) } + creationStatements + ["\(schema.version)"]
    return SHA256.hash(Data(text.joined(separator: "\n").utf8))
  }
}
