package import Foundation
@_spi(Testing) internal import SwiftData

/// A sequence of operations on one container, each of which is compared with the reference.
package final class Session {
  /// How a session is made, apart from its operations.
  package struct Setting: Sendable {
    package var schema: SampleSchema
    package var seed: UInt64
    /// The folder for stores in files; nil for a session in memory.
    package var folder: URL?
    /// One of how many operations is followed by a comparison of all rows. Between them values stay
    /// as they were loaded or not, which is a state of its own.
    package var comparisonInterval: Int

    package init(schema: SampleSchema, seed: UInt64, folder: URL) {
      self.schema = schema
      self.seed = seed
      var random = RandomSource(seed, .max)
      self.folder = random.once(in: 3) ? folder : nil
      comparisonInterval = random.pick([1, 1, 3, 10])!
    }
  }

  let setting: Setting
  let url: URL?
  var container: ModelContainer
  var editor: Editor
  /// What is stored.
  var saved: Graph
  /// The permanent identifiers of rows.
  var identifiers: [Int: PersistentIdentifier] = [:]
  /// How many changes were made in groups that can be undone.
  var changesInGroups = 0
  private let log: Log

  package init(_ setting: Setting, isLogging: Bool = false) throws {
    self.setting = setting
    log = Log(isOn: isLogging)
    url = setting.folder?.appendingPathComponent(
      "\(setting.schema.number)-\(setting.seed)-\(UUID().uuidString).store")
    container = try Self.open(setting, url)
    saved = Graph(setting.schema)
    editor = Editor(ModelContext(container), saved, name: "context", log: log)
  }

  deinit {
    guard let url else { return }
    let folder = url.deletingLastPathComponent()
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in names ?? [] where name.contains(url.deletingPathExtension().lastPathComponent) {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  private static func open(_ setting: Setting, _ url: URL?) throws -> ModelContainer {
    let schema = setting.schema.schema
    let configuration =
      url.map { ModelConfiguration(schema: schema, url: $0) }
      ?? ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
    return try HazardConfiguration.$current.withValue(HazardConfiguration(.ignore)) {
      try ModelContainer(for: schema, configurations: [configuration])
    }
  }

  /// What was done, in Swift.
  package var lines: [String] { log.lines }

  func write(_ line: @autoclosure () -> String) { log.write(line()) }

  func makeEditor(_ name: String) -> Editor {
    Editor(ModelContext(container), saved, name: name, log: log)
  }

  /// Performs operations, up to the first difference.
  package func perform(
    _ operations: some Sequence<Step>, progress: (Step) -> Void = { _ in }
  ) throws {
    try HazardConfiguration.$current.withValue(HazardConfiguration(.ignore)) {
      for operation in operations {
        progress(operation)
        do {
          try perform(operation)
        } catch let difference as Difference {
          throw difference
        } catch {
          throw Difference("error", "\(operation.kind) threw \(error)")
        }
      }
      try editor.compare()
      try checkStore()
    }
  }

  private func perform(_ operation: Step) throws {
    var random = operation.random
    try perform(operation, &random)
    editor.inUse = []
    if random.once(in: setting.comparisonInterval) { try editor.compare() }
    try editor.checkPending(since: saved)
  }

  private func perform(_ operation: Step, _ random: inout RandomSource) throws {
    switch operation.kind {
    case .insert: if saved.rows.count < 40 { try editor.insert(operation, &random) }
    case .edit: try editor.edit(operation, &random)
    case .relate: try editor.relate(operation, &random)
    case .delete:
      if try editor.delete(operation, &random) { try processDeletions(&random) }
    case .process: process()
    case .save: try save(&random)
    case .failingSave: try failSave(&random)
    case .rollback: try rollBack()
    case .fetch, .count, .identifiers, .batches: try query(operation.kind, &random)
    case .enumerate: try enumerate(&random)
    case .lookUp: try lookUp(&random)
    case .compare: try editor.compare()
    case .freshContext: try checkStore()
    case .newContext: renewContext()
    case .reopen: try reopen()
    case .letGo: letGo(&random)
    case .batchDelete: try deleteBatch(&random)
    case .transaction: try transaction(operation, &random, fails: false)
    case .failingTransaction: try transaction(operation, &random, fails: true)
    case .twoContexts: try writeFromTwoContexts(operation, &random)
    case .upsert: try upsert(operation, &random)
    case .deniedDeletion: try deleteWhatIsDenied(&random)
    case .refusedValue: try saveRefusedValue(&random)
    case .undo: try undo(operation, &random)
    }
  }
}

// MARK: - Contexts

extension Session {
  func process() {
    write("context.processPendingChanges()")
    editor.context.processPendingChanges()
  }

  /// Goes on with a new context, as long as nothing is unsaved.
  func renewContext() {
    guard !editor.context.hasChanges else { return }
    write("context = ModelContext(container)")
    editor = makeEditor("context")
  }

  /// Closes the store and opens it again.
  private func reopen() throws {
    guard url != nil, !editor.context.hasChanges else { return }
    write("container = try ModelContainer(…); context = ModelContext(container)")
    editor.held = [:]
    // Nothing of the old container may be alive: its context goes with the editor.
    editor = Editor(ModelContext(try Self.open(setting, nil)), saved, name: "", log: log)
    container = try Self.open(setting, url)
    editor = makeEditor("context")
  }

  func letGo(_ random: inout RandomSource) {
    write("// Some models are let go of.")
    for number in editor.held.keys.sorted() where random.once(in: 2) {
      editor.held[number] = nil
    }
  }

  /// Compares the store, as a new context sees it.
  func checkStore() throws {
    write("// A new context is compared.")
    let context = ModelContext(container)
    try editor.compare(context, saved, held: [:], "a new context")
    guard !context.hasChanges else {
      throw Difference("flags", "a context has changes that only fetched")
    }
  }
}
