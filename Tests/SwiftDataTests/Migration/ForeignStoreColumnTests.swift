import Foundation
import Testing

@testable import SwiftData

/// Stores that don't say what they were written for: attributes of another type, and of other names.
@Suite struct ForeignStoreColumnTests {
  struct Place: Codable, Equatable {
    var city: String
    var number: Int
  }

  enum Old {
    @Model final class Cat {
      var name: String
      var weight: Int
      var place: Place?
      var town: String?
      var born = Date(timeIntervalSinceReferenceDate: 0)

      init(_ name: String) {
        self.name = name
        weight = 4
        place = Place(city: "Cluj", number: 5)
        town = "Cluj"
      }
    }
  }

  private func withStore(
    isForeign: Bool = true, _ body: (MigratingStore) throws -> Void
  ) throws {
    try withMigratingStore { store in
      try store.open(Old.Cat.self) { context in
        context.insert(Old.Cat("Tom"))
        try context.save()
      }
      if isForeign { try store.forgetModel() }
      try body(store)
    }
  }

  private func expectRefusal(
    of model: any PersistentModel.Type, isForeign: Bool = true, mentioning texts: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try withStore(isForeign: isForeign) { store in
      let before = try store.files
      let error = #expect(throws: SwiftDataError.self, sourceLocation: sourceLocation) {
        try store.open(Schema([model]))
      }
      #expect(error == .loadIssueModelContainer, sourceLocation: sourceLocation)
      #expect(cocoaCode(error) == 134190, sourceLocation: sourceLocation)
      for text in texts {
        #expect(
          "\(String(describing: error))".contains(text), "\(String(describing: error))",
          sourceLocation: sourceLocation)
      }
      #expect(try store.files == before, sourceLocation: sourceLocation)
      let cats = try store.open(Old.Cat.self) {
        try $0.fetch(FetchDescriptor<Old.Cat>()).map(\.name)
      }
      #expect(cats == ["Tom"], sourceLocation: sourceLocation)
    }
  }

  enum OtherType {
    @Model final class Cat {
      var name: String
      var weight: Double = 1
      var place: Place?
      var town: String?
      var born = Date(timeIntervalSinceReferenceDate: 0)

      init(_ name: String) { self.name = name }
    }
  }

  @Test(arguments: [true, false])
  func `an attribute of another type is refused where nothing else changed`(
    isForeign: Bool
  ) throws {
    try expectRefusal(
      of: OtherType.Cat.self, isForeign: isForeign, mentioning: "'Cat.weight' is double")
  }

  @Test func `an attribute of another type is refused read-only too`() throws {
    try withStore { store in
      let error = #expect(throws: SwiftDataError.self) {
        try store.open(Schema([OtherType.Cat.self]), allowsSave: false)
      }
      #expect("\(String(describing: error))".contains("'Cat.weight' as INTEGER"))
    }
  }

  enum OtherTypeAndMore {
    @Model final class Cat {
      var name: String
      var weight: Double?
      var place: Place?
      var age: Int?

      init(_ name: String) { self.name = name }
    }
  }

  @Test func `an attribute of another type is refused where more changed`() throws {
    try expectRefusal(of: OtherTypeAndMore.Cat.self, mentioning: "'Cat.weight'", "INTEGER")
  }

  enum RenamedWithOtherType {
    @Model final class Cat {
      var name: String
      @Attribute(originalName: "weight") var grams: String?
      var place: Place?

      init(_ name: String) { self.name = name }
    }
  }

  @Test func `a renamed attribute of another type is refused`() throws {
    try expectRefusal(of: RenamedWithOtherType.Cat.self, mentioning: "'Cat.grams'", "ZWEIGHT")
  }

  enum OtherPart {
    struct Place: Codable, Equatable {
      var city: String
      var number: String
    }

    @Model final class Cat {
      var name: String
      var weight: Int
      var place: Place?
      var age: Int?

      init(_ name: String) {
        self.name = name
        weight = 4
      }
    }
  }

  @Test(arguments: [true, false])
  func `a part of a structure of another type is refused`(isForeign: Bool) throws {
    try expectRefusal(
      of: OtherPart.Cat.self, isForeign: isForeign, mentioning: "'Cat.place", "ZNUMBER")
  }

  enum Composite {
    @Model final class Cat {
      var name: String
      var town: Town?

      init(_ name: String) { self.name = name }
    }

    struct Town: Codable, Equatable {
      var street: String
    }
  }

  @Test func `an attribute that becomes a structure is refused`() throws {
    try expectRefusal(of: Composite.Cat.self, mentioning: "'Cat.town' is composite", "ZTOWN")
  }

  enum Fewer {
    @Model final class Cat {
      var name: String
      var weight: Int
      var place: Place?
      var age = 3

      init(_ name: String) {
        self.name = name
        weight = 4
      }
    }
  }

  @Test func `other properties come and go as ever`() throws {
    try withStore { store in
      try store.open(Fewer.Cat.self) { context in
        let cat = try #require(try context.fetch(FetchDescriptor<Fewer.Cat>()).first)
        #expect(cat.name == "Tom")
        #expect(cat.weight == 4)
        #expect(cat.place == Place(city: "Cluj", number: 5))
        #expect(cat.age == 3)
      }
      #expect(try store.statements == statementsOfNewStore(Schema([Fewer.Cat.self])))
    }
  }

  enum Renamed {
    @Model final class Cat {
      @Attribute(originalName: "name") var title: String
      var name: String = "new"
      var weight: Int

      init(_ title: String) {
        self.title = title
        weight = 4
      }
    }
  }

  enum RenamedAndMore {
    @Model final class Cat {
      @Attribute(originalName: "name") var title: String
      var name: String = "newer"
      var weight: Int
      var age: Int?

      init(_ title: String) {
        self.title = title
        weight = 4
      }
    }
  }

  @Test(arguments: [true, false])
  func `a new property with the name that a renamed one had begins with its default`(
    isForeign: Bool
  ) throws {
    try withStore(isForeign: isForeign) { store in
      try store.open(Renamed.Cat.self) { context in
        let cat = try #require(try context.fetch(FetchDescriptor<Renamed.Cat>()).first)
        #expect(cat.title == "Tom")
        #expect(cat.name == "new")
      }
      // Both are there now, and stay apart.
      if isForeign { try store.forgetModel() }
      try store.open(RenamedAndMore.Cat.self) { context in
        let cat = try #require(try context.fetch(FetchDescriptor<RenamedAndMore.Cat>()).first)
        #expect(cat.title == "Tom")
        #expect(cat.name == "new")
      }
    }
  }

  enum OnlyRenamed {
    @Model final class Cat {
      @Attribute(originalName: "name") var title: String
      var weight: Int

      init(_ title: String) {
        self.title = title
        weight = 4
      }
    }
  }

  enum StillRenamed {
    @Model final class Cat {
      @Attribute(originalName: "name") var title: String
      var weight: Int
      var age: Int?

      init(_ title: String) {
        self.title = title
        weight = 4
      }
    }
  }

  @Test(arguments: [true, false])
  func `a property that was renamed before keeps its values when something else changes`(
    isForeign: Bool
  ) throws {
    try withStore(isForeign: isForeign) { store in
      try store.open(OnlyRenamed.Cat.self)
      if isForeign { try store.forgetModel() }
      try store.open(StillRenamed.Cat.self) { context throws in
        #expect(try context.fetch(FetchDescriptor<StillRenamed.Cat>()).map(\.title) == ["Tom"])
      }
    }
  }
}
