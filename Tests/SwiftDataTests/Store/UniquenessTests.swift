import Foundation
import SwiftData
import Testing

@Suite struct UniquenessTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: City.self, Street.self, House.self, Twins.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  private func stored<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    try ModelContext(container).fetch(FetchDescriptor<T>())
  }

  @Test func `an insertion with a stored value updates that row, unset properties too`() throws {
    let first = City(code: 1, name: "Cluj", mayor: "Ann")
    context.insert(first)
    try context.save()
    let identifier = first.persistentModelID
    context.insert(City(code: 1, name: "Sibiu"))
    try context.save()
    let city = try #require(try stored(City.self).first)
    #expect(try stored(City.self).count == 1)
    #expect(city.persistentModelID == identifier)
    #expect(city.name == "Sibiu")
    #expect(city.mayor == nil)
  }

  @Test func `both instances of the context show the updated row`() throws {
    let first = City(code: 1, name: "Cluj", mayor: "Ann")
    context.insert(first)
    try context.save()
    let second = City(code: 1, name: "Sibiu")
    context.insert(second)
    try context.save()
    #expect(first.name == "Sibiu")
    #expect(second.persistentModelID == first.persistentModelID)
    second.name = "Iași"
    #expect(first.name == "Iași")
    #expect(try context.fetch(FetchDescriptor<City>()).count == 1)
    try context.save()
    #expect(try stored(City.self).map(\.name) == ["Iași"])
  }

  @Test func `any of several constraints is enough`() throws {
    context.insert(City(code: 1, name: "Cluj"))
    try context.save()
    context.insert(City(code: 2, name: "Cluj"))
    try context.save()
    #expect(try stored(City.self).map(\.code) == [2])
  }

  @Test func `properties that are unique together collide only together`() throws {
    let city = City(code: 1, name: "Cluj")
    context.insert(Street(city: city, name: "Main", number: 1, length: 10))
    try context.save()
    context.insert(Street(city: city, name: "Main", number: 2, length: 20))
    context.insert(Street(city: city, name: "Side", number: 1, length: 30))
    try context.save()
    #expect(try stored(Street.self).count == 3)
    context.insert(Street(city: city, name: "Main", number: 1, length: 99))
    try context.save()
    #expect(try stored(Street.self).map(\.length).sorted() == [20, 30, 99])
  }

  @Test func `a relationship may be part of a constraint`() throws {
    let cluj = City(code: 1, name: "Cluj")
    let sibiu = City(code: 2, name: "Sibiu")
    context.insert(House(city: cluj, number: 1, color: "red"))
    context.insert(House(city: sibiu, number: 1, color: "blue"))
    try context.save()
    #expect(try stored(House.self).count == 2)
    context.insert(House(city: cluj, number: 1, color: "green"))
    try context.save()
    #expect(try stored(House.self).map(\.color).sorted() == ["blue", "green"])
  }

  @Test func `a destination that is an update itself counts as the stored one`() throws {
    context.insert(House(city: City(code: 1, name: "Cluj"), number: 1, color: "red"))
    try context.save()
    let other = ModelContext(container)
    other.insert(House(city: City(code: 1, name: "Cluj"), number: 1, color: "green"))
    try other.save()
    #expect(try stored(City.self).count == 1)
    #expect(try stored(House.self).map(\.color) == ["green"])
  }

  @Test func `two new models with one new destination collide`() throws {
    let city = City(code: 1, name: "Cluj")
    context.insert(House(city: city, number: 1, color: "red"))
    context.insert(House(city: city, number: 1, color: "green"))
    try context.save()
    #expect(try stored(House.self).map(\.color) == ["green"])
  }

  @Test func `nil collides with nothing`() throws {
    context.insert(House(city: nil, number: 1, color: "red"))
    context.insert(House(city: nil, number: 1, color: "green"))
    try context.save()
    #expect(try stored(House.self).count == 2)
  }

  @Test func `the last of several pending models with one value wins`() throws {
    context.insert(City(code: 1, name: "Cluj"))
    context.insert(City(code: 1, name: "Sibiu"))
    context.insert(City(code: 2, name: "Sibiu", mayor: "Bob"))
    try context.save()
    let cities = try stored(City.self)
    #expect(cities.map(\.code) == [2])
    #expect(cities.first?.mayor == "Bob")
  }

  @Test func `a pending model collides with one that updates a row`() throws {
    context.insert(City(code: 1, name: "Cluj"))
    try context.save()
    context.insert(City(code: 1, name: "Sibiu"))
    context.insert(City(code: 9, name: "Sibiu"))
    try context.save()
    let cities = try stored(City.self)
    #expect(cities.map(\.code) == [9])
    #expect(cities.map(\.name) == ["Sibiu"])
  }

  @Test func `an update keeps the row's destinations and gains those of the new model`() throws {
    let city = City(code: 1, name: "Cluj")
    let street = Street(city: city, name: "Main", number: 1, length: 10)
    context.insert(street)
    try context.save()
    let again = City(code: 1, name: "Cluj")
    context.insert(Street(city: again, name: "Side", number: 1, length: 20))
    try context.save()
    let fresh = ModelContext(container)
    let streets = try #require(try fresh.fetch(FetchDescriptor<City>()).first).streets
    #expect(streets.map(\.name).sorted() == ["Main", "Side"])
    #expect(street.city === city || street.city?.persistentModelID == city.persistentModelID)
    #expect(city.streets.count == 2)
  }

  @Test func `an update without a to-one destination leaves the row without one`() throws {
    let city = City(code: 1, name: "Cluj")
    context.insert(Twins(code: 1, other: 1, city: city))
    try context.save()
    context.insert(Twins(code: 1, other: 1, city: nil))
    try context.save()
    #expect(try #require(try stored(Twins.self).first).city == nil)
  }

  @Test func `an edit to a value that another row has is refused, and stays pending`() throws {
    let first = City(code: 1, name: "Cluj")
    let second = City(code: 2, name: "Sibiu")
    context.insert(first)
    context.insert(second)
    try context.save()
    second.name = "Cluj"
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code.rawValue == 133021)
    #expect(second.name == "Cluj")
    #expect(context.hasChanges)
    second.name = "Iași"
    try context.save()
    #expect(try stored(City.self).map(\.name).sorted() == ["Cluj", "Iași"])
  }

  @Test func `two rows may swap their values`() throws {
    let first = City(code: 1, name: "Cluj")
    let second = City(code: 2, name: "Sibiu")
    context.insert(first)
    context.insert(second)
    try context.save()
    (first.name, second.name) = (second.name, first.name)
    try context.save()
    let names = try stored(City.self).sorted { $0.code < $1.code }.map(\.name)
    #expect(names == ["Sibiu", "Cluj"])
  }

  @Test func `a value that a deletion gives up can be taken in the same save`() throws {
    let first = City(code: 1, name: "Cluj")
    context.insert(first)
    try context.save()
    context.delete(first)
    context.insert(City(code: 1, name: "Cluj", mayor: "Bob"))
    try context.save()
    #expect(try stored(City.self).map(\.mayor) == ["Bob"])
  }

  @Test func `names that differ in case only are two properties`() throws {
    let container = try ModelContainer(
      for: CaseTwins.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(CaseTwins(code: 1, CODE: 1))
    context.insert(CaseTwins(code: 2, CODE: 2))
    try context.save()
    context.insert(CaseTwins(code: 3, CODE: 2))
    try context.save()
    let codes = try ModelContext(container).fetch(FetchDescriptor<CaseTwins>()).map(\.code)
    #expect(codes.sorted() == [1, 3])
  }
}

