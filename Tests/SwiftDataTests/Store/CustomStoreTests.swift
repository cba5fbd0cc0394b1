import Foundation
import SwiftData
import Synchronization
import Testing

/// A store that is not the built-in one, in a container.
@Suite struct CustomStoreTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Schema([Track.self]), configurations: [DictionaryConfiguration(name: "tracks")])
    context = ModelContext(container)
  }

  @Test func `what is saved is found by another context`() throws {
    context.insert(Track(title: "Solveig", seconds: 320))
    try context.save()
    let tracks = try ModelContext(container).fetch(FetchDescriptor<Track>())
    #expect(tracks.map(\.title) == ["Solveig"])
    #expect(tracks.map(\.seconds) == [320])
  }

  @Test func `a saved model has the identifier that the store gave`() throws {
    let track = Track(title: "Solveig", seconds: 320)
    context.insert(track)
    try context.save()
    #expect(track.persistentModelID.storeIdentifier == "tracks")
  }

  @Test func `the context filters where the store would rather not`() throws {
    for (title, seconds) in [("Solveig", 320), ("Morning", 240), ("Anitra", 200)] {
      context.insert(Track(title: title, seconds: seconds))
    }
    try context.save()
    let descriptor = FetchDescriptor<Track>(
      predicate: #Predicate { $0.seconds > 210 }, sortBy: [SortDescriptor(\.seconds)])
    #expect(try context.fetch(descriptor).map(\.title) == ["Morning", "Solveig"])
  }

  /// Saves three tracks and returns what asks for the two longer ones.
  private func saveThree() throws -> FetchDescriptor<Track> {
    for (title, seconds) in [("Solveig", 320), ("Morning", 240), ("Anitra", 200)] {
      context.insert(Track(title: title, seconds: seconds))
    }
    try context.save()
    return FetchDescriptor(predicate: #Predicate { $0.seconds > 210 })
  }

  @Test func `a limit is lost where the context filters, and an offset is not`() throws {
    var descriptor = try saveThree()
    descriptor.sortBy = [SortDescriptor(\.seconds)]
    descriptor.fetchLimit = 1
    #expect(try context.fetch(descriptor).map(\.title) == ["Morning", "Solveig"])
    descriptor.fetchOffset = 1
    #expect(try context.fetch(descriptor).map(\.title) == ["Solveig"])
  }

  @Test func `only a fetch of models has the context filter`() throws {
    var descriptor = try saveThree()
    descriptor.includePendingChanges = false
    #expect(try context.fetch(descriptor).count == 2)
    #expect(throws: DataStoreError.preferInMemoryFilter) { try context.fetchCount(descriptor) }
    #expect(throws: DataStoreError.preferInMemoryFilter) {
      try context.fetchIdentifiers(descriptor)
    }
    #expect(throws: DataStoreError.preferInMemoryFilter) {
      try context.fetchIdentifiers(descriptor, batchSize: 2)
    }
    #expect(throws: DataStoreError.preferInMemoryFilter) {
      try context.fetch(descriptor, batchSize: 2)
    }
  }

  @Test func `pending changes do not make a count one that the context filters`() throws {
    let descriptor = try saveThree()
    context.insert(Track(title: "Åse", seconds: 290))
    #expect(try context.fetch(descriptor).count == 3)
    #expect(throws: DataStoreError.preferInMemoryFilter) { try context.fetchCount(descriptor) }
    #expect(throws: DataStoreError.preferInMemoryFilter) {
      try context.fetchIdentifiers(descriptor)
    }
  }

  @Test func `an enumeration whose limits are lost ends`() throws {
    var descriptor = try saveThree()
    descriptor.sortBy = [SortDescriptor(\.seconds)]
    var titles: [String] = []
    try context.enumerate(descriptor, batchSize: 1) { titles.append($0.title) }
    #expect(titles == ["Morning", "Solveig"])
  }

  @Test func `what a store does not implement has its default`() throws {
    _ = try saveThree()
    #expect(try context.fetchCount(FetchDescriptor<Track>()) == 3)
    #expect(try context.fetchIdentifiers(FetchDescriptor<Track>()).count == 3)
    #expect(throws: DataStoreError.unsupportedFeature) { try container.erase() }
  }

  @Test func `changes and deletions reach the store`() throws {
    let track = Track(title: "Solveig", seconds: 320)
    let other = Track(title: "Morning", seconds: 240)
    context.insert(track)
    context.insert(other)
    try context.save()
    track.seconds = 321
    context.delete(other)
    try context.save()
    let tracks = try ModelContext(container).fetch(FetchDescriptor<Track>())
    #expect(tracks.map(\.seconds) == [321])
  }

  @Test func `a batch deletion does nothing, because the store has none`() throws {
    context.insert(Track(title: "Solveig", seconds: 320))
    try context.save()
    try context.delete(model: Track.self)
    #expect(!context.hasChanges)
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Track>()).count == 1)
  }

  @Test func `an enumeration passes what the context has to filter and sort`() throws {
    for (title, seconds) in [("Solveig", 320), ("Morning", 240), ("Anitra", 200)] {
      context.insert(Track(title: title, seconds: seconds))
    }
    try context.save()
    let descriptor = FetchDescriptor<Track>(
      predicate: #Predicate { $0.seconds > 210 }, sortBy: [SortDescriptor(\.seconds)])
    var titles: [String] = []
    try context.enumerate(descriptor, batchSize: 1) { titles.append($0.title) }
    #expect(titles == ["Morning", "Solveig"])
  }

  @Test func `a store may return models that inherit from the fetched one`() throws {
    let container = try ModelContainer(
      for: Schema([BusinessExcursion.self]),
      configurations: [DictionaryConfiguration(name: "trips")])
    let context = ModelContext(container)
    context.insert(BusinessExcursion(code: "B", name: "Visit", perDiem: 30))
    try context.save()
    let journeys = try ModelContext(container).fetch(FetchDescriptor<Excursion>())
    #expect((journeys.first as? BusinessExcursion)?.perDiem == 30)
    #expect(
      try ModelContext(container).names(
        of: Excursion.self, where: #Predicate { $0 is BusinessExcursion }) == ["Visit"])
  }

  @Test func `a store that returns models of the base for a subclass is refused`() throws {
    let container = try ModelContainer(
      for: Schema([BusinessExcursion.self]),
      configurations: [DictionaryConfiguration(name: "trips")])
    let context = ModelContext(container)
    context.insert(Excursion(code: "J", name: "Walk"))
    try context.save()
    #expect(throws: SwiftDataError.self) {
      try ModelContext(container).fetch(FetchDescriptor<BusinessExcursion>())
    }
  }

  @Test func `an error of the store leaves the changes pending`() throws {
    context.insert(Track(title: "", seconds: 0))
    #expect(throws: DictionaryStore.EmptyTitle.self) { try context.save() }
    #expect(context.insertedModelsArray.count == 1)
  }
}

