import Foundation
import Testing

@testable import SwiftData

/// Stores that don't say what they were written for, where a column could be one property's or another's:
/// no value may end up in the wrong one.
@Suite struct ForeignStoreAmbiguityTests {
  struct Address: Codable, Equatable {
    var city: String
    var street: String
  }

  enum Two {
    @Model final class Person {
      var home: Address?
      var work: Address?

      init() {
        home = Address(city: "Oslo", street: "Storgata")
        work = Address(city: "Turku", street: "Linnankatu")
      }
    }
  }

  enum Work {
    @Model final class Person {
      var work: Address?

      init() {}
    }
  }

  private func expectRefusal(
    of models: any PersistentModel.Type..., mentioning texts: String..., in store: MigratingStore,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try store.files
    let error = #expect(throws: SwiftDataError.self, sourceLocation: sourceLocation) {
      try store.open(Schema(models))
    }
    #expect(error == .loadIssueModelContainer, sourceLocation: sourceLocation)
    #expect(cocoaCode(error) == 134190, sourceLocation: sourceLocation)
    for text in texts {
      #expect(
        "\(String(describing: error))".contains(text), "\(String(describing: error))",
        sourceLocation: sourceLocation)
    }
    #expect(try store.files == before, sourceLocation: sourceLocation)
  }

  /// A foreign store with one model.
  private func withStore<Model: PersistentModel>(
    of make: @autoclosure () -> Model, _ body: (MigratingStore) throws -> Void
  ) throws {
    try withMigratingStore { store in
      try store.open(Model.self) { context in
        context.insert(make())
        try context.save()
      }
      try store.forgetModel()
      try body(store)
    }
  }

  @Test func `which of two structures of one type is gone cannot be told`() throws {
    try withStore(of: Two.Person()) { store in
      try expectRefusal(
        of: Work.Person.self, mentioning: "'Person.work'", "SchemaMigrationPlan", in: store)
    }
  }

  enum One {
    @Model final class Person {
      var home: Address?

      init() { home = Address(city: "Oslo", street: "Storgata") }
    }
  }

  enum Billing {
    @Model final class Person {
      var billing: Address?
      var home: Address?

      init() {}
    }
  }

  @Test func `which of two structures of one type is new cannot be told`() throws {
    try withStore(of: One.Person()) { store in
      try expectRefusal(of: Billing.Person.self, mentioning: "SchemaMigrationPlan", in: store)
    }
  }

  enum Plain {
    @Model final class Person {
      var city: String?

      init() { city = "Oslo" }
    }
  }

  enum PlainAndPart {
    @Model final class Person {
      var address: Address?
      var city: String?

      init() {}
    }
  }

  @Test func `a new structure does not get the values of an attribute with a part's name`() throws {
    try withStore(of: Plain.Person()) { store in
      try expectRefusal(of: PlainAndPart.Person.self, mentioning: "ZCITY", in: store)
    }
  }

  enum PlainAndHome {
    @Model final class Person {
      var city: String
      var home: Address?

      init() {
        city = "Bergen"
        home = Address(city: "Oslo", street: "Storgata")
      }
    }
  }

  @Test func `a structure does not get the values of an attribute that is gone`() throws {
    try withStore(of: PlainAndHome.Person()) { store in
      try expectRefusal(of: One.Person.self, mentioning: "'Person.home'", "ZCITY1", in: store)
    }
  }

  enum Lines {
    @Model final class Person {
      var line: String?
      var line2: String?

      init() {
        line = "first"
        line2 = "second"
      }
    }
  }

  struct Box: Codable, Equatable {
    var line: String
  }

  enum Boxed {
    @Model final class Person {
      var box: Box?
      var line: String?

      init() {}
    }
  }

  @Test func `a digit at the end of a name is no suffix`() throws {
    try withStore(of: Lines.Person()) { store in
      try expectRefusal(of: Boxed.Person.self, mentioning: "ZLINE", in: store)
      #expect(try store.rows("SELECT ZLINE, ZLINE2 FROM ZPERSON") == ["first|second"])
    }
  }

  struct Owner: Codable, Equatable {
    var name: String
  }

  enum Titled {
    @Model final class Cat {
      @Attribute(originalName: "name") var title: String
      var owner: Owner?

      init() {
        title = "Tom"
        owner = Owner(name: "Ida")
      }
    }
  }

  enum TitledAndMore {
    @Model final class Cat {
      @Attribute(originalName: "name") var title: String
      var owner: Owner?
      var age: Int?

      init() { title = "" }
    }
  }

  @Test func `a property that was renamed long ago does not get a part's values`() throws {
    try withStore(of: Titled.Cat()) { store in
      try expectRefusal(of: TitledAndMore.Cat.self, mentioning: "ZTITLE", "ZNAME", in: store)
    }
  }

  enum Siblings {
    @Model class Animal {
      var name = ""

      init() {}
    }

    @Model final class Bird: Animal {
      var alias: String?

      override init() {
        super.init()
        alias = "Parus"
      }
    }

    @Model final class Fish: Animal {
      var alias: String?

      override init() {
        super.init()
        alias = "Leuciscus"
      }
    }
  }

  enum Upwards {
    @Model class Animal {
      var name = ""
      var alias: String = "none"

      init() {}
    }

    @Model final class Bird: Animal {
      override init() { super.init() }
    }

    @Model final class Fish: Animal {
      override init() { super.init() }
    }
  }

  @Test func `a property that moves up from two classes loses no values`() throws {
    try withMigratingStore { store in
      try store.open(Siblings.Animal.self, Siblings.Bird.self, Siblings.Fish.self) { context in
        context.insert(Siblings.Bird())
        context.insert(Siblings.Fish())
        try context.save()
      }
      try store.forgetModel()
      try expectRefusal(
        of: Upwards.Animal.self, Upwards.Bird.self, Upwards.Fish.self, mentioning: "alias",
        "ZALIAS1",
        in: store)
    }
  }

  enum Leaves {
    @Model class Animal {
      var name = ""

      init() {}
    }

    @Model final class Bird: Animal {
      override init() { super.init() }
    }

    @Model final class Fish: Animal {
      override init() { super.init() }
    }
  }

  enum Remains {
    @Model class Animal {
      var name = ""

      init() {}
    }

    @Model final class Fish: Animal {
      override init() { super.init() }
    }
  }

  @Test(arguments: [true, false])
  func `the models of a class that is gone do not come back as another's`(isForeign: Bool) throws {
    try withMigratingStore { store in
      try store.open(Leaves.Animal.self, Leaves.Bird.self, Leaves.Fish.self) { context in
        context.insert(Leaves.Bird())
        context.insert(Leaves.Fish())
        try context.save()
      }
      if isForeign { try store.forgetModel() }
      try store.open(Remains.Animal.self, Remains.Fish.self) { context throws in
        #expect(try context.fetchCount(FetchDescriptor<Remains.Animal>()) == 1)
        #expect(try context.fetchCount(FetchDescriptor<Remains.Fish>()) == 1)
      }
    }
  }
}