@Model private final class City {
  @Attribute(.unique) var code: Int
  @Attribute(.unique) var name: String
  var mayor: String?
  @Relationship(inverse: \Street.city) var streets: [Street] = []

  init(code: Int, name: String, mayor: String? = nil) {
    self.code = code
    self.name = name
    self.mayor = mayor
  }
}

@Model private final class Street {
  #Unique<Street>([\.name, \.number])
  var name: String
  var number: Int
  var length: Int
  var city: City?

  init(city: City?, name: String, number: Int, length: Int) {
    self.name = name
    self.number = number
    self.length = length
    self.city = city
  }
}

@Model private final class House {
  #Unique<House>([\.city, \.number])
  var number: Int
  var color: String
  var city: City?

  init(city: City?, number: Int, color: String) {
    self.number = number
    self.color = color
    self.city = city
  }
}

@Model private final class Twins {
  @Attribute(.unique) var code: Int
  @Attribute(.unique) var other: Int
  var city: City?

  init(code: Int, other: Int, city: City?) {
    self.code = code
    self.other = other
    self.city = city
  }
}

@Model private final class CaseTwins {
  @Attribute(.unique) var code: Int
  @Attribute(.unique) var CODE: Int

  init(code: Int, CODE: Int) {
    self.code = code
    self.CODE = CODE
  }
}