@Model private final class Track {
  var title: String
  var seconds: Int

  init(title: String, seconds: Int) {
    self.title = title
    self.seconds = seconds
  }
}

struct DictionaryConfiguration: DataStoreConfiguration {
  typealias Store = DictionaryStore

  var name: String
  var schema: Schema?
  /// Whether the store forgets to give new models permanent identifiers.
  var isForgetful = false

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Keeps coded snapshots in a dictionary.
final class DictionaryStore: DataStore, Sendable {
  typealias Configuration = DictionaryConfiguration
  typealias Snapshot = DefaultSnapshot

  struct EmptyTitle: Error {}

  let identifier: String
  let schema: Schema
  let name: String
  let isForgetful: Bool
  var configuration: DictionaryConfiguration {
    DictionaryConfiguration(name: name, schema: schema, isForgetful: isForgetful)
  }
  private let rows = Mutex<[PersistentIdentifier: Data]>([:])

  init(_ configuration: DictionaryConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?)
    throws
  {
    identifier = configuration.name
    name = configuration.name
    isForgetful = configuration.isForgetful
    schema = configuration.schema!
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let coded = rows.withLock { Array($0.values) }
    let snapshots = try coded.map { try JSONDecoder().decode(DefaultSnapshot.self, from: $0) }
    return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: snapshots)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    var coded: [PersistentIdentifier: Data] = [:]
    for snapshot in request.inserted {
      let permanent = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName,
        primaryKey: UUID().uuidString)
      remapped[snapshot.persistentIdentifier] = permanent
      coded[permanent] = try JSONEncoder().encode(
        snapshot.copy(persistentIdentifier: permanent, remappedIdentifiers: remapped))
    }
    for snapshot in request.updated {
      coded[snapshot.persistentIdentifier] = try JSONEncoder().encode(snapshot)
    }
    for data in coded.values where String(decoding: data, as: UTF8.self).contains(#""title":"""#) {
      throw EmptyTitle()
    }
    rows.withLock { rows in
      rows.merge(coded) { _, new in new }
      for snapshot in request.deleted { rows[snapshot.persistentIdentifier] = nil }
    }
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: isForgetful ? [:] : remapped)
  }
}
