import Foundation
import SwiftData
import Synchronization

/// Keeps models in one JSON file that a person can read.
///
/// It leaves filtering and sorting to the context, and writes the whole file with every save: a store for
/// documents of some thousand models, not for a database.
public final class JSONStore: DataStore {
  public typealias Configuration = JSONStoreConfiguration
  public typealias Snapshot = DefaultSnapshot

  public let configuration: JSONStoreConfiguration
  public let schema: Schema
  /// The name that is part of all identifiers: it is in the file, so that they last.
  public let identifier: String

  /// The models, once they have been read. A snapshot can be decoded when its container exists, which is not
  /// the case yet while the store is opened.
  private let models = Mutex<[PersistentIdentifier: DefaultSnapshot]?>(nil)

  /// Opens the file, or makes a new store whose file comes with the first save.
  ///
  /// - Throws: `DecodingError` for a file that is no store, or the error of reading it.
  public init(
    _ configuration: JSONStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
    identifier =
      try Self.contents(of: configuration.url, as: Header.self)?.identifier ?? UUID().uuidString
  }

  // MARK: - Fetching

  public func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    let descriptor = request.descriptor
    // The context fetches again without predicate and order, and sees to both itself.
    if descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let entities = entityNames(of: T.self)
    var found = try models.withLock { models in
      try load(&models).values.filter { entities.contains($0.persistentIdentifier.entityName) }
    }
    found.sort { $0.persistentIdentifier < $1.persistentIdentifier }
    let rest = found.dropFirst(descriptor.fetchOffset ?? 0)
    let page = descriptor.fetchLimit.flatMap { $0 > 0 ? rest.prefix($0) : nil } ?? rest
    return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: Array(page))
  }

  /// The names of a model's entity and of all that inherit from it.
  private func entityNames<T: PersistentModel>(of model: T.Type) -> Set<String> {
    var names: Set<String> = []
    var open = [schema.entity(for: model)].compactMap(\.self)
    while let entity = open.popLast() {
      names.insert(entity.name)
      open += entity.subentities
    }
    return names
  }

  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    try models.withLock { models in
      let all = try load(&models)
      return persistentIdentifiers.reduce(into: [:]) { $0[$1] = all[$1] }
    }
  }

  // MARK: - Saving

  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    try models.withLock { models in
      // All changes are made to a copy, which takes the place of what was there when it is in the file.
      var all = try load(&models)
      var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]
      for snapshot in request.inserted {
        let temporary = snapshot.persistentIdentifier
        permanent[temporary] = try .identifier(
          for: identifier, entityName: temporary.entityName, primaryKey: UUID().uuidString)
      }
      for snapshot in request.inserted + request.updated {
        let old = snapshot.persistentIdentifier
        let new = permanent[old] ?? old
        // New models may lead to each other: their relationships need permanent identifiers, too.
        all[new] = snapshot.copy(persistentIdentifier: new, remappedIdentifiers: permanent)
      }
      for snapshot in request.deleted { all[snapshot.persistentIdentifier] = nil }
      try write(all)
      models = all
      return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: permanent)
    }
  }

  public func erase() throws {
    try models.withLock { models in
      try write([:])
      models = [:]
    }
  }

  // MARK: - The file

  /// The start of the file, which can be read without knowing the models.
  private struct Header: Codable {
    var identifier: String
  }

  private struct Contents: Codable {
    var identifier: String
    var models: [DefaultSnapshot]
  }

  private static func contents<T: Decodable>(of url: URL, as type: T.Type) throws -> T? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return try JSONDecoder().decode(type, from: Data(contentsOf: url))
  }

  private func load(
    _ models: inout [PersistentIdentifier: DefaultSnapshot]?
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    if let models { return models }
    let stored = try Self.contents(of: configuration.url, as: Contents.self)?.models ?? []
    let loaded = Dictionary(stored.map { ($0.persistentIdentifier, $0) }) { first, _ in first }
    models = loaded
    return loaded
  }

  private func write(_ models: [PersistentIdentifier: DefaultSnapshot]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let sorted = models.values.sorted { $0.persistentIdentifier < $1.persistentIdentifier }
    let data = try encoder.encode(Contents(identifier: identifier, models: sorted))
    try data.write(to: configuration.url, options: .atomic)
  }
}
