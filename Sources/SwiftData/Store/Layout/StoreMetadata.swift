internal import Foundation

/// The row of `Z_METADATA`: what a store says about the schema that it was written for.
struct StoreMetadata: Sendable, Equatable {
  /// What is wrong with a store's metadata.
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  /// The version of the schema, as text.
  var versionIdentifiers: [String]
  /// A hash of each entity. Apple's function is not public: only hashes of the same writer compare.
  var entityHashes: [String: Data]
  /// The hash of the whole schema, where this engine wrote the store.
  var fingerprint: Data?
  /// The schema as the store's tables have it, where this engine wrote the store.
  var model: StoredModel?
  /// The property list as a whole, with the keys that the engine does not know.
  private var otherValues: Data?

  /// - Parameter describing: Whether the metadata shall say what a later migration starts from.
  init(for layout: SchemaLayout, describing: Bool = true) {
    versionIdentifiers = ["\(layout.schema.version)"]
    (entityHashes, fingerprint) = layout.hashes
    model = describing ? StoredModel(layout) : nil
  }

  /// The same for a store that a schema has been migrated to.
  func migrated(to layout: SchemaLayout) -> StoreMetadata {
    var metadata = StoreMetadata(for: layout)
    metadata.otherValues = otherValues
    return metadata
  }

  /// Reads metadata.
  ///
  /// - Throws: A `Fault` where the bytes are no property list with the keys that every store has.
  init(propertyList: Data) throws {
    guard
      let list = try? PropertyListSerialization.propertyList(from: propertyList, format: nil)
        as? [String: Any]
    else { throw Fault(description: "the store's metadata is no property list") }
    guard let hashes = list[Key.hashes.rawValue] as? [String: Data] else {
      throw Fault(description: "the store's metadata has no '\(Key.hashes.rawValue)'")
    }
    versionIdentifiers = list[Key.versions.rawValue] as? [String] ?? []
    entityHashes = hashes
    fingerprint = list[Key.fingerprint.rawValue] as? Data
    model = (list[Key.model.rawValue] as? String).flatMap { StoredModel(text: $0) }
    otherValues = propertyList
  }

  /// The metadata as a binary property list, with the keys that SwiftData writes and the engine's
  /// own.
  func propertyList() throws -> Data {
    guard let otherValues,
      let read = try? PropertyListSerialization.propertyList(from: otherValues, format: nil),
      var list = read as? [String: Any]
    else {
      // Half as much work as that of a list of any values, and every new store has this one.
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      return try encoder.encode(NewList(own: own))
    }
    list[Key.versions.rawValue] = own.versions
    list[Key.hashes.rawValue] = own.hashes
    list[Key.checksum.rawValue] = own.checksum
    list[Key.digest.rawValue] = own.digest
    list[Key.fingerprint.rawValue] = own.fingerprint
    list[Key.model.rawValue] = own.model
    return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
  }

  /// What the list says of the schema.
  private struct OwnValues {
    var versions: [String]
    var hashes: [String: Data]
    var checksum: String
    var digest: String
    var fingerprint: Data?
    var model: String?
  }

  private var own: OwnValues {
    let checksum = SHA256.hash(
      entityHashes.sorted { $0.key < $1.key }.reduce(into: Data()) {
        $0 += Data($1.key.utf8)
        $0 += $1.value
      })
    return OwnValues(
      versions: versionIdentifiers, hashes: entityHashes, checksum: checksum.base64EncodedString(),
      // The digest that SwiftData writes has 64 bytes.
      digest: (checksum + SHA256.hash(checksum)).base64EncodedString(), fingerprint: fingerprint,
      model: model?.text)
  }

  /// The list of a new store.
  private struct NewList: Encodable {
    let own: OwnValues

    func encode(to encoder: any Encoder) throws {
      var list = encoder.container(keyedBy: Key.self)
      try list.encode("SQLite", forKey: .storeType)
      try list.encode("2", forKey: .autoVacuum)
      try list.encode(1447, forKey: .frameworkVersion)
      try list.encode(3, forKey: .hashesVersion)
      try list.encode(own.versions, forKey: .versions)
      try list.encode(own.hashes, forKey: .hashes)
      try list.encode(own.checksum, forKey: .checksum)
      try list.encode(own.digest, forKey: .digest)
      try list.encodeIfPresent(own.fingerprint, forKey: .fingerprint)
      try list.encodeIfPresent(own.model, forKey: .model)
    }
  }

  private enum Key: String, CodingKey {
    case versions = "NSStoreModelVersionIdentifiers"
    case storeType = "NSStoreType"
    case autoVacuum = "_NSAutoVacuumLevel"
    case digest = "NSStoreModelVersionHashesDigest"
    case checksum = "NSStoreModelVersionChecksumKey"
    case hashes = "NSStoreModelVersionHashes"
    case frameworkVersion = "NSPersistenceFrameworkVersion"
    case hashesVersion = "NSStoreModelVersionHashesVersion"
    /// The engine's own.
    case fingerprint = "SwiftDataTestingSchemaFingerprint"
    case model = "SwiftDataTestingModel"
  }
}

extension SchemaLayout {
  /// The entity numbers that the history has in `Z_PRIMARYKEY`.
  static let historyEntities: [StoreDescription.Entity] = [
    .init(number: 16001, name: "CHANGE"), .init(number: 16002, name: "TRANSACTION"),
    .init(number: 16003, name: "TRANSACTIONSTRING"),
  ]

  /// The rows that a new store begins with.
  ///
  /// - Parameters:
  ///   - storeIdentifier: `Z_UUID`, by which identifiers name the store.
  ///   - propertyList: The metadata.
  func initialRows(
    storeIdentifier: String, propertyList: Data
  ) -> [(sql: String, bindings: [StoredValue])] {
    let insertEntity =
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)"
    let own = entities.map {
      StoredValue.row($0.number, $0.name, $0.superentityNumber)
    }
    let history = Self.historyEntities.map { StoredValue.row($0.number, $0.name, 0) }
    let metadata: [StoredValue] = [.text(storeIdentifier), .blob(propertyList)]
    return (own + history).map { (insertEntity, $0) }
      + [("INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)", metadata)]
  }
}

extension StoredValue {
  fileprivate static func row(_ number: Int, _ name: String, _ superentity: Int) -> [StoredValue] {
    [.integer(Int64(number)), .text(name), .integer(Int64(superentity))]
  }
}
