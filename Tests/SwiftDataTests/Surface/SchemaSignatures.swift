import Foundation
import SwiftData

/// Uses of schemas, of what they consist of, and of what leads from one to the next.
enum SchemaSignatures {
  static func schema(_ entity: Schema.Entity, _ version: Schema.Version, _ url: URL) throws {
    _ = Schema()
    _ = Schema(entity, entity, version: version)
    _ = Schema(Signed.self, SignedPart.self, version: version)
    _ = Schema(Signed.self)
    let schema = Schema([Signed.self] as [any PersistentModel.Type], version: version)
    _ = Schema(versionedSchema: First.self)
    let _: Schema.Version = Schema.schemaEncodingVersion
    let _: (Schema.Version, Schema.Version) = (schema.encodingVersion, schema.version)
    let _: [Schema.Entity] = schema.entities
    let _: [String: Schema.Entity] = schema.entitiesByName
    let _: (URL) throws -> Void = schema.save(to:)
    let _: (URL) throws -> Schema = Schema.load(from:)
    let _: (Signed.Type) -> Schema.Entity? = schema.entity(for:)
    let _: (Signed.Type) -> String = Schema.entityName(for:)
    let _: String = schema.debugDescription
    let _: any Codable & Hashable & Sendable & CustomDebugStringConvertible = schema
  }

  static func version() {
    let version = Schema.Version(1, 2, 3)
    let _: (Int, Int, Int) = (version.major, version.minor, version.patch)
    let _: String = version.description
    let _: any Codable & Comparable & Hashable & Sendable = version
  }

  static func propertyMetadata() {
    _ = Schema.PropertyMetadata(name: "text", keypath: \Signed.text)
    _ = Schema.PropertyMetadata(
      name: "text", keypath: \Signed.text as AnyKeyPath, defaultValue: "" as Any?,
      metadata: Schema.Attribute() as (any SchemaProperty)?)
  }

  static func schemaProperty<P: SchemaProperty>(_ property: inout P) {
    property.name = property.name as String
    property.originalName = property.originalName as String
    property.valueType = property.valueType as any Any.Type
    let _: [Bool] = [
      property.isAttribute, property.isRelationship, property.isTransient, property.isOptional,
      property.isUnique,
    ]
    let _: any Codable & Hashable = property
  }

  /// What a property of one's own need not provide.
  struct Minimal: SchemaProperty {
    var name = ""
    var originalName = ""
    var valueType: any Any.Type {
      get { Int.self }
      set {}
    }
    var isUnique: Bool { false }
  }

  static func attribute() {
    _ = Schema.Attribute(.unique, .spotlight, originalName: "old", hashModifier: "1")
    let attribute = Schema.Attribute(
      name: "text", originalName: "old", options: [.unique], valueType: String.self,
      defaultValue: "", hashModifier: "1")
    attribute.name = attribute.originalName
    attribute.originalName = attribute.name
    attribute.options = attribute.options as [Schema.Attribute.Option]
    attribute.valueType = attribute.valueType as any Any.Type
    attribute.defaultValue = attribute.defaultValue as Any?
    attribute.isOptional.toggle()
    attribute.hashModifier = attribute.hashModifier as String?
    let _: [Bool] = [
      attribute.isAttribute, attribute.isRelationship, attribute.isTransient, attribute.isUnique,
      attribute.isTransformable,
    ]
    let _: String = attribute.debugDescription
    let _: any SchemaProperty & CustomDebugStringConvertible & Sendable = attribute
  }

  static func attributeOption() {
    let options: [Schema.Attribute.Option] = [
      .unique, .transformable(by: "name"), .transformable(by: ValueTransformer.self),
      .externalStorage, .allowsCloudEncryption,
      .preserveValueOnDeletion, .ephemeral, .spotlight,
    ]
    let _: any Codable & Hashable & Sendable & CustomDebugStringConvertible = options[0]
    let _: String = options[0].debugDescription
  }

  static func compositeAttribute() {
    let attribute = Schema.CompositeAttribute(
      name: "place", originalName: nil, options: [], valueType: Int.self, defaultValue: nil,
      hashModifier: nil)
    attribute.properties = attribute.properties as [Schema.Attribute]
    let _: Schema.Attribute = attribute
    let _: (Schema.CompositeAttribute, Schema.CompositeAttribute) -> Bool = (==)
    let _: String = attribute.debugDescription
  }

