internal import Foundation
internal import SwiftData

/// One check of one new store.
final class Examination<Configuration: DataStoreConfiguration> {
  typealias Check = DataStoreConformance.Check
  typealias Violation = DataStoreConformance.Violation

  let check: Check
  let configuration: ObservedConfiguration<Configuration>
  /// Nil between the end of a container and the next.
  private var openContainer: ModelContainer?
  /// The context whose requests are used again.
  private var reader: ModelContext?
  private(set) var violations: [Violation] = []

  var container: ModelContainer { openContainer! }

  var log: StoreLog<Configuration.Store> { configuration.log }

  private init(_ check: Check, _ configuration: Configuration) throws {
    self.check = check
    self.configuration = ObservedConfiguration(base: configuration, log: StoreLog())
    try open()
  }

  private func open() throws {
    // Only the check of heirs asks for them: a store need not have any.
    let schema: Schema = check == .fetchesHeirs ? .conformanceHeirs : .conformance
    openContainer = try ModelContainer(for: schema, configurations: [configuration])
  }

  /// Ends the container, whose contexts must have ended, and opens the store again.
  func reopen() throws {
    reader = nil
    openContainer = nil
    try open()
    _ = try askForEverything()
  }

  /// Runs a check and returns what the store breaks.
  static func run(
    _ check: Check, _ configuration: () throws -> Configuration
  ) async -> [Violation] {
    do {
      let examination = try Examination(check, configuration())
      do {
        try examination.openEmpty()
        try await examination.perform()
      } catch is Abandoned {
        // The violation that made going on pointless is noted.
      } catch {
        examination.note("no error", found: "\(error)")
      }
      return examination.violations
    } catch {
      return [Violation(check: check, expected: "a container that opens", found: "\(error)")]
    }
  }

  private func perform() async throws {
    switch check {
    case .opensEmpty: break
    case .remapsIdentifiers: try checkRemapping()
    case .keepsIdentifiers: try checkKeepingIdentifiers()
    case .storesInsertions: try checkInsertions()
    case .storesUpdates: try checkUpdates()
    case .storesDeletions: try checkDeletions()
    case .storesRelationships: try checkRelationships()
    case .findsByIdentifier: try checkFinding()
    case .fetchesOneEntity: try checkEntities()
    case .fetchesHeirs: try checkHeirs()
    case .filters: try checkFilters()
    case .sorts: try checkSorting()
    case .pages: try checkPaging()
    case .counts: try checkCounts()
    case .fetchesIdentifiers: try checkIdentifierFetches()
    case .savesWhollyOrNotAtAll: try checkAtomicity()
    case .erases: try checkErasing()
    case .persists: try checkPersistence()
    case .sharesBetweenContexts: try checkSharing()
    case .survivesContexts: try checkEndsOfContexts()
    case .cachesSnapshots: try checkCachedSnapshots()
    case .copiesSnapshots: try checkCopies()
    case .storesMany: try checkManyModels()
    case .storesConcurrently: try await checkConcurrency()
    }
  }
}

// MARK: - Noting violations

/// Thrown to end a check whose violation is noted already.
struct Abandoned: Error {}

extension Examination {
  func note(_ expected: String, found: String) {
    violations.append(Violation(check: check, expected: expected, found: found))
  }

  /// Notes a violation unless two values are equal.
  func expect<Value: Equatable>(_ what: String, _ found: Value, equals expected: Value) {
    if found != expected {
      note("\(what) was expected to be \(text(expected))", found: text(found))
    }
  }

  /// Notes a violation and ends the check unless two values are equal.
  func require<Value: Equatable>(_ what: String, _ found: Value, equals expected: Value) throws {
    expect(what, found, equals: expected)
    if found != expected { throw Abandoned() }
  }

  private func text(_ value: some Any) -> String {
    let text = String(reflecting: value)
    return text.count > 300 ? "\(text.prefix(300))…" : text
  }
}

// MARK: - Using the store

extension Examination {
  /// The names of all entities.
  static var entityNames: [String] { Schema.conformance.entities.map(\.name) }

  /// Has a context fetch all models of each type, so that the requests can be used again, and
  /// returns how many there are.
  private func askForEverything() throws -> Int {
    let context = ModelContext(container)
    reader = context
    return try context.fetch(FetchDescriptor<ConformanceBook>()).count
      + context.fetch(FetchDescriptor<ConformanceAuthor>()).count
      + context.fetch(FetchDescriptor<ConformanceChapter>()).count
      + context.fetch(FetchDescriptor<ConformanceTag>()).count
  }

  private func openEmpty() throws {
    let count = try askForEverything()
    guard count > 0 else { return }
    note("a new configuration was expected to open an empty store", found: "\(count) models")
    throw Abandoned()
  }

  /// Goes on with a context whose requests are used again.
  func read(with context: ModelContext) { reader = context }

  /// Inserts books and saves them.
  @discardableResult
  func save(_ titles: [String], in context: ModelContext? = nil) throws -> ModelContext {
    let context = context ?? ModelContext(container)
    for (index, title) in titles.enumerated() {
      context.insert(ConformanceBook(title, pages: 100 + index))
    }
    try context.save()
    return context
  }

  /// The snapshots of all models as the store gives them, by their identifiers.
  ///
  /// A snapshot that a context would end the process over is a violation, and ends the check.
  func soundSnapshots() throws -> [PersistentIdentifier: CodedSnapshot] {
    let schema = Schema.conformance
    var found: [PersistentIdentifier: CodedSnapshot] = [:]
    for name in Self.entityNames {
      for snapshot in try log.snapshots(of: name) ?? [] {
        let coded = try CodedSnapshot(snapshot, in: schema)
        if coded.identifier.entityName != name {
          note(
            "a fetch of '\(name)' was expected to return snapshots of it",
            found: "one of '\(coded.identifier.entityName)'")
        }
        if coded.identifier.storeIdentifier != log.store?.identifier {
          note(
            "a fetch of '\(name)' was expected to return identifiers of the store",
            found: "\(coded.identifier)")
        }
        if found.updateValue(coded, forKey: coded.identifier) != nil {
          note("each model was expected once", found: "\(coded.identifier) twice")
        }
        if !coded.missing.isEmpty {
          note(
            "the snapshot of a '\(name)' was expected to have all its values",
            found: "no value for \(coded.missing.joined(separator: ", "))")
        }
      }
    }
    for snapshot in found.values {
      for (name, identifiers) in snapshot.related.sorted(by: { $0.key < $1.key }) {
        for identifier in identifiers where found[identifier] == nil {
          note(
            """
            '\(snapshot.identifier.entityName).\(name)' was expected to lead to a model that is stored
            """,
            found: "\(identifier)"
              + (identifier.storeIdentifier == nil ? ", a temporary identifier" : ""))
        }
      }
    }
    if !violations.isEmpty { throw Abandoned() }
    return found
  }

  /// The books as a new context fetches them, in the order of their titles.
  func books(in context: ModelContext? = nil) throws -> [ConformanceBook] {
    _ = try soundSnapshots()
    return try (context ?? ModelContext(container)).fetch(FetchDescriptor<ConformanceBook>())
      .sorted { $0.title < $1.title }
  }

  /// The titles of the books that are stored.
  func titles(in context: ModelContext? = nil) throws -> [String] {
    let context = context ?? ModelContext(container)
    return try withExtendedLifetime(context) { try books(in: context).map(\.title) }
  }
}
