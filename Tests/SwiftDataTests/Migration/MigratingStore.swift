import Foundation

@testable import SwiftData

/// A store file in a folder of its own, opened by one version of the models after another.
struct MigratingStore {
  let folder: TemporaryFolder

  var url: URL { URL(fileURLWithPath: folder.file("app.store")) }

  /// Opens the store, runs a body with a context, and closes it.
  @discardableResult
  func open<Result>(
    _ models: any PersistentModel.Type..., plan: (any SchemaMigrationPlan.Type)? = nil,
    _ body: (ModelContext) throws -> Result = { _ in }
  ) throws -> Result {
    try open(Schema(models), plan: plan, body)
  }

  @discardableResult
  func open<Result>(
    _ schema: Schema, plan: (any SchemaMigrationPlan.Type)? = nil, allowsSave: Bool = true,
    _ body: (ModelContext) throws -> Result = { _ in }
  ) throws -> Result {
    let container = try ModelContainer(
      for: schema, migrationPlan: plan,
      configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
    return try withExtendedLifetime(container) { try body(ModelContext(container)) }
  }

  @discardableResult
  func open<Result>(
    _ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil,
    _ body: (ModelContext) throws -> Result = { _ in }
  ) throws -> Result {
    try open(Schema(versionedSchema: version), plan: plan, body)
  }

  /// The rows of a query, with a bar between values.
  func rows(_ sql: String) throws -> [String] {
    let connection = try Connection.open(path: url.path)
    let statement = try connection.prepare(sql)
    var rows: [String] = []
    while try statement.step() {
      rows.append(
        (0..<statement.columnCount).map { column in
          switch statement.column(column) {
          case .null: "NULL"
          case .integer(let value): "\(value)"
          case .real(let value): "\(value)"
          case .text(let value): value
          case .blob(let value): value.map { String(format: "%02x", $0) }.joined()
          case .uuid(let value): value.uuidString
          }
        }.joined(separator: "|"))
    }
    return rows
  }

  func execute(_ sql: String) throws {
    try Connection.open(path: url.path).execute(sql)
  }

  /// The statements that made the tables and indexes.
  var statements: Set<String> {
    get throws { Set(try rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")) }
  }

  /// Takes out what only this engine writes, so that the store is like one of Apple's systems.
  func forgetModel() throws {
    let connection = try Connection.open(path: url.path)
    guard case .blob(let stored)? = try connection.value("SELECT Z_PLIST FROM Z_METADATA"),
      var list = try PropertyListSerialization.propertyList(from: stored, format: nil)
        as? [String: Any]
    else { return }
    for key in list.keys where key.hasPrefix("SwiftDataTesting") { list[key] = nil }
    let rest = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    try connection.run("UPDATE Z_METADATA SET Z_PLIST = ?", [.blob(rest)])
  }

  /// The bytes of every file in the folder.
  var files: [String: Data] {
    get throws {
      var files: [String: Data] = [:]
      for name in try folder.content { files[name] = try folder.bytes(of: name) }
      return files
    }
  }
}

func withMigratingStore<Result>(_ body: (MigratingStore) throws -> Result) throws -> Result {
  try withTemporaryFolder { try body(MigratingStore(folder: $0)) }
}

/// The statements of a store that is made for a schema.
func statementsOfNewStore(_ schema: Schema) throws -> Set<String> {
  try withMigratingStore {
    try $0.open(schema)
    return try $0.statements
  }
}

/// The Cocoa error below an error of SwiftData, by which Core Data tells the cases apart.
func cocoaCode(_ error: SwiftDataError?) -> Int? {
  (error?.underlyingError as? CocoaError)?.code.rawValue
}