  static func relationship() {
    let relationship = Schema.Relationship(
      .unique, deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: nil,
      originalName: "old", inverse: \SignedPart.whole, hashModifier: "1")
    relationship.name = relationship.originalName
    relationship.originalName = relationship.name
    relationship.keypath = relationship.keypath as AnyKeyPath?
    relationship.options = relationship.options as [Schema.Relationship.Option]
    relationship.valueType = relationship.valueType as any Any.Type
    relationship.destination = relationship.destination as String
    relationship.deleteRule = relationship.deleteRule as Schema.Relationship.DeleteRule
    relationship.inverseName = relationship.inverseName as String?
    relationship.inverseKeyPath = relationship.inverseKeyPath as AnyKeyPath?
    relationship.minimumModelCount = relationship.maximumModelCount as Int?
    relationship.maximumModelCount = relationship.minimumModelCount as Int?
    relationship.hashModifier = relationship.hashModifier as String?
    let _: [Bool] = [
      relationship.isToOneRelationship, relationship.isUnique, relationship.isAttribute,
      relationship.isTransient, relationship.isRelationship, relationship.isOptional,
    ]
    let _: any SchemaProperty & CustomDebugStringConvertible & Sendable = relationship
  }

  static func deleteRule(_ rule: Schema.Relationship.DeleteRule) {
    switch rule {
    case .noAction, .nullify, .cascade, .deny: break
    @unknown default: break
    }
    let _: (String, Schema.Relationship.DeleteRule?) = (rule.rawValue, .init(rawValue: "deny"))
    let _: any Codable & Hashable = rule
  }

  static func relationshipOption() {
    let option = Schema.Relationship.Option.unique
    let _: any Codable & Hashable & CustomDebugStringConvertible = option
  }

  static func index<M: PersistentModel>(_ path: PartialKeyPath<M>) {
    _ = Schema.Index<M>(.binary([path]), .rtree([path, path]))
    let index = Schema.Index<M>([path], [path, path])
    index.name = index.originalName
    index.originalName = index.name
    index.valueType = index.valueType as any Any.Type
    let _: Bool = index.isUnique
    let _: [Schema.Index<M>.Types<M>] = index.indices
    let _: any SchemaProperty & CustomDebugStringConvertible & Hashable & Codable = index
    let _: any CodingKey & Hashable = Schema.Index<M>.CodingKeys.indices
  }

  static func indexTypes<M: PersistentModel>(_ type: Schema.Index<M>.Types<M>) {
    switch type {
    case .binary(let paths), .rtree(let paths): let _: [PartialKeyPath<M>] = paths
    @unknown default: break
    }
  }

  static func unique<M: PersistentModel>(_ path: PartialKeyPath<M>) {
    let unique = Schema.Unique<M>([path], [path, path])
    unique.name = unique.originalName
    unique.originalName = unique.name
    unique.valueType = unique.valueType as any Any.Type
    let _: Bool = unique.isUnique
    let _: [[PartialKeyPath<M>]] = unique.constraints
    let _: any SchemaProperty & CustomDebugStringConvertible & Hashable & Codable = unique
    let _: any CodingKey & Hashable = Schema.Unique<M>.CodingKeys.constraints
  }

  static func entity(_ property: any SchemaProperty) {
    let entity = Schema.Entity("Signed")
    _ = Schema.Entity("Signed", properties: property, property)
    _ = Schema.Entity("Signed", subentities: entity, entity, properties: property)
    entity.name = entity.name as String
    entity.subentities = entity.subentities as Set<Schema.Entity>
    entity.superentityName = entity.superentityName as String?
    entity.superentity = entity.superentity as Schema.Entity?
    entity.storedProperties = entity.storedProperties as [any SchemaProperty]
    entity.inheritedProperties = entity.inheritedProperties as [any SchemaProperty]
    let _: [any SchemaProperty] = entity.properties
    entity.attributes = entity.attributes as Set<Schema.Attribute>
    entity.relationships = entity.relationships as Set<Schema.Relationship>
    entity.attributesByName = entity.attributesByName as [String: Schema.Attribute]
    entity.relationshipsByName = entity.relationshipsByName as [String: Schema.Relationship]
    entity.storedPropertiesByName = entity.storedPropertiesByName as [String: any SchemaProperty]
    entity.inheritedPropertiesByName = entity.inheritedPropertiesByName
    entity.uniquenessConstraints = entity.uniquenessConstraints as [[String]]
    entity.indices = entity.indices as [[String]]
    let _: any Codable & Hashable & CustomDebugStringConvertible & Sendable = entity
  }

  enum First: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Signed.self] }
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [First.self] }
    static var stages: [MigrationStage] {
      [
        .lightweight(fromVersion: First.self, toVersion: First.self),
        .custom(
          fromVersion: First.self, toVersion: First.self,
          willMigrate: { (context: ModelContext) throws in try context.save() }, didMigrate: nil),
      ]
    }
  }

  static func migrationStage(_ stage: MigrationStage) {
    switch stage {
    case .lightweight(let fromVersion, let toVersion):
      let _: [any VersionedSchema.Type] = [fromVersion, toVersion]
    case .custom(let fromVersion, let toVersion, let willMigrate, let didMigrate):
      let _: [any VersionedSchema.Type] = [fromVersion, toVersion]
      let _: [((ModelContext) throws -> Void)?] = [willMigrate, didMigrate]
    @unknown default: break
    }
  }
}
