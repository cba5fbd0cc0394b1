import Foundation
import Testing

@testable import SwiftData

/// Whatever fails, the store is what it was, byte for byte.
@Suite struct MigrationAtomicityTests {
  struct Failure: Error, Equatable {}

  private static func plan(
    will: ((ModelContext) throws -> Void)?, did: ((ModelContext) throws -> Void)?
  ) -> [MigrationStage] {
    [
      .custom(
        fromVersion: TripsV2.self, toVersion: TripsV3.self, willMigrate: will, didMigrate: did)
    ]
  }

  enum ThrowingBefore: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV2.self, TripsV3.self] }
    static var stages: [MigrationStage] {
      plan(
        will: { context in
          for trip in try context.fetch(FetchDescriptor<TripsV2.Trip>()) { context.delete(trip) }
          try context.save()
          throw Failure()
        }, did: nil)
    }
  }

  enum ThrowingAfter: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV2.self, TripsV3.self] }
    static var stages: [MigrationStage] {
      plan(
        will: nil,
        did: { context in
          for trip in try context.fetch(FetchDescriptor<TripsV3.Trip>()) { trip.year = 1 }
          try context.save()
          throw Failure()
        })
    }
  }

  private func write(_ store: MigratingStore) throws {
    try store.open(TripsV2.self) { context in
      context.insert(TripsV2.Trip("Bergen"))
      try context.save()
    }
  }

  @Test(arguments: [true, false])
  func `a throw in a stage's code`(before didMigrate: Bool) throws {
    let plan: any SchemaMigrationPlan.Type =
      didMigrate ? ThrowingBefore.self : ThrowingAfter.self
    try withMigratingStore { store in
      try write(store)
      let before = try store.files
      let error = #expect(throws: SwiftDataError.self) {
        try store.open(TripsV3.self, plan: plan)
      }
      #expect(error == .loadIssueModelContainer)
      #expect(error?.underlyingError as? Failure == Failure())
      #expect(try store.files == before)
      try store.open(TripsV2.self) { context throws in
        #expect(try context.fetch(FetchDescriptor<TripsV2.Trip>()).map(\.name) == ["Bergen"])
      }
    }
  }

  @Test func `a log that was not carried over into the file stays as it is`() throws {
    try withMigratingStore { store in
      try write(store)
      let copy = MigratingStore(folder: TemporaryFolder())
      try FileManager.default.createDirectory(
        atPath: copy.folder.path, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: copy.folder.path) }
      try store.open(TripsV2.self) { context in
        context.insert(TripsV2.Trip("Oslo"))
        try context.save()
        // As after the end of a process: the file with its log.
        for name in ["app.store", "app.store-wal"] {
          try FileManager.default.copyItem(
            atPath: store.folder.file(name), toPath: copy.folder.file(name))
        }
      }
      let before = try copy.files
      #expect(before["app.store-wal"]?.isEmpty == false)
      #expect(throws: SwiftDataError.self) {
        try copy.open(TripsV3.self, plan: ThrowingAfter.self)
      }
      let after = try copy.files
      #expect(after["app.store"] == before["app.store"])
      #expect(after["app.store-wal"] == before["app.store-wal"])
      try copy.open(TripsV2.self) { context throws in
        #expect(try context.fetchCount(FetchDescriptor<TripsV2.Trip>()) == 2)
      }
    }
  }

  @Test func `a connection that reads meanwhile sees the old store, then the new one`() throws {
    try withMigratingStore { store in
      try store.writeTrips()
      let reader = try Connection.open(path: store.url.path)
      let seen = Seen()
      let watching = StatementFailure()
      try watching.whileArmed {
        try Seen.$current.withValue(seen) {
          seen.look = { try? reader.value("SELECT COUNT(*) FROM ZTRIP") }
          try store.open(TripsV3.self, plan: Watched.self)
        }
      }
      #expect(seen.counts == [.integer(3), .integer(3)])
      #expect(try reader.value("SELECT COUNT(ZYEAR) FROM ZTRIP") == .integer(2))
    }
  }

  final class Seen: @unchecked Sendable {
    // Unchecked because one test uses it, on one thread.
    @TaskLocal static var current: Seen?

    var look: () -> StoredValue? = { nil }
    var counts: [StoredValue?] = []
  }

  enum Watched: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { TripsPlan.schemas }
    static var stages: [MigrationStage] {
      TripsPlan.stages.map { stage in
        guard case .custom(let from, let to, let will, let did) = stage else { return stage }
        return .custom(
          fromVersion: from, toVersion: to, willMigrate: will,
          didMigrate: { context in
            try did?(context)
            if let seen = Seen.current { seen.counts.append(seen.look()) }
          })
      }
    }
  }

  @Test func `another writer makes the migration wait, then fail without a trace`() throws {
    try withMigratingStore { store in
      try write(store)
      let before = try store.files
      let writer = try Connection.open(path: store.url.path)
      try writer.run("BEGIN IMMEDIATE")
      let error = #expect(throws: SwiftDataError.self) {
        try store.open(TripsV3.self, plan: ThrowingAfter.self)
      }
      #expect((error?.underlyingError as? SQLiteError)?.code == .busy)
      try writer.run("ROLLBACK")
      try writer.close()
      #expect(try store.files == before)
    }
  }

  enum Careless: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { TripsPlan.schemas }
    static var stages: [MigrationStage] {
      TripsPlan.stages.map { stage in
        guard case .custom(let from, let to, let will, let did) = stage else { return stage }
        return .custom(
          fromVersion: from, toVersion: to, willMigrate: { try? will?($0) },
          didMigrate: { try? did?($0) })
      }
    }
  }

  @Test func `code that swallows errors doesn't leave half of its changes`() throws {
    try withMigratingStore { store in
      try store.writeTrips()
      let before = try store.files
      // A failure inside the first stage's deletions, after which its duplicates are still there.
      let counting = StatementFailure()
      counting.whileArmed {
        _ = try? store.open(TripsV3.self, plan: Careless.self)
      }
      let position = try #require(
        counting.texts.firstIndex { $0.hasPrefix("DELETE FROM ZTRIP") })
      try withMigratingStore { store in
        try store.writeTrips()
        let failure = StatementFailure(at: position + 1)
        #expect(throws: SwiftDataError.self) {
          try failure.whileArmed { try store.open(TripsV3.self, plan: Careless.self) }
        }
        #expect(failure.hasFailed)
        #expect(try store.rows("SELECT COUNT(*) FROM ZTRIP") == ["3"])
      }
      #expect(before.count == 1)
    }
  }
}
