import Foundation
import Testing

@testable import SwiftData

/// Stores that don't say what they were written for, whose classes inherit from each other or come to.
@Suite struct ForeignStoreHierarchyTests {
  struct Place: Codable, Equatable {
    var city: String
  }

  struct Den: Codable, Equatable {
    var spot: String
  }

  enum Zoo {
    @Model class Animal {
      var name: String
      var place: Place?

      init(_ name: String) { self.name = name }
    }

    @Model final class Bird: Animal {
      var alias: String = ""
      var home: Place?

      override init(_ name: String) { super.init(name) }
    }

    @Model final class Fish: Animal {
      var cave: Den?

      override init(_ name: String) { super.init(name) }
    }

    @Model final class Keeper {
      var favourite: Animal?
      @Relationship(originalName: "charges") var animals: [Animal] = []

      init() {}
    }

    static var models: [any PersistentModel.Type] {
      [Animal.self, Bird.self, Fish.self, Keeper.self]
    }
  }

  /// Writes one animal of each class, and a keeper.
  private func write(_ store: MigratingStore, favourite: String = "Cat") throws {
    try store.open(Schema(Zoo.models)) { context in
      let cat = Zoo.Animal("Cat")
      cat.place = Place(city: "Cluj")
      let bird = Zoo.Bird("Tit")
      bird.alias = "Parus"
      bird.place = Place(city: "Bergen")
      bird.home = Place(city: "Oslo")
      let fish = Zoo.Fish("Ide")
      fish.cave = Den(spot: "Turku")
      let keeper = Zoo.Keeper()
      for model in [cat, bird, fish] { context.insert(model) }
      context.insert(keeper)
      keeper.favourite = [cat, bird, fish].first { $0.name == favourite }
      keeper.animals = [cat, bird, fish]
      try context.save()
    }
  }

  /// Whether the store says what it was written for.
  private func withStore(
    isForeign: Bool, favourite: String = "Cat", _ body: (MigratingStore) throws -> Void
  ) throws {
    try withMigratingStore { store in
      try write(store, favourite: favourite)
      if isForeign { try store.forgetModel() }
      try body(store)
    }
  }

  enum Older {
    @Model class Animal {
      var name: String
      var place: Place?
      var age = 1

      init(_ name: String) { self.name = name }
    }

    @Model final class Bird: Animal {
      var alias: String = ""
      var home: Place?

      override init(_ name: String) { super.init(name) }
    }

    @Model final class Fish: Animal {
      var cave: Den?

      override init(_ name: String) { super.init(name) }
    }
  }

  @Test(arguments: [true, false])
  func `inherited and own properties of subclasses keep their columns`(isForeign: Bool) throws {
    try withStore(isForeign: isForeign) { store in
      let schema = Schema([Older.Animal.self, Older.Bird.self, Older.Fish.self])
      try store.open(schema) { context in
        let animals = try context.fetch(
          FetchDescriptor<Older.Animal>(sortBy: [SortDescriptor(\.name)]))
        #expect(animals.map(\.name) == ["Cat", "Ide", "Tit"])
        #expect(animals.map(\.place?.city) == ["Cluj", nil, "Bergen"])
        #expect(animals.map(\.age) == [1, 1, 1])
        let bird = try #require(animals.last as? Older.Bird)
        #expect(bird.alias == "Parus")
        #expect(bird.home == Place(city: "Oslo"))
        #expect((animals[1] as? Older.Fish)?.cave == Den(spot: "Turku"))
      }
      #expect(try store.statements == statementsOfNewStore(schema))
    }
  }

  enum Apart {
    @Model final class Animal {
      var name: String
      var place: Place?

      init(_ name: String) { self.name = name }
    }

    @Model final class Bird {
      var name: String
      var place: Place?
      var alias: String = ""
      var home: Place?

      init(_ name: String) { self.name = name }
    }

    @Model final class Keeper {
      var favourite: Animal?
      @Relationship(originalName: "charges") var animals: [Animal] = []

      init() {}
    }
  }

  @Test(arguments: [true, false])
  func `a class that leaves its hierarchy takes its rows along`(isForeign: Bool) throws {
    try withStore(isForeign: isForeign) { store in
      let schema = Schema([Apart.Animal.self, Apart.Bird.self, Apart.Keeper.self])
      try store.open(schema) { context in
        let bird = try #require(try context.fetch(FetchDescriptor<Apart.Bird>()).first)
        #expect(bird.name == "Tit")
        #expect(bird.place == Place(city: "Bergen"))
        #expect(bird.alias == "Parus")
        #expect(bird.home == Place(city: "Oslo"))
        let animals = try context.fetch(FetchDescriptor<Apart.Animal>())
        #expect(animals.map(\.name) == ["Cat"])
        #expect(animals.first?.place == Place(city: "Cluj"))
        let keeper = try #require(try context.fetch(FetchDescriptor<Apart.Keeper>()).first)
        #expect(keeper.favourite?.name == "Cat")
        #expect(keeper.animals.map(\.name) == ["Cat"])
      }
      #expect(try store.statements == statementsOfNewStore(schema))
    }
  }

