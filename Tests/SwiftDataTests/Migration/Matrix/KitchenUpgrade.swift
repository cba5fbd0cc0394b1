import Foundation

@testable import SwiftData

/// A store that a version of the kitchen app wrote, with what is in it.
struct KitchenTemplate: Sendable {
  let version: any KitchenVersion.Type
  let schema: Schema
  let bytes: Data
  let records: Set<KitchenRecord>
  let statements: Set<String>
  let hashes: [String: Data]

  init(_ version: any KitchenVersion.Type) throws {
    let schema = Schema(versionedSchema: version)
    self.version = version
    self.schema = schema
    (bytes, records, statements, hashes) = try withMigratingStore { store in
      try store.open(schema) { try version.write($0) }
      let records = try store.open(schema) { Set(try version.records($0)) }
      return (
        try store.folder.bytes(of: "app.store"), records, try store.statements, try store.hashes
      )
    }
  }

  /// What a store of the version has.
  func records(in store: MigratingStore) throws -> Set<KitchenRecord> {
    try store.open(schema) { Set(try version.records($0)) }
  }
}

/// One upgrade, from a store that the older version wrote.
struct KitchenUpgrade: Sendable, CustomStringConvertible {
  let old: KitchenTemplate
  let new: KitchenTemplate
  /// The number of versions that it leads over.
  let length: Int
  /// What the store has after the upgrade.
  let records: Set<KitchenRecord>

  init(from: Int, to: Int, _ templates: [KitchenTemplate]) {
    (old, new, length) = (templates[from], templates[to], to - from)
    var records = Array(old.records)
    for version in Kitchen.versions[(from + 1)...to] { records = version.upgrade(records) }
    self.records = Set(records)
  }

  var description: String { "\(old.version) to \(new.version)" }
}

/// What became of upgrades that were made to fail.
struct KitchenOutcome: CustomStringConvertible {
  /// What a failure left behind.
  enum Remains { case old, new, between }

  var upgrades = 0
  var statements = 0
  /// The statements at which an upgrade was made to fail, or its process to end.
  var positions = 0
  var old = 0
  var new = 0
  var between = 0
  /// The statements that load a relationship for a getter, whose failure would end the process.
  var spared = 0
  /// The files that the end of a process would have left, and those of them that had to be opened to
  /// see what they are.
  var ends = 0
  var reopened = 0

  var failures: Int { old + new + between }

  mutating func note(_ remains: Remains) {
    switch remains {
    case .old: old += 1
    case .new: new += 1
    case .between: between += 1
    }
  }

  mutating func add(_ other: KitchenOutcome) {
    upgrades += other.upgrades
    statements += other.statements
    positions += other.positions
    old += other.old
    new += other.new
    between += other.between
    spared += other.spared
    ends += other.ends
    reopened += other.reopened
  }

  var description: String {
    """
    \(upgrades) upgrades of \(statements) statements; failed at \(failures) of them: \(old) times the \
    old store, \(new) times the new one, \(between) times one between. The process ended at \(ends): \
    \(reopened) times files that had to be reopened to be the old or the new store. \(spared) \
    statements could not fail without ending the process.
    """
  }
}

extension MigratingStore {
  /// The hashes of the entities that the store says it was written for.
  var hashes: [String: Data] {
    get throws {
      let connection = try Connection.open(path: url.path)
      guard case .blob(let list)? = try connection.value("SELECT Z_PLIST FROM Z_METADATA") else {
        return [:]
      }
      return try StoreMetadata(propertyList: list).entityHashes
    }
  }
}
