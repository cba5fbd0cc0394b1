internal import Foundation
internal import SwiftData

/// What a snapshot says of its model, read from its coded form, whatever type of snapshot it is.
struct CodedSnapshot {
  let identifier: PersistentIdentifier
  /// The models that the snapshot's relationships lead to, by the relationships' names.
  var related: [String: [PersistentIdentifier]] = [:]
  /// The properties whose values the snapshot lacks although the model has one.
  var missing: [String] = []
  /// The values of the attributes, as JSON.
  var values: [String: Data] = [:]

  init(_ snapshot: some DataStoreSnapshot, in schema: Schema) throws {
    identifier = snapshot.persistentIdentifier
    let data = try JSONEncoder().encode(snapshot)
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    guard let entity = schema.entitiesByName[identifier.entityName] else { return }
    for attribute in entity.attributes {
      let value = object[attribute.name]
      if value == nil || value is NSNull, !attribute.isOptional { missing.append(attribute.name) }
      guard let value, !(value is NSNull) else { continue }
      values[attribute.name] = try JSONSerialization.data(
        withJSONObject: [value], options: .sortedKeys)
    }
    for relationship in entity.relationships {
      guard let value = object[relationship.name], !(value is NSNull) else { continue }
      let list = value as? [Any] ?? [value]
      related[relationship.name] = try JSONDecoder().decode(
        [PersistentIdentifier].self, from: JSONSerialization.data(withJSONObject: list))
    }
    missing.sort()
  }
}