  @Test(arguments: [true, false])
  func `a relationship to a row that has left the hierarchy leads nowhere`(isForeign: Bool) throws {
    try withStore(isForeign: isForeign, favourite: "Tit") { store in
      let schema = Schema([Apart.Animal.self, Apart.Bird.self, Apart.Keeper.self])
      try store.open(schema) { context in
        let keeper = try #require(try context.fetch(FetchDescriptor<Apart.Keeper>()).first)
        #expect(keeper.favourite == nil)
        #expect(keeper.animals.map(\.name) == ["Cat"])
      }
      #expect(try store.rows("SELECT ZFAVOURITE FROM ZKEEPER") == ["NULL"])
    }
  }

  enum Joined {
    @Model class Creature {
      var name: String

      init(_ name: String) { self.name = name }
    }

    @Model class Animal: Creature {
      var place: Place?

      override init(_ name: String) { super.init(name) }
    }

    @Model final class Bird: Animal {
      var alias: String = ""
      var home: Place?

      override init(_ name: String) { super.init(name) }
    }
  }

  @Test(arguments: [true, false])
  func `a hierarchy gets a new root`(isForeign: Bool) throws {
    try withStore(isForeign: isForeign) { store in
      let schema = Schema([Joined.Creature.self, Joined.Animal.self, Joined.Bird.self])
      try store.open(schema) { context in
        let creatures = try context.fetch(
          FetchDescriptor<Joined.Creature>(sortBy: [SortDescriptor(\.name)]))
        #expect(creatures.map(\.name) == ["Cat", "Tit"])
        #expect((creatures[0] as? Joined.Animal)?.place == Place(city: "Cluj"))
        let bird = try #require(creatures[1] as? Joined.Bird)
        #expect(bird.place == Place(city: "Bergen"))
        #expect(bird.home == Place(city: "Oslo"))
        #expect(bird.alias == "Parus")
      }
      #expect(try store.statements == statementsOfNewStore(schema))
    }
  }

  enum Alone {
    @Model final class Animal {
      var name: String

      init(_ name: String) { self.name = name }
    }

    @Model final class Bird {
      var name: String

      init(_ name: String) { self.name = name }
    }
  }

  enum Merged {
    @Model class Animal {
      var name: String

      init(_ name: String) { self.name = name }
    }

    @Model final class Bird: Animal {
      override init(_ name: String) { super.init(name) }
    }
  }

  @Test(arguments: [true, false])
  func `a class with rows of its own does not join a hierarchy that has rows`(
    isForeign: Bool
  ) throws {
    try withMigratingStore { store in
      try store.open(Alone.Animal.self, Alone.Bird.self) { context in
        context.insert(Alone.Animal("Cat"))
        context.insert(Alone.Bird("Tit"))
        try context.save()
      }
      if isForeign { try store.forgetModel() }
      let before = try store.files
      let error = #expect(throws: SwiftDataError.self) {
        try store.open(Merged.Animal.self, Merged.Bird.self)
      }
      #expect(error == .loadIssueModelContainer)
      #expect(cocoaCode(error) == 134190)
      #expect("\(try #require(error))".contains("'Animal', 'Bird'"))
      #expect(try store.files == before)
    }
  }

  enum Down {
    @Model class Animal {
      var place: Place?

      init() {}
    }

    @Model final class Bird: Animal {
      var name: String = "none"
      var alias: String = ""
      var home: Place?

      override init() { super.init() }
    }

    @Model final class Fish: Animal {
      var name: String = "none"
      var cave: Den?
      var alias: String = "new"

      override init() { super.init() }
    }
  }

  @Test(arguments: [true, false])
  func `a property that moves down to the subclasses keeps its values`(isForeign: Bool) throws {
    try withStore(isForeign: isForeign) { store in
      try store.open(Down.Animal.self, Down.Bird.self, Down.Fish.self) { context in
        let bird = try #require(try context.fetch(FetchDescriptor<Down.Bird>()).first)
        #expect(bird.name == "Tit")
        #expect(bird.alias == "Parus")
        #expect(bird.home == Place(city: "Oslo"))
        let fish = try #require(try context.fetch(FetchDescriptor<Down.Fish>()).first)
        #expect(fish.name == "Ide")
        #expect(fish.cave == Den(spot: "Turku"))
        // A property of the other class has had its name.
        #expect(fish.alias == "new")
      }
    }
  }

  enum Upwards {
    @Model class Animal {
      var name: String
      var place: Place?
      var alias: String = "none"

      init(_ name: String) { self.name = name }
    }

    @Model final class Bird: Animal {
      var home: Place?

      override init(_ name: String) { super.init(name) }
    }
  }

  @Test(arguments: [true, false])
  func `a property that moves up to the superclass keeps its values`(isForeign: Bool) throws {
    try withStore(isForeign: isForeign) { store in
      try store.open(Upwards.Animal.self, Upwards.Bird.self) { context in
        let animals = try context.fetch(
          FetchDescriptor<Upwards.Animal>(sortBy: [SortDescriptor(\.name)]))
        #expect(animals.map(\.alias) == ["none", "Parus"])
        #expect(animals.map(\.place?.city) == ["Cluj", "Bergen"])
        #expect((animals.last as? Upwards.Bird)?.home == Place(city: "Oslo"))
      }
    }
  }
}
