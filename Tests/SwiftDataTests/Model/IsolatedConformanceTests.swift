import Foundation
import SwiftData
import Testing

/// Models that are `Codable` on the main actor alone, as they are in a module isolated to it.
@Suite struct IsolatedConformanceTests {
  @Test @MainActor
  func `relationships to models that are Codable on the main actor are relationships`() throws {
    let container = try ModelContainer(
      for: Parcel.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let parcel = Parcel(stamp: Stamp(value: 5))
    parcel.spare = Stamp(value: 7)
    parcel.others = [Stamp(value: 9)]
    container.mainContext.insert(parcel)
    try container.mainContext.save()
    let context = ModelContext(container)
    let stored = try #require(try context.fetch(FetchDescriptor<Parcel>()).first)
    #expect(stored.stamp.value == 5)
    #expect(stored.spare?.value == 7)
    #expect(stored.others.map(\.value) == [9])
    #expect(try context.fetchCount(FetchDescriptor<Stamp>()) == 3)
    #expect(
      try JSONDecoder().decode(Stamp.self, from: JSONEncoder().encode(stored.stamp)).value == 5)
  }

  @Test func `the schema has them as relationships`() throws {
    let entity = try #require(Schema([Parcel.self]).entitiesByName["Parcel"])
    #expect(Set(entity.relationshipsByName.keys) == ["stamp", "spare", "others"])
    #expect(entity.attributesByName.isEmpty)
  }
}

@Model private final class Parcel {
  var stamp: Stamp
  var spare: Stamp?
  var others: [Stamp] = []

  init(stamp: Stamp) { self.stamp = stamp }
}

@Model private final class Stamp {
  var value: Int

  init(value: Int) { self.value = value }
}

extension Stamp: @MainActor Codable {
  private enum CodingKeys: CodingKey { case value }

  convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(value: try container.decode(Int.self, forKey: .value))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
  }
}
