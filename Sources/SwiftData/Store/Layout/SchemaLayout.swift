internal import Foundation

/// A schema compiled for the store: every entity with its table, and the statements that create them.
final class SchemaLayout: Sendable {
  let schema: Schema
  /// The entities in the order of their numbers.
  let entities: [EntityLayout]
  let entitiesByName: [String: EntityLayout]

  /// Compiles a schema.
  ///
  /// - Throws: A typed error that names the model and property that cannot be stored.
  init(schema: Schema) throws {
    self.schema = schema
    self.entities = []
    self.entitiesByName = [:]
  }

  /// The layout of a model type, or nil where the schema does not have it.
  func entity(for type: any PersistentModel.Type) -> EntityLayout? {
    entitiesByName[Schema.entityName(for: type)]
  }

  /// The statements that create an empty store, in the order in which SwiftData issues them.
  var creationStatements: [String] { [] }
}
