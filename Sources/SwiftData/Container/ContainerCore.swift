internal import Foundation
internal import Synchronization

/// What contexts need of their container: schema, stores and the policies for testing.
///
/// A main context keeps the core but not the container, as on Apple's systems, where it is of no use
/// once its container is gone.
///
/// Unchecked because stores needn't be `Sendable`: the built-in one locks its connection, and a custom
/// one is used from several contexts on Apple's systems too.
final class ContainerCore: @unchecked Sendable {
  let schema: Schema
  let layout: SchemaLayout
  let connectors: [StoreConnector]
  private let connectorsByEntity: [String: StoreConnector]
  /// The models that a store of the container has.
  private let storedModels: Set<ObjectIdentifier>
  /// Counts the saves of all contexts.
  let generation = Atomic(0)
  /// The hooks for testing, and the container's contexts.
  let testing = ContainerTesting()

  init(schema: Schema, layout: SchemaLayout, connectors: [StoreConnector]) {
    self.schema = schema
    self.layout = layout
    self.connectors = connectors
    for entity in layout.entities { ModelDescription.makeKnown(entity.model) }
    for connector in connectors { KnownLayouts.add(connector.storeIdentifier, layout) }
    var byEntity: [String: StoreConnector] = [:]
    for connector in connectors {
      for entity in connector.schema.entities where byEntity[entity.name] == nil {
        byEntity[entity.name] = connector
      }
    }
    connectorsByEntity = byEntity
    storedModels = Set(
      layout.entities.filter { byEntity[$0.name] != nil }.map { ObjectIdentifier($0.model) })
  }

  /// The policies at hazards.
  var hazards: HazardConfiguration? { testing.hazards }

  /// The store of a model.
  ///
  /// - Throws: An error that names the model, where the container does not have it.
  func connector(for description: ModelDescription) throws -> StoreConnector {
    if let error = mismatch(of: description) { throw error }
    return connectorsByEntity[description.entityName]!
  }

  /// Whether an identifier is of a store of the container, or temporary.
  func hasStore(of identifier: PersistentIdentifier) -> Bool {
    guard let store = identifier.storeIdentifier else { return true }
    return connectors.contains { $0.storeIdentifier == store }
  }

  /// What keeps a model from being stored here: another class of its name, or none.
  func mismatch(of description: ModelDescription) -> SwiftDataError? {
    if storedModels.contains(ObjectIdentifier(description)) { return nil }
    let name = description.entityName
    guard let entity = layout.entitiesByName[name], connectorsByEntity[name] != nil else {
      return SwiftDataError(
        .modelValidationFailure,
        """
        the model '\(name)' is not in the container's schema, which has \
        \(schema.entities.map(\.name).sorted().formatted()). Add \(name).self to the types that the \
        ModelContainer is created for.
        """)
    }
    guard entity.model !== description else { return nil }
    return SwiftDataError(
      .modelValidationFailure,
      """
      the model '\(String(reflecting: description.type))' is not in the container's schema, which \
      has another class of that name: '\(String(reflecting: entity.model.type))'
      """)
  }

  deinit {
    for connector in connectors { KnownLayouts.forget(connector.storeIdentifier, layout) }
  }
}
