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
  private static let failsEverywhere =
    ProcessInfo.processInfo.environment["SWIFT_DATA_MIGRATION_MATRIX"] == "all"

  @Test func `every upgrade keeps what was stored, and every failed one too`() async throws {
    let templates = try HazardConfiguration.$current.withValue(HazardConfiguration(.ignore)) {
      try Kitchen.versions.map { try KitchenTemplate($0) }
    }
    let upgrades = templates.indices.flatMap { to in
      (0..<to).map { KitchenUpgrade(from: $0, to: to, templates) }
    }
    // The longest first, so that no core is left with one at the end.
    let order = upgrades.indices.sorted { upgrades[$0].length > upgrades[$1].length }
    let result = await withTaskGroup(of: KitchenOutcome.self) { group in
      for index in order {
        group.addTask { Self.outcome(of: upgrades[index], index) }
      }
      return await group.reduce(into: KitchenOutcome()) { $0.add($1) }
    }
    #expect(result.upgrades == 66)
    #expect(result.failures + result.spared == result.positions)
    #expect(result.ends == result.positions)
    #expect(result.between == 0)
    print("Migration matrix: \(result)")
  }

  private static func outcome(of upgrade: KitchenUpgrade, _ index: Int) -> KitchenOutcome {
    do {
      return try HazardConfiguration.$current.withValue(HazardConfiguration(.ignore)) {
        try run(upgrade, index)
      }
    } catch {
      Issue.record(error, "\(upgrade)")
      return KitchenOutcome()
    }
  }

  private static func run(_ upgrade: KitchenUpgrade, _ index: Int) throws -> KitchenOutcome {
    let counting = StatementFailure()
    try withMigratingStore { store in
      try upgrade.old.bytes.write(to: store.url)
      try counting.whileArmed { try store.open(upgrade.new.schema, plan: KitchenPlan.self) }
      let found = try upgrade.new.records(in: store)
      #expect(
        found == upgrade.records,
        """
        \(upgrade): \(found.subtracting(upgrade.records).map(\.description).sorted()) instead of \
        \(upgrade.records.subtracting(found).map(\.description).sorted())
        """)
      #expect(try store.statements == upgrade.new.statements, "\(upgrade)")
    }
    var outcome = KitchenOutcome(upgrades: 1, statements: counting.count)
    for position in positions(counting.count, index) {
      try withMigratingStore { try fail($0, upgrade, at: position, &outcome) }
    }
    return outcome
  }

  /// The statements that shall fail: all, or some that differ from upgrade to upgrade.
  private static func positions(_ count: Int, _ index: Int) -> some Sequence<Int> {
    let step = failsEverywhere ? 1 : max(1, count / 3)
    return stride(from: failsEverywhere ? 1 : 1 + (index * 7) % step, through: count, by: step)
  }

  /// Runs an upgrade that fails at a statement, and looks at what it leaves behind and at what the end of
  /// the process would have left in its place.
  private static func fail(
    _ store: MigratingStore, _ upgrade: KitchenUpgrade, at position: Int,
    _ outcome: inout KitchenOutcome
  ) throws {
    try upgrade.old.bytes.write(to: store.url)
    let filesAtFailure = Mutex<[String: Data]>([:])
    let failure = StatementFailure(at: position) {
      let files = try? store.files
      filesAtFailure.withLock { $0 = files ?? [:] }
    }
    var hasThrown = false
    do {
      try failure.whileArmed { try store.open(upgrade.new.schema, plan: KitchenPlan.self) }
    } catch {
      hasThrown = true
    }
    let place: Comment = "\(upgrade) at \(position)"
    #expect(failure.hasFailed, place)
    outcome.positions += 1
    let end = try remains(of: filesAtFailure.withLock { $0 }, upgrade, &outcome)
    #expect(end != .between, place)
    if failure.wasSpared {
      outcome.spared += 1
      #expect(end == .old, place)
      #expect(try upgrade.new.records(in: store) == upgrade.records, place)
      return
    }
    let remains = try remains(of: store, upgrade)
    #expect(remains != .between, place)
    #expect(remains != .old || hasThrown, place)
    outcome.note(remains)
  }

  /// What a failed upgrade has left: to be the old store, no byte may differ.
  private static func remains(
    of store: MigratingStore, _ upgrade: KitchenUpgrade
  ) throws -> KitchenOutcome.Remains {
    if try store.folder.bytes(of: "app.store") == upgrade.old.bytes {
      return try store.folder.content == ["app.store"] ? .old : .between
    }
    return try upgrade.new.records(in: store) == upgrade.records ? .new : .between
  }

  /// What the files that the end of a process left are when they are opened.
  private static func remains(
    of files: [String: Data], _ upgrade: KitchenUpgrade, _ outcome: inout KitchenOutcome
  ) throws -> KitchenOutcome.Remains {
    outcome.ends += 1
    // The file of before, and no log that would change it.
    if files["app.store"] == upgrade.old.bytes,
      files.allSatisfy({ $0.key == "app.store" || $0.key.hasSuffix("-shm") || $0.value.isEmpty })
    {
      return .old
    }
    outcome.reopened += 1
    func opened<Result>(_ body: (MigratingStore) throws -> Result) throws -> Result {
      try withMigratingStore { store in
        for (name, bytes) in files where !name.hasSuffix("-shm") {
          _ = try store.folder.write(bytes, to: name)
        }
        return try body(store)
      }
    }
    // Whatever it is, the upgrade can be made again.
    let isCompleted = try opened { store in
      try store.open(upgrade.new.schema, plan: KitchenPlan.self)
      return try upgrade.new.records(in: store) == upgrade.records
    }
    guard isCompleted else { return .between }
    return try opened { store in
      switch try store.hashes {
      case upgrade.old.hashes:
        try upgrade.old.records(in: store) == upgrade.old.records ? .old : .between
      case upgrade.new.hashes:
        try upgrade.new.records(in: store) == upgrade.records ? .new : .between
      default: .between
      }
    }
  }
}
