internal import Foundation
internal import Synchronization

/// A schema compiled for the store: every entity with its table, and the statements that create
/// them.
final class SchemaLayout: Sendable {
  let schema: Schema
  /// The entities in the order of their numbers.
  let entities: [EntityLayout]
  let entitiesByName: [String: EntityLayout]
  private let entitiesByModel: [ObjectIdentifier: EntityLayout]
  /// The tables of the entities and of many-to-many relationships, in the order of their creation.
  let tables: [TableLayout]

  /// Compiles a schema.
  ///
  /// - Throws: A typed error that names the model and property that cannot be stored.
  convenience init(schema: Schema) throws {
    try self.init(schema: schema, existing: nil)
  }

  /// The layout of a schema in a new store, which a container and its stores share.
  ///
  /// - Throws: A typed error that names the model and property that cannot be stored.
  static func of(_ schema: Schema) throws -> SchemaLayout {
    if let layout = schema.sharedLayout.value { return layout }
    let layout = try SchemaLayout(schema: schema)
    schema.sharedLayout.value = layout
    return layout
  }

  /// Compiles a schema for a store that exists.
  ///
  /// - Parameter existing: The tables of the store. Where the name of a many-to-many table can be
  ///   either side's, the store's is taken.
  /// - Throws: A typed error that names the model and property that cannot be stored.
  init(schema: Schema, existing: StoreDescription?) throws {
    var builder = try LayoutBuilder(schema: schema)
    builder.layOutColumns()
    try builder.layOutRelationships(existing: existing)
    self.schema = schema
    entities = builder.makeEntities()
    entitiesByName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    entitiesByModel = Dictionary(entities.map { (ObjectIdentifier($0.model), $0) }) { first, _ in
      first
    }
    tables = try builder.makeTables()
  }

  /// The layout of a model; nil where the schema does not have it, or another class of its name.
  func entity(of model: ModelDescription) -> EntityLayout? {
    entitiesByModel[ObjectIdentifier(model)]
  }

  /// The layout of a model type, or nil where the schema does not have it.
  func entity(for type: any PersistentModel.Type) -> EntityLayout? {
    entitiesByName[Schema.entityName(for: type)]
  }
}

/// A layout that goes with the last of those who keep it.
final class SharedLayout: Sendable {
  private struct Reference: Sendable {
    weak let layout: SchemaLayout?
  }

  private let reference = Mutex(Reference(layout: nil))

  var value: SchemaLayout? {
    get { reference.withLock { $0.layout } }
    set { reference.withLock { $0 = Reference(layout: newValue) } }
  }
}

/// One table of the store.
struct TableLayout: Sendable {
  /// One column, other than the three that every entity's table begins with.
  struct Column: Sendable {
    var name: String
    var type: String
    /// What the column holds, for messages: `Entity.property`, with the names of parts.
    var property: String
  }

  /// One index, as its name and what follows `ON`.
  struct Index: Sendable {
    var name: String
    var columns: String
    var isUnique = false
  }

  var name: String
  /// The entity, or for a many-to-many table the one that names it.
  var entity: String
  var isJoinTable = false
  var columns: [Column]
  var indexes: [Index]
}
