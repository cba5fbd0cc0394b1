import Foundation
import Testing

@_spi(Testing) @testable import SwiftData

/// Migration by a plan's stages.
@Suite struct MigrationPlanTests {
  @Test func `a store of the first version walks all stages`() throws {
    try withMigratingStore { store in
      try store.writeTrips()
      let log = TripsPlan.StageLog()
      try TripsPlan.$log.withValue(log) {
        try store.open(TripsV3.self, plan: TripsPlan.self) { context in
          let trips = try context.fetch(
            FetchDescriptor<CurrentTrip>(sortBy: [SortDescriptor(\.name)]))
          #expect(trips.map(\.name) == ["Lisbon", "Oslo"])
          #expect(trips.map(\.year) == [2023, 2024])
          #expect(trips.flatMap { $0.stops.map(\.nights) } == [2, 2])
        }
      }
      #expect(log.entries == ["willMigrate 1 to 2", "didMigrate 1 to 2", "didMigrate 2 to 3"])
      #expect(
        try store.statements == statementsOfNewStore(Schema(versionedSchema: TripsV3.self)))
    }
  }

  @Test func `a store of the newest version runs no stage`() throws {
    try withMigratingStore { store in
      try store.open(TripsV3.self) { context in
        context.insert(CurrentTrip("Bergen"))
        try context.save()
      }
      let before = try store.files
      let log = TripsPlan.StageLog()
      try TripsPlan.$log.withValue(log) { try store.open(TripsV3.self, plan: TripsPlan.self) }
      #expect(log.entries == [])
      #expect(try store.files == before)
    }
  }

  @Test func `a plan is no hindrance to a new store, in a file or in memory`() throws {
    let container = try ModelContainer(
      for: CurrentTrip.self, migrationPlan: TripsPlan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(CurrentTrip("Bergen"))
    try context.save()
    try withMigratingStore { store in
      try store.open(TripsV3.self, plan: TripsPlan.self) { #expect(!$0.hasChanges) }
    }
  }

  @Test func `the container's models may be named without a versioned schema`() throws {
    try withMigratingStore { store in
      try store.writeTrips()
      try store.open(CurrentTrip.self, plan: TripsPlan.self) { context throws in
        #expect(try context.fetchCount(FetchDescriptor<CurrentTrip>()) == 2)
      }
    }
  }

  // MARK: - Code of stages

  enum Unsaved: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV2.self, TripsV3.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: TripsV2.self, toVersion: TripsV3.self,
          willMigrate: { context in
            for trip in try context.fetch(FetchDescriptor<TripsV2.Trip>()) { trip.name += "!" }
          },
          didMigrate: { context in
            for trip in try context.fetch(FetchDescriptor<TripsV3.Trip>()) { trip.year = 1 }
          })
      ]
    }
  }

  @Test func `code that does not save loses its changes`() throws {
    try withMigratingStore { store in
      try store.open(TripsV2.self) { context in
        context.insert(TripsV2.Trip("Bergen"))
        try context.save()
      }
      try store.open(TripsV3.self, plan: Unsaved.self) { context in
        let trip = try #require(try context.fetch(FetchDescriptor<CurrentTrip>()).first)
        #expect(trip.name == "Bergen")
        #expect(trip.year == nil)
      }
    }
  }

  enum WrongTypes: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV2.self, TripsV3.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: TripsV2.self, toVersion: TripsV3.self,
          willMigrate: { context in _ = try context.fetch(FetchDescriptor<CurrentTrip>()) },
          didMigrate: nil)
      ]
    }
  }

  @Test func `a stage that fetches the app's own type instead of its version's fails by name`()
    throws
  {
    try withMigratingStore { store in
      try store.open(TripsV2.self)
      let error = #expect(throws: SwiftDataError.self) {
        try store.open(TripsV3.self, plan: WrongTypes.self)
      }
      #expect("\(try #require(error))".contains("TripsV3.Trip"), "\(error!)")
      #expect("\(try #require(error))".contains("willMigrate"))
    }
  }

  enum Escaping: SchemaMigrationPlan {
    static let kept = Kept()

    final class Kept: @unchecked Sendable {
      // Unchecked because one test uses it.
      var context: ModelContext?
    }

    static var schemas: [any VersionedSchema.Type] { [TripsV2.self, TripsV3.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: TripsV2.self, toVersion: TripsV3.self,
          willMigrate: { kept.context = $0 }, didMigrate: nil)
      ]
    }
  }

  @Test func `a stage's context that is kept is of no use afterwards`() throws {
    try withMigratingStore { store in
      try store.open(TripsV2.self)
      try HazardConfiguration.$current.withValue(HazardConfiguration(.ignore)) {
        try store.open(TripsV3.self, plan: Escaping.self)
      }
      let context = try #require(Escaping.kept.context)
      Escaping.kept.context = nil
      #expect(throws: (any Error).self) { try context.fetch(FetchDescriptor<TripsV2.Trip>()) }
      context.insert(TripsV2.Trip("late"))
      #expect(throws: (any Error).self) { try context.save() }
      #expect(try store.rows("SELECT COUNT(*) FROM ZTRIP") == ["0"])
    }
  }
}
