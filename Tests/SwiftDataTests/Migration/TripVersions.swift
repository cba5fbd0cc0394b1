import Foundation
import SwiftData
import Synchronization

/// Three versions of an app that plans trips: the second makes names unique, the third splits them.
enum TripsV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    var name: String
    var stops: [Stop] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Stop {
    var city: String

    init(_ city: String) { self.city = city }
  }
}

enum TripsV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    @Attribute(.unique) var name: String
    var stops: [Stop] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Stop {
    var city: String
    var nights: Int = 1

    init(_ city: String) { self.city = city }
  }
}

enum TripsV3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] { [Trip.self] }

  @Model final class Trip {
    @Attribute(.unique) var name: String
    var country: String?
    var year: Int?
    var stops: [Stop] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Stop {
    var city: String
    var nights: Int = 1

    init(_ city: String) { self.city = city }
  }
}

/// The app speaks of its models without versions.
typealias CurrentTrip = TripsV3.Trip

enum TripsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self, TripsV3.self] }
  static var stages: [MigrationStage] { [makeNamesUnique, splitNames] }

  /// The stages that ran in the current task, in their order.
  @TaskLocal static var log: StageLog?

  final class StageLog: Sendable {
    private let stored = Mutex<[String]>([])

    var entries: [String] { stored.withLock { $0 } }

    func note(_ entry: String) { stored.withLock { $0.append(entry) } }
  }

  static var makeNamesUnique: MigrationStage {
    .custom(
      fromVersion: TripsV1.self, toVersion: TripsV2.self,
      willMigrate: { context in
        log?.note("willMigrate 1 to 2")
        var seen: Set<String> = []
        for trip in try context.fetch(
          FetchDescriptor<TripsV1.Trip>(sortBy: [SortDescriptor(\.name)]))
        where !seen.insert(trip.name).inserted {
          context.delete(trip)
        }
        try context.save()
      },
      didMigrate: { context in
        log?.note("didMigrate 1 to 2")
        for stop in try context.fetch(FetchDescriptor<TripsV2.Stop>()) { stop.nights = 2 }
        try context.save()
      })
  }

  static var splitNames: MigrationStage {
    .custom(
      fromVersion: TripsV2.self, toVersion: TripsV3.self, willMigrate: nil,
      didMigrate: { context in
        log?.note("didMigrate 2 to 3")
        for trip in try context.fetch(FetchDescriptor<TripsV3.Trip>()) {
          let parts = trip.name.split(separator: " ")
          trip.name = String(parts[0])
          trip.year = parts.last.flatMap { Int($0) }
        }
        try context.save()
      })
  }
}

extension MigratingStore {
  /// Writes trips as the first version did, two of one name.
  func writeTrips() throws {
    try open(TripsV1.self) { context in
      for name in ["Lisbon 2023", "Oslo 2024", "Oslo 2024"] {
        let trip = TripsV1.Trip(name)
        context.insert(trip)
        trip.stops = [TripsV1.Stop("Hamburg")]
      }
      try context.save()
    }
  }
}
