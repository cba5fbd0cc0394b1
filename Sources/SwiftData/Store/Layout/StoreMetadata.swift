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
    entityHashes = layout.entityHashes
    fingerprint = layout.fingerprint
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
    guard let hashes = list[Key.hashes] as? [String: Data] else {
      throw Fault(description: "the store's metadata has no '\(Key.hashes)'")
    }
    versionIdentifiers = list[Key.versions] as? [String] ?? []
    entityHashes = hashes
    fingerprint = list[Key.fingerprint] as? Data
    model = (list[Key.model] as? String).flatMap { StoredModel(text: $0) }
    otherValues = propertyList
  }

  /// The metadata as a binary property list, with the keys that SwiftData writes and the engine's
  /// own.
  func propertyList() throws -> Data {
    var list: [String: Any] = [:]
    if let otherValues,
      let read = try? PropertyListSerialization.propertyList(from: otherValues, format: nil)
    {
      list = read as? [String: Any] ?? [:]
    } else {
      list[Key.storeType] = "SQLite"
      list[Key.autoVacuum] = "2"
      list[Key.frameworkVersion] = 1447
      list[Key.hashesVersion] = 3
    }
    let checksum = SHA256.hash(
      entityHashes.sorted { $0.key < $1.key }.reduce(into: Data()) {
        $0 += Data($1.key.utf8)
        $0 += $1.value
      })
    list[Key.versions] = versionIdentifiers
    list[Key.hashes] = entityHashes
    list[Key.checksum] = checksum.base64EncodedString()
    // The digest that SwiftData writes has 64 bytes.
    list[Key.digest] = (checksum + SHA256.hash(checksum)).base64EncodedString()
    list[Key.fingerprint] = fingerprint
    list[Key.model] = model?.text
    return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
  }

  private enum Key {
    static let versions = "NSStoreModelVersionIdentifiers"
    static let storeType = "NSStoreType"
    static let autoVacuum = "_NSAutoVacuumLevel"
    static let digest = "NSStoreModelVersionHashesDigest"
    static let checksum = "NSStoreModelVersionChecksumKey"
    static let hashes = "NSStoreModelVersionHashes"
    static let frameworkVersion = "NSPersistenceFrameworkVersion"
    static let hashesVersion = "NSStoreModelVersionHashesVersion"
    /// The engine's own.
    static let fingerprint = "SwiftDataTestingSchemaFingerprint"
    static let model = "SwiftDataTestingModel"
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
  ///   - describing: Whether the metadata says what a later migration starts from.
  func initialRows(
    storeIdentifier: String, describing: Bool = true
  ) throws -> [(sql: String, bindings: [StoredValue])] {
    let insertEntity =
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)"
    let own = entities.map {
      StoredValue.row($0.number, $0.name, $0.superentityNumber)
    }
    let history = Self.historyEntities.map { StoredValue.row($0.number, $0.name, 0) }
    let metadata: [StoredValue] = [
      .text(storeIdentifier),
      .blob(try StoreMetadata(for: self, describing: describing).propertyList()),
    ]
    return (own + history).map { (insertEntity, $0) }
      + [("INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)", metadata)]
  }
}

extension StoredValue {
  fileprivate static func row(_ number: Int, _ name: String, _ superentity: Int) -> [StoredValue] {
    [.integer(Int64(number)), .text(name), .integer(Int64(superentity))]
  }
}
