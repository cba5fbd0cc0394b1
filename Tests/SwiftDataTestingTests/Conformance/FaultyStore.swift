import Foundation
import SwiftData

@testable import SwiftDataTesting

#if !THREAD_SANITIZER
  import Synchronization
#endif

/// What a store does wrong.
enum StoreFault: String, CaseIterable, Sendable {
  case failsWhileEmpty, forgetsRemapping, namesAnotherStore, changesIdentifiers
  case answersFindsWithAll, dropsValues, ignoresUpdates, ignoresDeletions,
    keepsTemporaryRelationships
  case dropsToManyRelationships, mixesEntities, forgetsHeirs, refusesHeirsItHas, ignoresPredicate,
    ignoresOrder, ignoresLimit
  case countsEverything, identifiesEverything, writesBeforeFailing, erasesNothing, forgetsAtClose
  case keepsModelsToTheirContext, forgetsWithAnyContext, cachesOldValues, dropsLargeSaves
  case losesConcurrentSaves, throwsErrorOfItsOwn

  /// The check that must find the fault.
  var check: DataStoreConformance.Check {
    switch self {
    case .failsWhileEmpty: .opensEmpty
    case .forgetsRemapping, .namesAnotherStore: .remapsIdentifiers
    case .changesIdentifiers: .keepsIdentifiers
    case .answersFindsWithAll: .findsByIdentifier
    case .dropsValues: .storesInsertions
    case .ignoresUpdates: .storesUpdates
    case .ignoresDeletions: .storesDeletions
    case .keepsTemporaryRelationships, .dropsToManyRelationships: .storesRelationships
    case .mixesEntities: .fetchesOneEntity
    case .forgetsHeirs, .refusesHeirsItHas: .fetchesHeirs
    case .ignoresPredicate, .throwsErrorOfItsOwn: .filters
    case .ignoresOrder: .sorts
    case .ignoresLimit: .pages
    case .countsEverything: .counts
    case .identifiesEverything: .fetchesIdentifiers
    case .writesBeforeFailing: .savesWhollyOrNotAtAll
    case .erasesNothing: .erases
    case .forgetsAtClose: .persists
    case .keepsModelsToTheirContext: .sharesBetweenContexts
    case .forgetsWithAnyContext: .survivesContexts
    case .cachesOldValues: .cachesSnapshots
    case .dropsLargeSaves: .storesMany
    case .losesConcurrentSaves: .storesConcurrently
    }
  }
}

/// Stands for the medium: it outlives the store that writes on it.
final class FaultyMedium: Sendable {
  struct Record: Sendable {
    var data: Data
    var entity: String
    var context: UUID
  }

  let records = Mutex<[PersistentIdentifier: Record]>([:])
  let oldValues = Mutex<[PersistentIdentifier: Data]>([:])
}

struct FaultyConfiguration: DataStoreConfiguration {
  typealias Store = FaultyStore

  var name = UUID().uuidString
  var schema: Schema?
  var fault: StoreFault?
  let medium = FaultyMedium()

  init(_ fault: StoreFault?) { self.fault = fault }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.medium === rhs.medium }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(medium)) }
}

/// A store that keeps coded snapshots in memory, sound but for one fault.
final class FaultyStore: DataStore {
  typealias Configuration = FaultyConfiguration
  typealias Snapshot = DefaultSnapshot

  struct OwnError: Error {}

  let configuration: FaultyConfiguration
  let schema: Schema
  var identifier: String { configuration.name }

  private var medium: FaultyMedium { configuration.medium }

