internal import Foundation
internal import SwiftData

extension Examination {
  func checkHeirs() throws {
    guard #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    try checkVehicles()
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private func checkVehicles() throws {
    let context = ModelContext(container)
    let garage = ConformanceGarage("Bonn")
    let lorry = ConformanceLorry("lorry", load: 7.5)
    lorry.note = "green"
    context.insert(garage)
    for vehicle in [ConformanceVehicle("car", wheels: 4), lorry, ConformanceLorry("van", load: 1)] {
      context.insert(vehicle)
      vehicle.garage = garage
    }
    do {
      try context.save()
    } catch is DataStoreError {
      // The store has no models that inherit, and says so before it writes one.
      expect(
        "the number of vehicles after a save that was refused",
        try ModelContext(container).fetchCount(FetchDescriptor<ConformanceGarage>()), equals: 0)
      return
    }
    try require(
      "the entity of a lorry's identifier", lorry.persistentModelID.entityName,
      equals: Schema.entityName(for: ConformanceLorry.self))
    try compareVehicles(with: ["car 4", "lorry 6 7.5 green", "van 6 1.0"])
    lorry.wheels = 8
    lorry.note = nil
    try context.save()
    try compareVehicles(with: ["car 4", "lorry 8 7.5", "van 6 1.0"])
    context.delete(lorry)
    try context.save()
    try compareVehicles(with: ["car 4", "van 6 1.0"])
  }

  /// Compares what a new context fetches: by the base, by the heir, and over a relationship.
  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private func compareVehicles(with expected: [String]) throws {
    let context = ModelContext(container)
    read(with: context)
    let garages = try context.fetch(FetchDescriptor<ConformanceGarage>())
    let vehicles = try context.fetch(FetchDescriptor<ConformanceVehicle>())
    let lorries = try context.fetch(FetchDescriptor<ConformanceLorry>())
    // Values are read only where all snapshots have them, for a context would end the process.
    try checkHeirSnapshots()
    func describe(_ vehicle: ConformanceVehicle) -> String {
      let lorry = vehicle as? ConformanceLorry
      return
        (["\(vehicle.name) \(vehicle.wheels)"]
        + [lorry.map { "\($0.load)" }, lorry?.note].compactMap(\.self)).joined(separator: " ")
    }
    try require("the vehicles", vehicles.map(describe).sorted(), equals: expected)
    try require(
      "the lorries", lorries.map(describe).sorted(),
      equals: expected.filter { !$0.hasPrefix("car") })
    expect(
      "the vehicles of the garage", garages.flatMap(\.vehicles).map(describe).sorted(),
      equals: expected)
    expect(
      "the number of vehicles", try context.fetchCount(FetchDescriptor<ConformanceVehicle>()),
      equals: expected.count)
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private func checkHeirSnapshots() throws {
    let vehicle = Schema.entityName(for: ConformanceVehicle.self)
    let lorry = Schema.entityName(for: ConformanceLorry.self)
    let garage = Schema.entityName(for: ConformanceGarage.self)
    var found = Set<PersistentIdentifier>()
    var related: [PersistentIdentifier] = []
    for (name, allowed) in [(vehicle, [vehicle, lorry]), (lorry, [lorry]), (garage, [garage])] {
      for snapshot in try log.snapshots(of: name) ?? [] {
        let coded = try CodedSnapshot(snapshot, in: .conformanceHeirs)
        let entity = coded.identifier.entityName
        if !allowed.contains(entity) {
          note(
            "a fetch of '\(name)' was expected to return it and what inherits from it",
            found: "one of '\(entity)'")
        }
        if coded.identifier.storeIdentifier != log.store?.identifier {
          note(
            "a fetch of '\(name)' was expected to return identifiers of the store",
            found: "\(coded.identifier)")
        }
        if !coded.missing.isEmpty {
          note(
            "the snapshot of a '\(entity)' was expected to have all its values",
            found: "no value for \(coded.missing.joined(separator: ", "))")
        }
        found.insert(coded.identifier)
        related += coded.related.values.flatMap(\.self)
      }
    }
    for identifier in related where !found.contains(identifier) {
      note("a relationship was expected to lead to a model that is stored", found: "\(identifier)")
    }
    if !violations.isEmpty { throw Abandoned() }
  }
}
