import Foundation
import Testing

@_spi(Testing) @testable import SwiftData

/// The known differences from Apple's migrations, as Docs/Differences.md lists them.
@Suite struct MigrationDifferencesTests {
  enum Before {
    @Model final class Plant {
      @Attribute(originalName: "title") var name: String

      init(_ name: String) { self.name = name }
    }

    @Model final class Bed {
      var size: Int

      init(_ size: Int) { self.size = size }
    }
  }

  enum After {
    @Model final class Plant {
      var name: String
      var bed: Bed?

      init(_ name: String) { self.name = name }
    }

    @Model final class Bed {
      var size: Int
      var soil: String

      init(_ size: Int, _ soil: String) {
        self.size = size
        self.soil = soil
      }
    }
  }

  enum Mandatory {
    @Model final class Plant {
      var name: String
      var bed: Before.Bed

      init(_ name: String, _ bed: Before.Bed) {
        self.name = name
        self.bed = bed
      }
    }
  }

  private func write(_ store: MigratingStore) throws {
    try store.open(Before.Plant.self, Before.Bed.self) { context in
      context.insert(Before.Plant("Rue"))
      try context.save()
    }
  }

  @Test func `two versions of a plan that store the same are refused with an error`() {
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: CurrentTrip.self, migrationPlan: MigrationPlanRefusalTests.EqualVersions.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
  }

  @Test func `two versions of a plan with one number are refused`() {
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: CurrentTrip.self, migrationPlan: MigrationPlanRefusalTests.EqualNumbers.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
  }

  @Test func `a new mandatory relationship is refused where models are stored`() throws {
    try withMigratingStore { store in
      try write(store)
      let error = #expect(throws: SwiftDataError.self) { try store.open(Mandatory.Plant.self) }
      #expect(cocoaCode(error) == 134110)
      #expect("\(try #require(error))".contains("'Plant.bed'"))
    }
  }

  @Test func `a plan goes with a store in memory`() throws {
    let container = try ModelContainer(
      for: CurrentTrip.self, migrationPlan: TripsPlan.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<CurrentTrip>()) == 0)
  }

  @Test func `a migration that failed can be tried again in the same process`() throws {
    try withMigratingStore { store in
      try store.writeTrips()
      #expect(throws: SwiftDataError.self) {
        try StatementFailure(at: 40).whileArmed {
          try store.open(TripsV3.self, plan: TripsPlan.self)
        }
      }
      try store.open(TripsV3.self, plan: TripsPlan.self) { context throws in
        #expect(try context.fetchCount(FetchDescriptor<CurrentTrip>()) == 2)
      }
    }
  }

  @Test func `three versions of a model work in one process`() throws {
    try withMigratingStore { store in
      try store.writeTrips()
      try store.open(TripsV2.self, plan: TripsPlan.self) { context throws in
        #expect(try context.fetchCount(FetchDescriptor<TripsV2.Trip>()) == 2)
      }
      try store.open(TripsV3.self, plan: TripsPlan.self) { context throws in
        #expect(try context.fetchCount(FetchDescriptor<TripsV3.Trip>()) == 2)
      }
    }
  }

  @Test func `a plan leads to any of its versions, not only to the last`() throws {
    try withMigratingStore { store in
      try store.writeTrips()
      try store.open(TripsV2.self, plan: TripsPlan.self)
      #expect(try store.statements == statementsOfNewStore(Schema(versionedSchema: TripsV2.self)))
    }
  }

  @Test func `a mandatory attribute without a default may join an entity without models`() throws {
    try withMigratingStore { store in
      try write(store)
      try store.open(After.Plant.self) { context in
        context.insert(After.Bed(2, "loam"))
        try context.save()
      }
    }
  }

  @Test func `a property keeps its values when its original name is no longer given`() throws {
    try withMigratingStore { store in
      try write(store)
      try store.open(After.Plant.self) { context throws in
        #expect(try context.fetch(FetchDescriptor<After.Plant>()).map(\.name) == ["Rue"])
      }
    }
  }

  enum Renamed {
    @Model final class Plant {
      @Attribute(originalName: "name") var title: String
      var name: String = "new"

      init(_ title: String) { self.title = title }
    }
  }

  @Test func `a new property with the name that a renamed one had begins with its default`() throws
  {
    try withMigratingStore { store in
      try write(store)
      try store.open(Renamed.Plant.self) { context in
        let plant = try #require(try context.fetch(FetchDescriptor<Renamed.Plant>()).first)
        #expect(plant.title == "Rue")
        #expect(plant.name == "new")
      }
    }
  }

  enum Hierarchy {
    @Model class Plant {
      init() {}
    }

    @Model final class Tree: Plant {
      override init() { super.init() }
    }

    @Model final class Garden {
      var pride: Plant?

      init() {}
    }
  }

  enum Left {
    @Model final class Plant {
      init() {}
    }

    @Model final class Tree {
      init() {}
    }

    @Model final class Garden {
      var pride: Plant?

      init() {}
    }
  }

  @Test func `a relationship to a model whose class has left the hierarchy leads nowhere`() throws {
    try withMigratingStore { store in
      try store.open(Hierarchy.Plant.self, Hierarchy.Tree.self, Hierarchy.Garden.self) { context in
        let garden = Hierarchy.Garden()
        context.insert(garden)
        garden.pride = Hierarchy.Tree()
        try context.save()
      }
      try store.open(Left.Plant.self, Left.Tree.self, Left.Garden.self) { context throws in
        #expect(try context.fetch(FetchDescriptor<Left.Garden>()).map { $0.pride == nil } == [true])
        #expect(try context.fetchCount(FetchDescriptor<Left.Tree>()) == 1)
      }
    }
  }

  @Test func `a container whose store another one has migrated is refused`() throws {
    try withMigratingStore { store in
      let container = try ModelContainer(
        for: Before.Plant.self, configurations: ModelConfiguration(url: store.url))
      try store.open(After.Plant.self)
      let context = ModelContext(container)
      context.insert(Before.Plant("Rue"))
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    }
  }

  @TaskLocal static var willMigrate: (@Sendable () throws -> Void)?

  enum Reopening: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV2.self, TripsV3.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: TripsV2.self, toVersion: TripsV3.self,
          willMigrate: { _ in try MigrationDifferencesTests.willMigrate?() }, didMigrate: nil)
      ]
    }
  }

  @Test
  func `a store that is being migrated is not opened for other models inside its own migration`()
    throws
  {
    try withMigratingStore { store in
      try store.open(TripsV2.self)
      let url = store.url
      let error = #expect(throws: SwiftDataError.self) {
        try Self.$willMigrate.withValue({
          _ = try ModelContainer(
            for: Schema(versionedSchema: TripsV3.self), configurations: ModelConfiguration(url: url)
          )
        }) { try store.open(TripsV3.self, plan: Reopening.self) }
      }
      #expect("\(try #require(error))".contains("is being migrated"))
    }
  }

  @Test func `what others made in a store's file outlasts a migration`() throws {
    try withMigratingStore { store in
      try write(store)
      try store.execute("CREATE TABLE ZEBRA (A); CREATE INDEX mine ON ZPLANT (ZNAME)")
      try store.open(After.Plant.self)
      #expect(
        try store.rows(
          "SELECT name FROM sqlite_schema WHERE name IN ('ZEBRA', 'mine') ORDER BY name")
          == ["ZEBRA", "mine"])
    }
  }
}
