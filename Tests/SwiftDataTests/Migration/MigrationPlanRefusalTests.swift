import Foundation
import Testing

@testable import SwiftData

/// Plans and stores that don't go together: a clear error, and the file as it was.
@Suite struct MigrationPlanRefusalTests {
  private func refusal(
    of plan: any SchemaMigrationPlan.Type, to version: any VersionedSchema.Type = TripsV3.self,
    _ expected: SwiftDataError, code: Int?, mentioning text: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    writing: (MigratingStore) throws -> Void = { try $0.writeTrips() }
  ) throws {
    try withMigratingStore { store in
      try writing(store)
      let before = try store.files
      let error = #expect(throws: SwiftDataError.self, sourceLocation: sourceLocation) {
        try store.open(version, plan: plan)
      }
      #expect(error == expected, sourceLocation: sourceLocation)
      #expect(cocoaCode(error) == code, sourceLocation: sourceLocation)
      #expect(
        "\(String(describing: error))".contains(text), "\(String(describing: error))",
        sourceLocation: sourceLocation)
      #expect(try store.files == before, sourceLocation: sourceLocation)
    }
  }

  enum Other: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 1, 0)
    static var models: [any PersistentModel.Type] { [Trip.self] }

    @Model final class Trip {
      var name: String
      var rating: Int

      init(_ name: String) {
        self.name = name
        rating = 1
      }
    }
  }

  @Test func `a store of no version of the plan`() throws {
    try refusal(
      of: TripsPlan.self, .loadIssueModelContainer, code: 134504, mentioning: "none of the versions"
    ) { try $0.open(Other.self) }
  }

  @Test func `a container's schema that is none of the plan's`() throws {
    try refusal(
      of: TripsPlan.self, to: Other.self, .unknownSchema, code: 134504,
      mentioning: "none of the versions")
  }

  @Test func `a newer store`() throws {
    try refusal(
      of: TripsPlan.self, to: TripsV1.self, .backwardMigration, code: nil, mentioning: "newer"
    ) { try $0.open(TripsV2.self) }
  }

  enum MissingStage: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { TripsPlan.schemas }
    static var stages: [MigrationStage] { [TripsPlan.makeNamesUnique] }
  }

  @Test func `a plan without the stage that is needed`() throws {
    try refusal(
      of: MissingStage.self, .loadIssueModelContainer, code: 134504,
      mentioning: "no stage from TripsV2 (2.0.0)")
  }

  enum Backwards: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { TripsPlan.schemas }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: TripsV2.self, toVersion: TripsV1.self)]
    }
  }

  @Test func `a stage that leads back`() throws {
    try refusal(of: Backwards.self, .backwardMigration, code: nil, mentioning: "back to")
  }

  enum UnlistedVersion: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV3.self] }
    static var stages: [MigrationStage] { TripsPlan.stages }
  }

  @Test func `a stage of a version that the plan does not list`() throws {
    try refusal(
      of: UnlistedVersion.self, .loadIssueModelContainer, code: 134504, mentioning: "'TripsV2'")
  }

  enum Same: VersionedSchema {
    static let versionIdentifier = Schema.Version(4, 0, 0)
    static var models: [any PersistentModel.Type] { TripsV3.models }
  }

  enum EqualVersions: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV3.self, Same.self] }
    static var stages: [MigrationStage] { [] }
  }

  @Test func `two versions that store the same`() throws {
    try refusal(
      of: EqualVersions.self, .loadIssueModelContainer, code: 134110,
      mentioning: "Duplicate version checksums detected")
  }

  @Test func `two versions that store the same, for a store in memory`() {
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(
        for: CurrentTrip.self, migrationPlan: EqualVersions.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
  }

  enum SameNumber: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { TripsV3.models }
  }

  enum EqualNumbers: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV2.self, SameNumber.self] }
    static var stages: [MigrationStage] { [] }
  }

  @Test func `two versions of one number`() throws {
    try refusal(
      of: EqualNumbers.self, .loadIssueModelContainer, code: 134110, mentioning: "2.0.0")
  }

  enum TooLight: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: TripsV1.self, toVersion: TripsV2.self)]
    }
  }

  @Test func `a lightweight stage to a unique attribute over duplicates`() throws {
    try refusal(
      of: TooLight.self, to: TripsV2.self, .loadIssueModelContainer, code: 134110,
      mentioning: "Trip.name")
  }
}
