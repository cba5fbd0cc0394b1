import Foundation
import Testing

@_spi(Testing) @testable import SwiftData

#if !THREAD_SANITIZER
  import Synchronization
#endif

/// Twelve versions of one app's models: every upgrade from each to each later one, and every way in which
/// such an upgrade can fail.
///
/// By default each upgrade fails at a few of its statements; at all of them with the environment variable
/// `SWIFT_DATA_MIGRATION_MATRIX` set to `all`.
@Suite struct MigrationMatrixTests {
  /// One upgrade, from a store that the older version wrote.
  private struct Upgrade: Sendable {
    let from: Int
    let to: Int

    var old: any KitchenVersion.Type { Kitchen.versions[from] }
    var new: any KitchenVersion.Type { Kitchen.versions[to] }
    var name: String { "\(old) to \(new)" }

    static let all = Kitchen.versions.indices.flatMap { to in
      (0..<to).map { Upgrade(from: $0, to: to) }
    }
  }

  private struct Outcome {
    var upgrades = 0
    var statements = 0
    var failures = 0
    var old = 0
    var new = 0
    var ends = 0

    mutating func add(_ other: Outcome) {
      upgrades += other.upgrades
      statements += other.statements
      failures += other.failures
      old += other.old
      new += other.new
      ends += other.ends
    }
  }

  private static let failsEverywhere =
    ProcessInfo.processInfo.environment["SWIFT_DATA_MIGRATION_MATRIX"] == "all"

  @Test func `every upgrade keeps what was stored, and every failed one too`() async throws {
    let templates = try Kitchen.versions.map { try Template($0) }
    let result = await withTaskGroup(of: Outcome.self) { group in
      for index in Upgrade.all.indices {
        group.addTask { Self.outcome(of: index, templates) }
      }
      return await group.reduce(into: Outcome()) { $0.add($1) }
    }
    #expect(result.upgrades == 66)
    #expect(result.old + result.new + result.ends == result.failures)
    print(
      """
      Migration matrix: \(result.upgrades) upgrades of \(result.statements) statements; failed at \
      \(result.failures) of them: \(result.old) times the old store, \(result.new) times the new one, \
      \(result.ends) ends of the process.
      """)
  }

  /// A store that a version wrote, with what is in it.
  private struct Template: Sendable {
    let bytes: Data
    let records: Set<KitchenRecord>
    let statements: Set<String>

    init(_ version: any KitchenVersion.Type) throws {
      (bytes, records, statements) = try withMigratingStore { store in
        try HazardConfiguration.$current.withValue(HazardConfiguration(.ignore)) {
          try store.open(version) { try version.write($0) }
          let records = try store.open(version) { Set(try version.records($0)) }
          return (try store.folder.bytes(of: "app.store"), records, try store.statements)
        }
      }
    }
  }

  private static func outcome(of index: Int, _ templates: [Template]) -> Outcome {
    let upgrade = Upgrade.all[index]
    do {
      return try HazardConfiguration.$current.withValue(HazardConfiguration(.ignore)) {
        try run(upgrade, index, templates)
      }
    } catch {
      Issue.record(error, "\(upgrade.name)")
      return Outcome()
    }
  }

  private static func run(
    _ upgrade: Upgrade, _ index: Int, _ templates: [Template]
  ) throws -> Outcome {
    let template = templates[upgrade.from]
    var expected = Array(template.records)
    for version in Kitchen.versions[(upgrade.from + 1)...upgrade.to] {
      expected = version.upgrade(expected)
    }
    let records = Set(expected)

    let counting = StatementFailure()
    try withMigratingStore { store in
      try template.bytes.write(to: store.url)
      try counting.whileArmed { try store.open(upgrade.new, plan: KitchenPlan.self) }
      try expectNew(store, upgrade, records)
      #expect(
        try store.statements == templates[upgrade.to].statements, "\(upgrade.name)")
    }
    var outcome = Outcome(upgrades: 1, statements: counting.count)
    for position in positions(counting.count, index) {
      outcome.failures += 1
      switch try withMigratingStore({
        try fail($0, upgrade, template, records, at: position)
      }) {
      case .old: outcome.old += 1
      case .new: outcome.new += 1
      case .end: outcome.ends += 1
      }
    }
    return outcome
  }

  /// The statements that shall fail: all, or some that differ from upgrade to upgrade.
  private static func positions(_ count: Int, _ index: Int) -> some Sequence<Int> {
    let step = failsEverywhere ? 1 : max(1, count / 3)
    return stride(from: failsEverywhere ? 1 : 1 + (index * 7) % step, through: count, by: step)
  }

  /// What a failure left behind; an end is one that a process would not have survived.
  private enum Remains { case old, new, end }

  /// Runs an upgrade that fails at a statement.
  private static func fail(
    _ store: MigratingStore, _ upgrade: Upgrade, _ template: Template,
    _ records: Set<KitchenRecord>, at position: Int
  ) throws -> Remains {
    try template.bytes.write(to: store.url)
    let filesAtFailure = Mutex<[String: Data]>([:])
    let failure = StatementFailure(at: position) {
      let files = try? store.files
      filesAtFailure.withLock { $0 = files ?? [:] }
    }
    var hasThrown = false
    do {
      try failure.whileArmed { try store.open(upgrade.new, plan: KitchenPlan.self) }
    } catch {
      hasThrown = true
    }
    #expect(failure.hasFailed, "\(upgrade.name) at \(position)")
    let files = filesAtFailure.withLock { $0 }
    if failure.wasSpared {
      try expectOld(files, upgrade, template)
      try expectNew(store, upgrade, records)
      return .end
    }
    if try store.folder.bytes(of: "app.store") == template.bytes {
      #expect(hasThrown, "\(upgrade.name) at \(position)")
      #expect(files["app.store"] == template.bytes, "\(upgrade.name) at \(position)")
      #expect(try store.folder.content == ["app.store"], "\(upgrade.name) at \(position)")
      return .old
    }
    try expectNew(store, upgrade, records)
    return .new
  }

  /// Opens the files that the end of a process would have left.
  private static func expectOld(
    _ files: [String: Data], _ upgrade: Upgrade, _ template: Template
  ) throws {
    try withMigratingStore { store in
      for (name, bytes) in files where !name.hasSuffix("-shm") {
        _ = try store.folder.write(bytes, to: name)
      }
      try store.open(upgrade.old) { context throws in
        #expect(Set(try upgrade.old.records(context)) == template.records, "\(upgrade.name)")
      }
    }
  }

  private static func expectNew(
    _ store: MigratingStore, _ upgrade: Upgrade, _ records: Set<KitchenRecord>
  ) throws {
    try store.open(upgrade.new) { context throws in
      let found = Set(try upgrade.new.records(context))
      #expect(
        found == records,
        """
        \(upgrade.name): \(found.subtracting(records).map(\.description).sorted()) instead of \
        \(records.subtracting(found).map(\.description).sorted())
        """)
    }
  }
}
