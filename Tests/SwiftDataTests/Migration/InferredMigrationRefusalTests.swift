import Foundation
import Testing

@_spi(Testing) @testable import SwiftData

/// What Core Data would not infer, and so is refused; the store is as it was.
@Suite struct InferredMigrationRefusalTests {
  enum Old {
    @Model final class Cat {
      var name: String
      var weight: Int
      var nick: String?
      var friends: [Cat] = []
      var home: House?

      init(_ name: String) {
        self.name = name
        weight = 4
      }
    }

    @Model final class House {
      var street: String
      @Relationship(inverse: \Cat.home) var cats: [Cat] = []

      init(_ street: String) { self.street = street }
    }
  }

  private func write(_ store: MigratingStore) throws {
    try store.open(Old.Cat.self) { context in
      let house = Old.House("Long Lane")
      context.insert(house)
      for name in ["Tom", "Tom"] {
        let cat = Old.Cat(name)
        context.insert(cat)
        cat.home = house
      }
      try context.save()
    }
  }

  private func refusal(
    of models: any PersistentModel.Type..., mentioning text: String, code: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try withMigratingStore { store in
      try write(store)
      let before = try store.files
      let error = #expect(throws: SwiftDataError.self, sourceLocation: sourceLocation) {
        try store.open(Schema(models))
      }
      #expect(error == .loadIssueModelContainer, sourceLocation: sourceLocation)
      #expect(
        cocoaCode(error) == code, "\(String(describing: error))", sourceLocation: sourceLocation)
      #expect(
        "\(String(describing: error))".contains(text), "\(String(describing: error))",
        sourceLocation: sourceLocation)
      #expect(try store.files == before, sourceLocation: sourceLocation)
      let count = try store.open(Old.Cat.self) { try $0.fetchCount(FetchDescriptor<Old.Cat>()) }
      #expect(count == 2, sourceLocation: sourceLocation)
    }
  }

  enum Mandatory {
    @Model final class Cat {
      var name: String
      var age: Int

      init(_ name: String, _ age: Int) {
        self.name = name
        self.age = age
      }
    }
  }

  @Test func `a new mandatory attribute without a default`() throws {
    try refusal(of: Mandatory.Cat.self, mentioning: "'Cat.age'", code: 134110)
  }

  enum NoLongerOptional {
    @Model final class Cat {
      var nick: String

      init(_ nick: String) { self.nick = nick }
    }
  }

  @Test func `an attribute that becomes mandatory while models have none`() throws {
    try refusal(of: NoLongerOptional.Cat.self, mentioning: "'Cat.nick'", code: 134110)
  }

  enum OtherType {
    @Model final class Cat {
      var weight: Double

      init() { weight = 0 }
    }
  }

  @Test func `an attribute of another type`() throws {
    try refusal(of: OtherType.Cat.self, mentioning: "'Cat.weight'", code: 134190)
  }

  enum ToOne {
    @Model final class Cat {
      var friends: Cat?

      init() {}
    }
  }

  @Test func `a to-many relationship that becomes to-one`() throws {
    try refusal(of: ToOne.Cat.self, mentioning: "'Cat.friends'", code: 134190)
  }

  enum OtherDestination {
    @Model final class Cat {
      var home: Street?

      init() {}
    }

    @Model final class Street {
      var name = ""

      init() {}
    }
  }

  @Test func `a relationship that leads to another entity`() throws {
    try refusal(of: OtherDestination.Cat.self, mentioning: "'House'", code: 134190)
  }

  enum Unique {
    @Model final class Cat {
      @Attribute(.unique) var name: String

      init(_ name: String) { self.name = name }
    }
  }

  @Test func `a unique attribute over duplicates`() throws {
    try refusal(of: Unique.Cat.self, mentioning: "Cat.name", code: 134110)
  }

  @Test func `a mandatory attribute may join an entity without models`() throws {
    try withMigratingStore { store in
      try store.open(Old.Cat.self)
      try store.open(Mandatory.Cat.self) { context in
        context.insert(Mandatory.Cat("Tom", 3))
        try context.save()
      }
    }
  }

  enum Narrower {
    enum Mood: String, Codable { case calm }

    @Model final class Cat {
      var name: String
      var mood: Mood = Mood.calm

      init(_ name: String) { self.name = name }
    }
  }

  @Test func `the default of an enum is not carried over`() throws {
    try withMigratingStore { store in
      try write(store)
      try store.open(Narrower.Cat.self)
      #expect(try store.rows("SELECT ZMOOD FROM ZCAT") == ["NULL", "NULL"])
    }
  }

  @Test func `where the hazard is ignored, the default of an enum is carried over`() throws {
    try withMigratingStore { store in
      try write(store)
      try HazardConfiguration.$current.withValue(HazardConfiguration(.ignore)) {
        try store.open(Narrower.Cat.self) { context throws in
          #expect(try context.fetch(FetchDescriptor<Narrower.Cat>()).map(\.mood) == [.calm, .calm])
        }
      }
    }
  }
}
