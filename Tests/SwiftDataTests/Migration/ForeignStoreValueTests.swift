import Foundation
import Testing

@testable import SwiftData

/// Stores that don't say what they were written for: keys that are numbers, and values that are missing.
@Suite struct ForeignStoreValueTests {
  enum Number {
    @Model final class Item {
      var category: Int
      var name = ""

      init() { category = 7 }
    }

    @Model final class Category {
      var name = ""

      init() {}
    }
  }

  enum Key {
    @Model final class Item {
      var category: Category?
      var name = ""

      init() {}
    }

    @Model final class Category {
      var name = ""

      init() {}
    }
  }

  /// Opens a foreign store with an item and, with its class, no category.
  private func withNumber(
    _ models: any PersistentModel.Type..., body: (MigratingStore) throws -> Void
  ) throws {
    try withMigratingStore { store in
      try store.open(Schema(models)) { context in
        context.insert(Number.Item())
        try context.save()
      }
      try store.forgetModel()
      try body(store)
    }
  }

  private func expectNoCategory(in store: MigratingStore) throws {
    try store.open(Key.Item.self, Key.Category.self) { context in
      let item = try #require(try context.fetch(FetchDescriptor<Key.Item>()).first)
      #expect(item.category == nil)
    }
    #expect(try store.rows("SELECT ZCATEGORY FROM ZITEM") == ["NULL"])
  }

  @Test func `numbers do not become a relationship's keys`() throws {
    try withNumber(Number.Item.self) { try expectNoCategory(in: $0) }
  }

  @Test func `numbers do not become keys where nothing else has changed`() throws {
    try withNumber(Number.Item.self, Number.Category.self) { try expectNoCategory(in: $0) }
  }

  enum Optional {
    @Model final class Note {
      var text: String?
      var owner: Person?

      init() {}
    }

    @Model final class Person {
      var name = ""

      init() {}
    }
  }

  enum Default {
    @Model final class Note {
      var text: String = "empty"
      var owner: Person?
      var age: Int?

      init() {}
    }

    @Model final class Person {
      var name = ""

      init() {}
    }
  }

  enum Mandatory {
    @Model final class Note {
      var text: String
      var owner: Person?
      var age: Int?

      init() { text = "" }
    }

    @Model final class Person {
      var name = ""

      init() {}
    }
  }

  enum Owned {
    @Model final class Note {
      var text: String?
      var owner: Person
      var age: Int?

      init(_ owner: Person) { self.owner = owner }
    }

    @Model final class Person {
      var name = ""

      init() {}
    }
  }

  private func withNote(_ body: (MigratingStore) throws -> Void) throws {
    try withMigratingStore { store in
      try store.open(Optional.Note.self, Optional.Person.self) { context in
        context.insert(Optional.Note())
        try context.save()
      }
      try store.forgetModel()
      try body(store)
    }
  }

  @Test func `nil of a property that is mandatory now becomes the default`() throws {
    try withNote { store in
      try store.open(Default.Note.self, Default.Person.self) { context throws in
        #expect(try context.fetch(FetchDescriptor<Default.Note>()).map(\.text) == ["empty"])
      }
    }
  }

  @Test(
    arguments: [
      ([Mandatory.Note.self, Mandatory.Person.self], "text"),
      ([Owned.Note.self, Owned.Person.self], "owner"),
    ] as [([any PersistentModel.Type], String)])
  func `nil of a property that is mandatory now and has no default is refused`(
    models: [any PersistentModel.Type], property: String
  ) throws {
    try withNote { store in
      let before = try store.files
      let error = #expect(throws: SwiftDataError.self) { try store.open(Schema(models)) }
      #expect(cocoaCode(error) == 134110)
      #expect("\(String(describing: error))".contains("'Note.\(property)'"))
      #expect(try store.files == before)
    }
  }

  enum ToFoo {
    @Model final class Item {
      var ref: Foo?

      init() {}
    }

    @Model final class Foo {
      init() {}
    }

    @Model final class Bar {
      init() {}
    }
  }

  enum ToBar {
    @Model final class Item {
      var ref: Bar?
      var age: Int?

      init() {}
    }

    @Model final class Foo {
      init() {}
    }

    @Model final class Bar {
      init() {}
    }
  }

  @Test func `keys that lead to no row of another class are refused`() throws {
    try withMigratingStore { store in
      try store.open(ToFoo.Item.self, ToFoo.Foo.self, ToFoo.Bar.self) { context in
        let item = ToFoo.Item()
        context.insert(item)
        item.ref = ToFoo.Foo()
        try context.save()
      }
      try store.forgetModel()
      let before = try store.files
      let error = #expect(throws: SwiftDataError.self) {
        try store.open(ToBar.Item.self, ToBar.Foo.self, ToBar.Bar.self)
      }
      #expect(cocoaCode(error) == 134190)
      #expect("\(String(describing: error))".contains("'Item.ref' leads to 'Bar'"))
      #expect(try store.files == before)
    }
  }

  enum Pets {
    @Model final class Person {
      @Relationship(inverse: \Pet.owners) var pets: [Pet] = []

      init() {}
    }

    @Model final class Pet {
      var owners: [Person] = []

      init() {}
    }
  }

  enum Animals {
    @Model final class Person {
      @Relationship(originalName: "pets", inverse: \Pet.owners) var animals: [Pet] = []
      @Relationship(inverse: \Pet.fans) var pets: [Pet] = []

      init() {}
    }

    @Model final class Pet {
      var owners: [Person] = []
      var fans: [Person] = []

      init() {}
    }
  }

  @Test func `a new relationship with the name that a renamed one had begins empty`() throws {
    try withMigratingStore { store in
      try store.open(Pets.Person.self, Pets.Pet.self) { context in
        let person = Pets.Person()
        context.insert(person)
        person.pets = [Pets.Pet()]
        try context.save()
      }
      try store.forgetModel()
      try store.open(Animals.Person.self, Animals.Pet.self) { context in
        let person = try #require(try context.fetch(FetchDescriptor<Animals.Person>()).first)
        #expect(person.animals.count == 1)
        #expect(person.pets.isEmpty)
      }
    }
  }
}
