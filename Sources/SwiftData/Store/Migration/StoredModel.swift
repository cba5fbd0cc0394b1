/// What a store was written for: its entities, and the columns in which it keeps them.
///
/// A schema says how its own stores look. This says the same of a store whose schema is not at hand,
/// because the program has moved on: it is what a migration starts from.
struct StoredModel: Sendable, Equatable {
  struct Leaf: Sendable, Equatable {
    /// The names from the attribute to the leaf; empty where the attribute is the leaf.
    var path: [String]
    var column: String
  }

  struct Attribute: Sendable, Equatable {
    var name: String
    var originalName: String
    /// The type as Core Data tells types apart; empty where it is not known.
    var type: String
    var isOptional: Bool
    /// Whether columns may refer to files beside the store.
    var isExternal: Bool
    /// Whether the history keeps its value when a row is deleted.
    var isPreserved = false
    var leaves: [Leaf]
  }

  struct Relationship: Sendable, Equatable {
    var name: String
    var originalName: String
    var destination: String
    var isToOne: Bool
    var isOptional: Bool
    var storage: RelationshipLayout.Storage
  }

  struct Entity: Sendable, Equatable {
    var name: String
    var number: Int
    var table: String
    /// The properties, inherited ones among them.
    var attributes: [Attribute]
    var relationships: [Relationship]
  }

  var entities: [Entity]
  /// Whether there is nothing else in the store.
  var isComplete = true
  /// Whether it was found in the tables, so that what those don't show is as the schema has it.
  var isFound = false

  func entity(named name: String) -> Entity? { entities.first { $0.name == name } }
}

extension StoredModel {
  /// The entities of a schema, as a store of it keeps them.
  init(_ layout: SchemaLayout) {
    entities = layout.entities.map { entity in
      var attributes: [Attribute] = []
      var relationships: [Relationship] = []
      for property in entity.model.properties {
        switch property.kind {
        case .attribute(let description):
          // What is not stored has no columns.
          if description.isEphemeral { continue }
          attributes.append(
            Attribute(
              name: property.name, originalName: description.attribute.originalName,
              type: description.codec.migrationType, isOptional: property.isOptional,
              isExternal: description.isExternal, isPreserved: description.isPreserved,
              leaves: zip(description.codec.leaves, description.slots).map {
                Leaf(path: $0.path, column: entity.slotColumns[$1])
              }))
        case .relationship(let description):
          let layout = entity.relationships[description.relationshipIndex]
          relationships.append(
            Relationship(
              name: property.name, originalName: description.relationship.originalName,
              destination: layout.destinationEntity, isToOne: layout.isToOne,
              isOptional: layout.isOptional, storage: layout.storage))
        }
      }
      return Entity(
        name: entity.name, number: entity.number, table: entity.table, attributes: attributes,
        relationships: relationships)
    }
  }

  /// The same with the attributes whose values the history keeps in a store.
  func preserving(as other: StoredModel?) -> StoredModel {
    guard let other else { return self }
    var model = self
    for entity in entities.indices {
      let stored = other.entity(named: entities[entity].name)?.attributes ?? []
      for attribute in entities[entity].attributes.indices {
        let name = entities[entity].attributes[attribute].name
        model.entities[entity].attributes[attribute].isPreserved =
          stored.first { $0.name == name }?.isPreserved ?? false
      }
    }
    return model
  }

  /// Whether the store has every table and column that the model speaks of.
  func fits(_ tables: [String: [String]]) -> Bool {
    func has(_ table: String, _ columns: [String]) -> Bool {
      guard let present = tables[table] else { return false }
      return columns.allSatisfy { present.contains($0) }
    }
    return entities.allSatisfy { entity in
      has(entity.table, entity.attributes.flatMap { $0.leaves.map(\.column) })
        && entity.relationships.allSatisfy { relationship in
          switch relationship.storage {
          case .foreignKey(let column): has(entity.table, [column])
          case .destinationForeignKey(let column):
            self.entity(named: relationship.destination).map { has($0.table, [column]) } ?? false
          case .joinTable(let join): has(join.name, [join.ownerColumn, join.destinationColumn])
          }
        }
    }
  }
}

extension AttributeDescription {
  /// Whether the value stays in the history when a model is deleted.
  ///
  /// As Core Data, the engine keeps none with external storage.
  var isPreserved: Bool {
    !isEphemeral && !isExternal && attribute.options.contains(.preserveValueOnDeletion)
  }
}

extension ValueCodec {
  /// The type of the attribute as Core Data tells types apart, which has no difference between
  /// integers of one width, and none between an enum and its raw value.
  var migrationType: String {
    switch plan {
    case .scalar(let kind), .rawValue(_, let kind):
      switch kind {
      case .bool: "boolean"
      case .int8, .int16, .uint8: "integer 16"
      case .int32, .uint16: "integer 32"
      case .int, .int64, .uint, .uint32, .uint64: "integer 64"
      case .double, .float, .decimal, .date, .string, .url, .uuid, .data: kind.rawValue
      }
    case .composite: "composite"
    case .archive, .transformed: "transformable"
    case .json: "codable"
    case .unsupported: ""
    }
  }
}
