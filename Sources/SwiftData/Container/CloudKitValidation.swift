internal import Foundation

/// The check that Core Data makes before CloudKit mirrors a store, which needs no network.
enum CloudKitValidation {
  /// The code of Core Data's error for a store that could not be set up.
  private static let code = 134060

  /// Checks the schema of a configuration that names a CloudKit database.
  ///
  /// The database `.automatic` is that of the app's entitlements, which a process on Linux does not
  /// have, so nothing is checked for it.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer`, which names the properties, with Core
  ///   Data's error under it.
  static func check(_ schema: Schema, _ configuration: ModelConfiguration) throws {
    guard configuration.cloudKitDatabase.privateDatabaseName != nil else { return }
    let faults = faults(of: schema)
    guard !faults.isEmpty else { return }
    let reason = faults.joined(separator: "\n")
    throw SwiftDataError(
      .loadIssueModelContainer,
      "the schema of the configuration '\(configuration.name)' cannot be mirrored: \(reason)",
      underlyingError: CocoaError(
        CocoaError.Code(rawValue: code),
        userInfo: [
          NSLocalizedDescriptionKey: "A Core Data error occurred.",
          NSLocalizedFailureReasonErrorKey: reason,
        ]))
  }

  /// What CloudKit does not support, each in Core Data's words and with the properties it concerns.
  static func faults(of schema: Schema) -> [String] {
    let entities = schema.entities.sorted { $0.name < $1.name }
    func places<Property>(
      _ type: Property.Type, _ text: (Schema.Entity, Property) -> String?
    ) -> [String] {
      entities.flatMap { entity in
        entity.storedProperties.compactMap { $0 as? Property }.compactMap { text(entity, $0) }
      }.sorted()
    }
    func name(_ entity: Schema.Entity, _ property: any SchemaProperty) -> String {
      "\(entity.name): \(property.name)"
    }
    let lists: [(String, [String])] = [
      (
        "CloudKit integration requires that all relationships have an inverse, the following do not:",
        places(Schema.Relationship.self) { $1.inverseName == nil ? name($0, $1) : nil }
      ),
      (
        "CloudKit integration requires that all attributes be optional, or have a default value set. The following attributes are marked non-optional but do not have a default value:",
        places(Schema.Attribute.self) {
          $1.isOptional || $1.isTransient || $1.defaultValue != nil ? nil : name($0, $1)
        }
      ),
      (
        "CloudKit integration requires that all relationships be optional, the following are not:",
        places(Schema.Relationship.self) { $1.isOptional ? nil : name($0, $1) }
      ),
      (
        "The following relationships are configured with unsupported delete rules:",
        places(Schema.Relationship.self) {
          $1.deleteRule == .deny ? "\($0.name):\($1.name) - Deny" : nil
        }
      ),
      (
        "CloudKit integration does not support unique constraints. The following entities are constrained:",
        entities.filter { !$0.uniquenessConstraints.isEmpty }.map { entity in
          "\(entity.name): \(entity.uniquenessConstraints.joined().joined(separator: ", "))"
        }
      ),
    ]
    return lists.filter { !$0.1.isEmpty }.map { ([$0.0] + $0.1).joined(separator: "\n") }
  }
}
