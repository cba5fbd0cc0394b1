public import Foundation

/// The description of an app's models that a container stores by.
///
/// Make one from model types; the models that their relationships lead to join by themselves.
///
/// ```swift
/// let schema = Schema([Trip.self])
/// let container = try ModelContainer(for: schema)
/// ```
public final class Schema: Sendable {
  /// The version of the form in which schemas are encoded.
  public static let schemaEncodingVersion = Version(1, 0, 0)

  /// The version of the form in which this schema was encoded.
  public let encodingVersion: Version
  /// The version of the schema.
  public let version: Version
  /// The entities: in the order of the types they were made from, then those that relationships
  /// lead to.
  public let entities: [Entity]
  /// The entities by their names.
  public let entitiesByName: [String: Entity]

  /// What is wrong with the schema, for ``validate()`` to throw.
  let faults: [String]
  /// The layout that a new store of the schema has, as long as somebody keeps it.
  let sharedLayout = SharedLayout()

  /// Makes a schema without entities.
  public init() {
    encodingVersion = Schema.schemaEncodingVersion
    version = Version(1, 0, 0)
    entities = []
    entitiesByName = [:]
    faults = []
  }

  /// Makes a schema of entities that were put together by hand.
  public init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
    let built = SchemaBuilder(entities: entities)
    encodingVersion = Schema.schemaEncodingVersion
    self.version = version
    self.entities = built.entities
    entitiesByName = built.entitiesByName
    faults = built.faults
  }

  /// Makes a schema of model types.
  public convenience init(
    _ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)
  ) {
    self.init(types, version: version)
  }

  /// Makes a schema of model types.
  ///
  /// Types that cannot be stored and entities of the same name don't stop it: the container that is
  /// made with the schema reports them.
  public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
    let built = SchemaBuilder(types: types)
    encodingVersion = Schema.schemaEncodingVersion
    self.version = version
    entities = built.entities
    entitiesByName = built.entitiesByName
    faults = built.faults
  }

  /// Makes the schema of a version of the app's models.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
  }

  /// Reads a schema that ``encode(to:)`` wrote.
  ///
  /// - Throws: A `DecodingError` where this program lacks the type of a property.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    encodingVersion = try container.decode(Version.self, forKey: .encodingVersion)
    version = try container.decode(Version.self, forKey: .version)
    let built = SchemaBuilder(entities: try container.decode([Entity].self, forKey: .entities))
    entities = built.entities
    entitiesByName = built.entitiesByName
    faults = built.faults
  }

  /// The entity of a model type, or nil where the schema does not have it.
  public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
    entitiesByName[Schema.entityName(for: type)]
  }

  /// The name that the entity of a model type has.
  public static func entityName<T: PersistentModel>(for type: T.Type) -> String {
    ModelDescription.of(type).entityName
  }

  /// The name that the entity of a model type has.
  static func entityName(for type: any PersistentModel.Type) -> String {
    ModelDescription.of(type).entityName
  }

  /// Writes the schema to a file, as JSON.
  ///
  /// - Throws: An `EncodingError` where a type has no name at run time, or an error of the file
  ///   system.
  public func save(to url: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: url, options: .atomic)
  }

  /// Reads a schema from a file that ``save(to:)`` wrote.
  ///
  /// - Throws: A `DecodingError` where the file holds no schema or this program lacks one of the
  ///   types, or an error of the file system.
  public static func load(from url: URL) throws -> Schema {
    try JSONDecoder().decode(Schema.self, from: Data(contentsOf: url))
  }

  /// Tells whether a store can be made for the schema.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` with a text for each fault.
  func validate() throws {
    guard !faults.isEmpty else { return }
    throw SwiftDataError(.loadIssueModelContainer, faults.joined(separator: "\n"))
  }
}

extension Schema: Codable {
  private enum CodingKeys: String, CodingKey { case encodingVersion, version, entities }

  /// Writes the versions and the entities, each inside the one that it inherits from.
  ///
  /// - Throws: An `EncodingError` where a type has no name at run time.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(encodingVersion, forKey: .encodingVersion)
    try container.encode(version, forKey: .version)
    // An entity that inherits is encoded inside the one that it inherits from.
    try container.encode(entities.filter { $0.superentity == nil }, forKey: .entities)
  }
}

extension Schema: Hashable {
  /// Two schemas are equal that have the same version and equal entities.
  public static func == (lhs: Schema, rhs: Schema) -> Bool {
    lhs === rhs
      || lhs.version == rhs.version && lhs.encodingVersion == rhs.encodingVersion
        && lhs.entitiesByName == rhs.entitiesByName
  }

  /// Hashes the version and the names of the entities.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(Set(entitiesByName.keys))
  }
}

extension Schema: CustomDebugStringConvertible {
  /// The version and the entities.
  public var debugDescription: String {
    "Schema(version: \(version), entities: \(entities))"
  }
}
