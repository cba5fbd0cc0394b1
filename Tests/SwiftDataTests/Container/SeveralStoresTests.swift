import Foundation
import Testing

@testable import SwiftData

/// Containers with more than one configuration.
@Suite struct SeveralStoresTests {
  @Test func `each model is in the store of its configuration`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("stars.store"))
      let stars = ModelConfiguration("stars", schema: Schema([Star.self]), url: url)
      let visits = ModelConfiguration(
        "visits", schema: Schema([Visit.self]), isStoredInMemoryOnly: true)
      let container = try ModelContainer(
        for: Star.self, Visit.self, configurations: stars, visits)
      let context = ModelContext(container)
      context.insert(Star(name: "Vega"))
      context.insert(Visit(day: 1))
      try context.save()
      #expect(try countRows(of: "ZSTAR", at: url.path) == 1)
      #expect(throws: (any Error).self) { try countRows(of: "ZVISIT", at: url.path) }
      let fresh = ModelContext(container)
      #expect(try fresh.fetchCount(FetchDescriptor<Star>()) == 1)
      #expect(try fresh.fetchCount(FetchDescriptor<Visit>()) == 1)
      let identifiers = try fresh.fetchIdentifiers(FetchDescriptor<Star>())
      let other = try fresh.fetchIdentifiers(FetchDescriptor<Visit>())
      #expect(identifiers[0].storeIdentifier != other[0].storeIdentifier)
    }
  }

  @Test func `one save writes to both, and rolling back drops from both`() throws {
    let container = try memory(Schema([Star.self]), Schema([Visit.self]))
    let context = ModelContext(container)
    let star = Star(name: "Vega")
    let visit = Visit(day: 1)
    context.insert(star)
    context.insert(visit)
    try context.save()
    star.name = "Deneb"
    visit.day = 2
    context.rollback()
    #expect(star.name == "Vega")
    #expect(visit.day == 1)
    context.delete(star)
    context.delete(visit)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Star>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<Visit>()) == 0)
  }

  @Test func `a model of two configurations is in the first one's store`() throws {
    let container = try memory(Schema([Star.self]), Schema([Star.self, Visit.self]))
    let context = ModelContext(container)
    let star = Star(name: "Vega")
    context.insert(star)
    try context.save()
    let first = container.core.connectors[0].storeIdentifier
    #expect(star.persistentModelID.storeIdentifier == first)
    #expect(try context.fetchCount(FetchDescriptor<Star>()) == 1)
  }

  @Test func `a relationship between two stores is refused by the save`() throws {
    let container = try memory(Schema([Moon.self]), Schema([Planet.self]))
    let context = ModelContext(container)
    // The first schema has both models, because one leads to the other.
    let separate = try split()
    let other = ModelContext(separate)
    let planet = Planet(name: "Mars")
    other.insert(planet)
    other.insert(Moon(name: "Phobos", planet: planet))
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
    #expect("\(try #require(error))".contains("different persistent stores"))
    #expect(other.hasChanges)
    let sound = Planet(name: "Mars")
    context.insert(sound)
    context.insert(Moon(name: "Phobos", planet: sound))
    try context.save()
  }

  @Test func `two configurations of one file are refused`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      let again = URL(fileURLWithPath: folder.path + "/./a.store")
      #expect(throws: SwiftDataError.duplicateConfiguration) {
        try ModelContainer(
          for: Star.self, configurations: ModelConfiguration("one", url: url),
          ModelConfiguration("two", url: again))
      }
    }
  }

  @Test func `a configuration with a model that the container lacks is refused`() {
    #expect(throws: SwiftDataError.configurationSchemaNotFoundInContainerSchema) {
      try ModelContainer(
        for: Star.self,
        configurations: ModelConfiguration(
          schema: Schema([Visit.self]), isStoredInMemoryOnly: true))
    }
  }

  private func memory(_ first: Schema, _ second: Schema) throws -> ModelContainer {
    try ModelContainer(
      for: Star.self, Visit.self, Moon.self, Planet.self,
      configurations: ModelConfiguration("one", schema: first, isStoredInMemoryOnly: true),
      ModelConfiguration("two", schema: second, isStoredInMemoryOnly: true))
  }

  /// A container whose first store has planets, and whose second has moons and planets.
  private func split() throws -> ModelContainer {
    let planets = Schema.Entity(
      "Planet", properties: Schema.Attribute(name: "name", valueType: String.self))
    planets.modelType = Planet.self
    return try ModelContainer(
      for: Moon.self, Planet.self,
      configurations: ModelConfiguration(
        "planets", schema: Schema(planets), isStoredInMemoryOnly: true),
      ModelConfiguration("moons", schema: Schema([Moon.self]), isStoredInMemoryOnly: true))
  }
}

@Model private final class Star {
  var name: String

  init(name: String) { self.name = name }
}

@Model private final class Visit {
  var day: Int

  init(day: Int) { self.day = day }
}

@Model private final class Moon {
  var name: String
  var planet: Planet?

  init(name: String, planet: Planet? = nil) {
    self.name = name
    self.planet = planet
  }
}

@Model private final class Planet {
  var name: String

  init(name: String) { self.name = name }
}
