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
    hashes(of: entities.map { canonicalDescription(of: $0) })
  }

  /// The hash of all that a store of the schema consists of, indexes among it.
  var fingerprint: Data { hashes.fingerprint }

  /// The hash of each entity and that of the whole.
  var hashes: (entities: [String: Data], fingerprint: Data) {
    let descriptions = entities.map { canonicalDescription(of: $0) }
    let text = descriptions + creationStatements + ["\(schema.version)"]
    return (hashes(of: descriptions), SHA256.hash(Data(text.joined(separator: "\n").utf8)))
  }

  private func hashes(of descriptions: [String]) -> [String: Data] {
    Dictionary(
      zip(entities, descriptions).map { ($0.name, SHA256.hash(Data($1.utf8))) }
    ) { first, _ in first }
  }
}
