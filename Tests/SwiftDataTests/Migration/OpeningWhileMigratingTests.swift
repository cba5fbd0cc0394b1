import Foundation
import Testing

#if !THREAD_SANITIZER
  import Synchronization
#endif

@testable import SwiftData

/// A second container for a file that is being migrated.
@Suite struct OpeningWhileMigratingTests {
  /// What the closures of the plan do.
  @TaskLocal static var inside: (@Sendable (String) throws -> Void)?

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV2.self, TripsV3.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: TripsV2.self, toVersion: TripsV3.self,
          willMigrate: { _ in try inside?("willMigrate") },
          didMigrate: { _ in try inside?("didMigrate") })
      ]
    }
  }

  private func write(_ store: MigratingStore) throws {
    try store.open(TripsV2.self) { context in
      context.insert(TripsV2.Trip("Oslo 2024"))
      try context.save()
    }
  }

  @Test(arguments: ["willMigrate", "didMigrate"], [true, false])
  func `the container that the migration is for is refused inside it, at once and with a reason`(
    closure: String, hasPlan: Bool
  ) throws {
    try withMigratingStore { store in
      try write(store)
      let url = store.url
      let error = #expect(throws: SwiftDataError.self) {
        try Self.$inside.withValue({
          if $0 == closure { try openAgain(url, hasPlan: hasPlan) }
        }) { try store.open(TripsV3.self, plan: Plan.self) }
      }
      #expect(error == .loadIssueModelContainer)
      try store.open(TripsV3.self, plan: TripsPlan.self) { context throws in
        #expect(try context.fetch(FetchDescriptor<TripsV3.Trip>()).map(\.name) == ["Oslo"])
      }
    }
  }

  /// Opens the file for the newest models, which is refused; then ends the migration.
  private func openAgain(_ url: URL, hasPlan: Bool) throws {
    let folder = url.deletingLastPathComponent()
    let configuration = ModelConfiguration(url: folder.appending(path: "./app.store"))
    var refusal: SwiftDataError?
    let time = ContinuousClock().measure {
      do {
        _ = try ModelContainer(
          for: Schema(versionedSchema: TripsV3.self),
          migrationPlan: hasPlan ? TripsPlan.self : nil, configurations: configuration)
      } catch {
        refusal = error as? SwiftDataError
      }
    }
    #expect(refusal == .loadIssueModelContainer)
    let text = String(describing: refusal)
    #expect(text.contains("'app.store' is being migrated"))
    #expect(text.contains("context"))
    #expect(time < .seconds(2))
    throw CocoaError(.userCancelled)
  }

  @Test func `a container of the stored models reads the old store inside the migration`() throws {
    try withMigratingStore { store in
      try write(store)
      let url = store.url
      let calls = Mutex(0)
      try Self.$inside.withValue({ closure in
        calls.withLock { $0 += 1 }
        let container = try ModelContainer(
          for: Schema(versionedSchema: TripsV2.self), configurations: ModelConfiguration(url: url))
        #expect(
          try ModelContext(container).fetch(FetchDescriptor<TripsV2.Trip>()).map(\.name)
            == ["Oslo 2024"])
      }) { try store.open(TripsV3.self, plan: Plan.self) }
      #expect(calls.withLock { $0 } == 2)
    }
  }

  @Test func `another file can be migrated inside a migration`() throws {
    try withMigratingStore { store in
      try withMigratingStore { other in
        try write(store)
        try write(other)
        let url = other.url
        try Self.$inside.withValue({
          guard $0 == "willMigrate" else { return }
          try Self.$inside.withValue(nil) {
            _ = try ModelContainer(
              for: Schema(versionedSchema: TripsV3.self), migrationPlan: Plan.self,
              configurations: ModelConfiguration(url: url))
          }
        }) { try store.open(TripsV3.self, plan: Plan.self) }
        #expect(try other.rows("SELECT ZNAME FROM ZTRIP WHERE ZYEAR IS NULL") == ["Oslo 2024"])
      }
    }
  }

  @Test func `a lock that was not to be had is explained while the file is being migrated`() throws
  {
    let file = URL(fileURLWithPath: "/stores/app.store")
    let busy = SQLiteError(
      SQLiteError.Code.busy.rawValue, message: "database is locked", file: "app.store")
    #expect(RunningMigrations.explanation(of: busy, for: file) == nil)
    try RunningMigrations.run(of: file) {
      let explanation = try #require(RunningMigrations.explanation(of: busy, for: file))
      #expect(explanation == .loadIssueModelContainer)
      #expect(String(describing: explanation).contains("'app.store' is being migrated"))
      let other = URL(fileURLWithPath: "/stores/other.store")
      #expect(RunningMigrations.explanation(of: busy, for: other) == nil)
      let full = SQLiteError(
        SQLiteError.Code.full.rawValue, message: "disk is full", file: "app.store")
      #expect(RunningMigrations.explanation(of: full, for: file) == nil)
    }
    #expect(RunningMigrations.explanation(of: busy, for: file) == nil)
  }
}
