internal import Foundation

extension PersistentIdentifier: Codable {
  private enum CodingKeys: String, CodingKey { case implementation }

  /// The coded form has the keys that SwiftData writes, so an identifier coded on a device can be
  /// read.
  private struct Implementation: Codable {
    var primaryKey: String
    var uriRepresentation: String
    var isTemporary: Bool
    var storeIdentifier: String?
    var entityName: String
    var customKey: Data?
  }

  /// Reads an identifier that this engine or SwiftData on a device wrote.
  ///
  /// It equals the one that was encoded. A temporary one means nothing in another process.
  ///
  /// - Throws: A `DecodingError` where a permanent identifier names no store, or its key is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let coded = try container.decode(Implementation.self, forKey: .implementation)
    let entity = InternedName.named(coded.entityName)
    if let customKey = coded.customKey, let store = coded.storeIdentifier {
      storage = .custom(
        CustomKey(
          store: .named(store), entity: entity, key: coded.primaryKey, encodedKey: customKey))
      return
    }
    guard let number = Int64(coded.primaryKey.dropFirst()) else {
      throw DecodingError.dataCorruptedError(
        forKey: .implementation, in: container,
        debugDescription:
          "'\(coded.primaryKey)' is no primary key: expected 'p' (or 't' while temporary) and a number"
      )
    }
    if coded.isTemporary {
      storage = .temporary(entity: entity, serial: number)
    } else if let store = coded.storeIdentifier {
      storage = .row(store: .named(store), entity: entity, key: number)
    } else {
      throw DecodingError.dataCorruptedError(
        forKey: .implementation, in: container,
        debugDescription: "a permanent identifier of '\(coded.entityName)' names no store")
    }
  }

  /// Writes the identifier in the form that SwiftData gives it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let coded: Implementation
    switch storage {
    case .temporary(let entity, let serial):
      coded = Implementation(
        primaryKey: "t\(serial)", uriRepresentation: description,
        isTemporary: true, storeIdentifier: nil, entityName: entity.text)
    case .row(let store, let entity, let key):
      coded = Implementation(
        primaryKey: "p\(key)", uriRepresentation: description,
        isTemporary: false, storeIdentifier: store.text, entityName: entity.text)
    case .custom(let key):
      coded = Implementation(
        primaryKey: key.key, uriRepresentation: description,
        isTemporary: false, storeIdentifier: key.store.text, entityName: key.entity.text,
        customKey: key.encodedKey)
    }
    try container.encode(coded, forKey: .implementation)
  }
}