  init(_ configuration: FaultyConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws
  {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
    if has(.forgetsAtClose) { medium.records.withLock { $0 = [:] } }
  }

  private func has(_ fault: StoreFault) -> Bool { configuration.fault == fault }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    let descriptor = request.descriptor
    if descriptor.predicate != nil, !has(.ignoresPredicate), !has(.answersFindsWithAll) {
      if has(.throwsErrorOfItsOwn) { throw OwnError() }
      throw DataStoreError.preferInMemoryFilter
    }
    if !descriptor.sortBy.isEmpty, !has(.ignoresOrder), !has(.ignoresLimit) {
      throw DataStoreError.preferInMemorySort
    }
    let entity = Schema.entityName(for: T.self)
    let entities = has(.forgetsHeirs) ? [entity] : schema.names(ofHeirsOf: entity)
    var records = medium.records.withLock { records in
      records.filter { entities.contains($0.value.entity) || has(.mixesEntities) }
    }
    if has(.refusesHeirsItHas), records.contains(where: { $0.value.entity != entity }) {
      throw DataStoreError.unsupportedFeature
    }
    if has(.keepsModelsToTheirContext) {
      records = records.filter { $0.value.context == request.editingState.id }
    }
    if has(.failsWhileEmpty), records.isEmpty { throw OwnError() }
    var found: [DefaultSnapshot] = []
    for (_, record) in records {
      var snapshot = try JSONDecoder().decode(DefaultSnapshot.self, from: record.data)
      if has(.changesIdentifiers) {
        snapshot = snapshot.copy(persistentIdentifier: try newIdentifier(entity))
      }
      found.append(snapshot)
    }
    found.sort {
      has(.ignoresOrder)
        ? $0.persistentIdentifier.hashValue < $1.persistentIdentifier.hashValue
        : $0.persistentIdentifier < $1.persistentIdentifier
    }
    found = Array(found.dropFirst(descriptor.fetchOffset ?? 0))
    if let limit = descriptor.fetchLimit, !has(.ignoresLimit) { found = Array(found.prefix(limit)) }
    return DataStoreFetchResult(descriptor: descriptor, fetchedSnapshots: found)
  }

  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    guard has(.countsEverything) else { return try fetch(request).fetchedSnapshots.count }
    return medium.records.withLock(\.count)
  }

  func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier] {
    guard has(.identifiesEverything) else {
      return try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
    }
    return medium.records.withLock { Array($0.keys) }
  }

  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    guard has(.cachesOldValues) else { return [:] }
    let old = medium.oldValues.withLock { $0 }
    return try persistentIdentifiers.reduce(into: [:]) { found, identifier in
      guard let data = old[identifier] else { return }
      found[identifier] = try JSONDecoder().decode(DefaultSnapshot.self, from: data)
    }
  }

  func invalidateState(for editingState: EditingState) {
    if has(.forgetsWithAnyContext) { medium.records.withLock { $0 = [:] } }
  }

  func erase() throws {
    if !has(.erasesNothing) { medium.records.withLock { $0 = [:] } }
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      remapped[snapshot.persistentIdentifier] = try newIdentifier(
        snapshot.persistentIdentifier.entityName)
    }
    if has(.losesConcurrentSaves) {
      var records = medium.records.withLock { $0 }
      Thread.sleep(forTimeInterval: 0.002)
      try write(request, remapped, into: &records)
      medium.records.withLock { [records] in $0 = records }
    } else {
      try medium.records.withLock { records in
        if has(.writesBeforeFailing) {
          try write(request, remapped, into: &records)
        } else {
          var copy = records
          try write(request, remapped, into: &copy)
          records = copy
        }
      }
    }
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: has(.forgetsRemapping) ? [:] : remapped)
  }

  private func newIdentifier(_ entity: String) throws -> PersistentIdentifier {
    try .identifier(
      for: has(.namesAnotherStore) ? "another" : identifier, entityName: entity,
      primaryKey: UUID().uuidString)
  }

  private func write(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>,
    _ remapped: [PersistentIdentifier: PersistentIdentifier],
    into records: inout [PersistentIdentifier: FaultyMedium.Record]
  ) throws {
    for snapshot in request.deleted where !has(.ignoresDeletions) {
      records[snapshot.persistentIdentifier] = nil
    }
    for snapshot in request.updated where !has(.ignoresUpdates) {
      let old = snapshot.persistentIdentifier
      medium.oldValues.withLock { $0[old] = $0[old] ?? records[old]?.data }
      records[old] = try record(snapshot, old, remapped, request)
    }
    for (index, snapshot) in request.inserted.enumerated() {
      if has(.dropsLargeSaves), index >= 500 { break }
      let new = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      records[new] = try record(snapshot, new, remapped, request)
    }
  }

  private func record(
    _ snapshot: DefaultSnapshot, _ identifier: PersistentIdentifier,
    _ remapped: [PersistentIdentifier: PersistentIdentifier],
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> FaultyMedium.Record {
    let copy = snapshot.copy(
      persistentIdentifier: identifier,
      remappedIdentifiers: has(.keepsTemporaryRelationships) ? nil : remapped)
    var data = try JSONEncoder().encode(copy)
    let dropped: [String] =
      switch configuration.fault {
      case .dropsValues: ["pages"]
      case .dropsToManyRelationships: ["tags", "books", "chapters"]
      default: []
      }
    if !dropped.isEmpty,
      var object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    {
      for name in dropped { object[name] = nil }
      data = try JSONSerialization.data(withJSONObject: object)
    }
    return FaultyMedium.Record(
      data: data, entity: identifier.entityName, context: request.editingState.id)
  }
}

extension Schema {
  /// The names of an entity and of all that inherit from it.
  func names(ofHeirsOf name: String) -> Set<String> {
    var names: Set<String> = []
    var open = [entitiesByName[name]].compactMap(\.self)
    while let entity = open.popLast() {
      names.insert(entity.name)
      open += entity.subentities
    }
    return names
  }
}
