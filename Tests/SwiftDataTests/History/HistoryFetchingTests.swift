import Foundation
import SwiftData
import Testing

/// Fetching and deleting transactions.
@Suite struct HistoryFetchingTests {
  typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .hotel()
    context = ModelContext(container)
    for (author, name) in [("app", "Nora"), ("widget", "Torvald"), ("app", "Rank")] {
      context.author = author
      try context.check(in: name)
    }
  }

  private func numbers(_ descriptor: Descriptor) throws -> [Int64] {
    try context.fetchHistory(descriptor).map(\.transactionIdentifier)
  }

  @Test func `a token asks for what came after it`() throws {
    let token = try context.history()[0].token
    let later = Descriptor(predicate: #Predicate { $0.token > token })
    #expect(try numbers(later) == [2, 3])
    let both = Descriptor(predicate: #Predicate { ($0.token > token) && ($0.author == "widget") })
    #expect(try numbers(both) == [2])
    let mirrored = Descriptor(predicate: #Predicate { token >= $0.token })
    #expect(try numbers(mirrored) == [1])
    #expect(try numbers(Descriptor(predicate: #Predicate { $0.token == token })) == [1])
  }

  @Test func `a token survives coding, and says what it consists of`() throws {
    let tokens = try context.history().map(\.token)
    let coded = try JSONEncoder().encode(tokens)
    let decoded = try JSONDecoder().decode([DefaultHistoryToken].self, from: coded)
    #expect(decoded == tokens)
    #expect(decoded.map(\.id) == tokens.map(\.id))
    #expect(Set(tokens.map(\.id)).count == 3)
    #expect(tokens.sorted(by: >) == tokens.reversed())
    let store = try context.history()[0].storeIdentifier
    #expect(tokens[1].tokenValue == [store: 2])
  }

  @Test func `the newest token finds nothing, and then what is saved next`() throws {
    let token = try #require(try context.history().last?.token)
    let later = Descriptor(predicate: #Predicate { $0.token > token })
    #expect(try context.fetchHistory(later).isEmpty)
    try context.check(in: "Krogstad")
    #expect(try numbers(later) == [4])
  }

  @Test func `predicates reach every property`() throws {
    let history = try context.history()
    let store = history[0].storeIdentifier
    let time = history[1].timestamp
    let process = history[0].processIdentifier
    #expect(try numbers(Descriptor(predicate: #Predicate { $0.author == "app" })) == [1, 3])
    #expect(try numbers(Descriptor(predicate: #Predicate { $0.author != "app" })) == [2])
    #expect(try numbers(Descriptor(predicate: #Predicate { $0.timestamp >= time })) == [2, 3])
    #expect(
      try numbers(Descriptor(predicate: #Predicate { $0.transactionIdentifier < 3 })) == [1, 2])
    #expect(
      try numbers(
        Descriptor(
          predicate: #Predicate {
            $0.transactionIdentifier == 1 || $0.transactionIdentifier == 3
          }))
        == [1, 3])
    #expect(
      try numbers(Descriptor(predicate: #Predicate { $0.storeIdentifier == store })).count == 3)
    #expect(
      try numbers(Descriptor(predicate: #Predicate { $0.processIdentifier == process })).count == 3)
    #expect(try numbers(Descriptor(predicate: #Predicate { $0.changes.isEmpty })).isEmpty)
  }

  @Test func `a limit takes the first of the order`() throws {
    var descriptor = Descriptor()
    descriptor.fetchLimit = 2
    #expect(try numbers(descriptor) == [1, 2])
    descriptor.sortBy = [SortDescriptor(\.transactionIdentifier, order: .reverse)]
    #expect(try numbers(descriptor) == [3, 2])
    descriptor.fetchLimit = 0
    #expect(try numbers(descriptor) == [3, 2, 1])
    let byToken = Descriptor(sortBy: [SortDescriptor(\.token, order: .reverse)])
    #expect(try numbers(byToken) == [3, 2, 1])
    let byTime = Descriptor(
      predicate: #Predicate { $0.author == "app" },
      sortBy: [SortDescriptor(\.timestamp, order: .reverse)])
    #expect(try numbers(byTime) == [3, 1])
  }

  @Test func `a deletion takes what its predicate says and leaves the models`() throws {
    let token = try context.history()[1].token
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token < token }))
    #expect(try context.history().map(\.transactionIdentifier) == [2, 3])
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.author == "app" }))
    #expect(try context.history().map(\.transactionIdentifier) == [2])
    #expect(try context.history()[0].changes.count == 1)
    #expect(try context.fetchCount(FetchDescriptor<Guest>()) == 3)
  }

  @Test func `numbers are not given out again after a deletion`() throws {
    try context.deleteHistory(Descriptor())
    #expect(try context.history().isEmpty)
    try context.check(in: "Krogstad")
    #expect(try context.history().map(\.transactionIdentifier) == [4])
  }

  @Test func `a token from before deleted history is expired`() throws {
    let tokens = try context.history().map(\.token)
    let (first, second) = (tokens[0], tokens[1])
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token <= second }))
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > first }))
    }
    #expect(try numbers(Descriptor(predicate: #Predicate { $0.token > second })) == [3])
    try context.deleteHistory(Descriptor())
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > second }))
    }
    let third = tokens[2]
    #expect(
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > third })).isEmpty)
  }

  @Test func `a token is expired where a condition has deleted some of what came after it`() throws
  {
    let tokens = try context.history().map(\.token)
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.author == "widget" }))
    let (first, second, third) = (tokens[0], tokens[1], tokens[2])
    for token in [first] {
      #expect(throws: SwiftDataError.historyTokenExpired) {
        try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token }))
      }
      #expect(throws: SwiftDataError.historyTokenExpired) {
        try context.fetchHistory(
          Descriptor(predicate: #Predicate { $0.token > token && $0.author == "app" }))
      }
    }
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token >= second }))
    }
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token == second }))
    }
    #expect(try numbers(Descriptor(predicate: #Predicate { $0.token > second })) == [3])
    #expect(try numbers(Descriptor(predicate: #Predicate { $0.token > third })).isEmpty)
    #expect(try numbers(Descriptor(predicate: #Predicate { $0.token < third })) == [1])
  }

  @Test func `what was deleted outside of what a token asks for does not expire it`() throws {
    try context.check(in: "Krogstad", "Linde")
    let tokens = try context.history().map(\.token)
    try context.deleteHistory(Descriptor(predicate: #Predicate { $0.author == "widget" }))
    let (second, fourth, first) = (tokens[1], tokens[3], tokens[0])
    #expect(
      try numbers(Descriptor(predicate: #Predicate { $0.token > second && $0.token < fourth }))
        == [3])
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchHistory(
        Descriptor(predicate: #Predicate { $0.token > first && $0.token < fourth }))
    }
  }

  @Test func `several stores have one history in the order of time`() throws {
    let schema = Schema([Guest.self, Room.self, Host.self, Writer.self, Volume.self, Shelf.self])
    let container = try ModelContainer(
      for: schema,
      configurations: [
        ModelConfiguration(
          "hotel", schema: Schema([Guest.self, Room.self, Host.self]), isStoredInMemoryOnly: true),
        ModelConfiguration(
          "library", schema: Schema([Writer.self, Volume.self, Shelf.self]),
          isStoredInMemoryOnly: true),
      ])
    let context = ModelContext(container)
    try context.check(in: "Nora")
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    try context.check(in: "Torvald")
    let history = try context.history()
    #expect(
      history.map { $0.changes.map(\.summary) } == [
        ["insert Guest"], ["insert Writer"], ["insert Guest"],
      ])
    #expect(Set(history.map(\.storeIdentifier)).count == 2)
    let (middle, last) = (history[1].token, history[2].token)
    #expect(middle < last)
    let afterMiddle = try context.fetchHistory(
      Descriptor(predicate: #Predicate { $0.token > middle }))
    #expect(afterMiddle.map { $0.changes.map(\.summary) } == [["insert Guest"]])
    let afterLast = Descriptor(predicate: #Predicate { $0.token > last })
    #expect(try context.fetchHistory(afterLast).isEmpty)
    context.insert(Writer(name: "Hamsun"))
    try context.save()
    #expect(
      try context.fetchHistory(afterLast).map { $0.changes.map(\.summary) } == [["insert Writer"]])
  }

  @Test func `a store without a history refuses`() throws {
    let container = try ModelContainer(
      for: Schema([Pebble.self]), configurations: [EmptyConfiguration(name: "empty")])
    let context = ModelContext(container)
    #expect(throws: DataStoreError.unsupportedFeature) { try context.history() }
    #expect(throws: DataStoreError.unsupportedFeature) {
      try context.deleteHistory(Descriptor())
    }
  }

  @Test func `a read-only store shows its history and keeps it`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      try ModelContainer.checkIn("Nora", at: url)
      let container = try ModelContainer(
        for: Guest.self, Room.self, Host.self,
        configurations: ModelConfiguration(url: url, allowsSave: false))
      let context = ModelContext(container)
      #expect(try context.history().count == 1)
      #expect(throws: CocoaError.self) { try context.deleteHistory(Descriptor()) }
      #expect(try context.history().count == 1)
    }
  }
}

@Model private final class Pebble {
  var weight = 0

  init() {}
}

private struct EmptyConfiguration: DataStoreConfiguration {
  typealias Store = EmptyStore

  var name: String
  var schema: Schema?

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A store that keeps nothing, and no history.
private final class EmptyStore: DataStore {
  typealias Configuration = EmptyConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: EmptyConfiguration
  var identifier: String { configuration.name }
  var schema: Schema { configuration.schema! }

  init(_ configuration: EmptyConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
  }

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  {
    DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: [])
  }

  func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    DataStoreSaveChangesResult(for: identifier)
  }
}
