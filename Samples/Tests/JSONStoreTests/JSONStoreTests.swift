import Foundation
import JSONStore
import SwiftData
import SwiftDataTesting
import Testing

@Suite struct JSONStoreTests {
  @Test func `the store does what SwiftData asks of stores`() async throws {
    try await withTemporaryStore { place in
      let folder = place.folderURL
      await DataStoreConformance.check {
        JSONStoreConfiguration(url: folder.appendingPathComponent("\(UUID().uuidString).json"))
      }
    }
  }

  @Test func `a trip is in the file as a person would write it`() throws {
    try withTemporaryStore { place in
      let container = try open(place)
      let context = ModelContext(container)
      let trip = Trip(name: "Lisbon", days: 4)
      trip.stops = [Stop(place: "Belém")]
      context.insert(trip)
      try context.save()
      let text = try String(contentsOf: file(of: place), encoding: .utf8)
      #expect(text.contains(#""name" : "Lisbon""#))
      #expect(text.contains(#""place" : "Belém""#))
    }
  }

  @Test func `the context filters and sorts`() throws {
    try withTemporaryStore { place in
      let container = try open(place)
      let context = try contextWithTrips(container)
      let descriptor = FetchDescriptor<Trip>(
        predicate: #Predicate { $0.days > 2 && !$0.stops.isEmpty },
        sortBy: [SortDescriptor(\.days, order: .reverse)])
      #expect(try context.fetch(descriptor).map(\.name) == ["Porto", "Lisbon"])
    }
  }

  @Test func `a limit holds only where the context has neither to filter nor to sort`() throws {
    try withTemporaryStore { place in
      let container = try open(place)
      let context = try contextWithTrips(container)
      var descriptor = FetchDescriptor<Trip>()
      descriptor.fetchLimit = 1
      #expect(try context.fetch(descriptor).count == 1)
      descriptor.sortBy = [SortDescriptor(\.days)]
      #expect(try context.fetch(descriptor).count == 3)
    }
  }

  @Test func `a count with a predicate is refused, because the context filters fetches only`()
    throws
  {
    try withTemporaryStore { place in
      let container = try open(place)
      let context = try contextWithTrips(container)
      #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 3)
      let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.days > 2 })
      #expect(throws: DataStoreError.preferInMemoryFilter) { try context.fetchCount(descriptor) }
    }
  }

  @Test func `a file that is no store is refused and stays as it is`() throws {
    try withTemporaryStore { place in
      try Data("a letter".utf8).write(to: file(of: place))
      #expect(throws: DecodingError.self) { try open(place) }
      #expect(try String(contentsOf: file(of: place), encoding: .utf8) == "a letter")
    }
  }

  @Test func `a URL that leads to no file is refused`() throws {
    let url = try #require(URL(string: "https://example.org/trips.json"))
    #expect(throws: JSONStoreConfiguration.ValidationError.noFileURL(url)) {
      try ModelContainer(for: Trip.self, configurations: JSONStoreConfiguration(url: url))
    }
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `a fetch of a model returns those that inherit from it`() throws {
    try withTemporaryStore { place in
      let container = try ModelContainer(
        for: Vehicle.self, Truck.self,
        configurations: JSONStoreConfiguration(url: file(of: place)))
      let context = ModelContext(container)
      context.insert(Vehicle(plate: "A 1"))
      context.insert(Truck(plate: "B 2", load: 12))
      try context.save()
      let other = ModelContext(container)
      #expect(
        try other.fetch(FetchDescriptor<Vehicle>()).map(\.plate).sorted() == ["A 1", "B 2"])
      #expect(try other.fetch(FetchDescriptor<Truck>()).map(\.load) == [12])
    }
  }

  private func file(of place: TemporaryStore) -> URL {
    place.folderURL.appendingPathComponent("trips.json")
  }

  private func open(_ place: TemporaryStore) throws -> ModelContainer {
    try ModelContainer(for: Trip.self, configurations: JSONStoreConfiguration(url: file(of: place)))
  }

  private func contextWithTrips(_ container: ModelContainer) throws -> ModelContext {
    let context = ModelContext(container)
    for (name, days) in [("Lisbon", 4), ("Porto", 5), ("Faro", 2)] {
      let trip = Trip(name: name, days: days)
      trip.stops = [Stop(place: "\(name), centre")]
      context.insert(trip)
    }
    try context.save()
    return context
  }
}

@Model class Vehicle {
  var plate: String

  init(plate: String) { self.plate = plate }
}

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Model final class Truck: Vehicle {
  var load: Int = 0

  init(plate: String, load: Int) {
    self.load = load
    super.init(plate: plate)
  }
}
