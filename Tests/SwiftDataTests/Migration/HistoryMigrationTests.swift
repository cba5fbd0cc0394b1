import Foundation
import Testing

@testable import SwiftData

/// What the history of a store says after a migration.
@Suite struct HistoryMigrationTests {
  enum Zoo {
    @Model class Animal {
      var name: String
      var weight = 1

      init(_ name: String) { self.name = name }
    }

    @Model final class Bird: Animal {
      var span = 0.0
      var gone = 0
      @Attribute(.preserveValueOnDeletion) var ring: String?
      @Attribute(.preserveValueOnDeletion) var origin: String?

      override init(_ name: String) { super.init(name) }
    }

    @Model final class Keeper {
      var name: String

      init(_ name: String) { self.name = name }
    }
  }

  /// Entities have other numbers, properties other places and names.
  enum Later {
    @Model class Animal {
      var age = 1
      var name: String
      var weight = 1

      init(_ name: String) { self.name = name }
    }

    @Model final class Ape: Animal {
      override init(_ name: String) { super.init(name) }
    }

    @Model final class Bird: Animal {
      var added = 0
      @Attribute(originalName: "span") var wings = 0.0
      @Attribute(.preserveValueOnDeletion) var ring: String?
      @Attribute(.preserveValueOnDeletion) var code: String?

      override init(_ name: String) { super.init(name) }
    }

    @Model final class Aviary {
      var place = ""

      init() {}
    }

    static var schema: Schema { Schema([Animal.self, Ape.self, Bird.self, Aviary.self]) }
  }

  /// Saves a bird, changes of it, the deletion of another, and a keeper.
  private func write(_ store: MigratingStore) throws {
    try store.open(Zoo.Animal.self, Zoo.Bird.self, Zoo.Keeper.self) { context in
      let tit = Zoo.Bird("Tit")
      let jay = Zoo.Bird("Jay")
      jay.ring = "R1"
      jay.origin = "Bergen"
      context.insert(tit)
      context.insert(jay)
      context.insert(Zoo.Keeper("Ida"))
      try context.save()
      tit.span = 22
      tit.name = "Great tit"
      try context.save()
      tit.gone = 1
      tit.weight = 2
      try context.save()
      context.delete(jay)
      try context.save()
    }
  }

  private func updates(_ history: [DefaultHistoryTransaction]) -> [Set<AnyKeyPath>] {
    history.flatMap(\.changes).compactMap { change in
      guard case .update(let update as DefaultHistoryUpdate<Later.Bird>) = change else {
        return nil
      }
      return Set(update.updatedAttributes.map { $0 as AnyKeyPath })
    }
  }

  @Test func `changes name the properties that they did before, by their new names`() throws {
    try withMigratingStore { store in
      try write(store)
      try store.open(Later.schema) { context in
        let found = updates(try context.history())
        #expect(
          found == [[\Later.Animal.name, \Later.Bird.wings], [\Later.Animal.weight]])
      }
    }
  }

  @Test func `changes are those of the same classes`() throws {
    try withMigratingStore { store in
      try write(store)
      try store.open(Later.schema) { context in
        let history = try context.history()
        #expect(
          history.map { $0.changes.map(\.summary).sorted() } == [
            ["insert Bird", "insert Bird"], ["update Bird"], ["update Bird"], ["delete Bird"],
          ])
        // The history goes on.
        let bird = try #require(try context.fetch(FetchDescriptor<Later.Bird>()).first)
        bird.added = 1
        try context.save()
        #expect(updates(try context.history()).last == [\Later.Bird.added])
      }
    }
  }

  @Test func `values of deleted models stay with their properties`() throws {
    try withMigratingStore { store in
      try write(store)
      try store.open(Later.schema) { context in
        let deletion = try context.history().flatMap(\.changes).compactMap { change in
          if case .delete(let deletion as DefaultHistoryDelete<Later.Bird>) = change {
            deletion
          } else {
            nil
          }
        }.first
        let tombstone = try #require(deletion?.tombstone)
        #expect(tombstone[\.ring] as? String == "R1")
        #expect(tombstone[\.code] == nil)
      }
    }
  }

  enum Apart {
    @Model final class Bird {
      var code = 0
      var name: String
      var weight = 1
      var span = 0.0

      init(_ name: String) { self.name = name }
    }
  }

  @Test func `the history of a class that leaves its hierarchy stays`() throws {
    try withMigratingStore { store in
      try write(store)
      try store.open(Apart.Bird.self) { context in
        let updates = try context.history().flatMap(\.changes).compactMap { change in
          if case .update(let update as DefaultHistoryUpdate<Apart.Bird>) = change {
            Set(update.updatedAttributes.map { $0 as AnyKeyPath })
          } else {
            nil
          }
        }
        #expect(updates == [[\Apart.Bird.name, \Apart.Bird.span], [\Apart.Bird.weight]])
        #expect(
          try context.history().flatMap(\.changes).map(\.summary)
            == ["insert Bird", "insert Bird", "update Bird", "update Bird", "delete Bird"])
      }
    }
  }

  @Test func `where the former properties are not known, changes name none`() throws {
    try withMigratingStore { store in
      try write(store)
      try store.forgetModel()
      try store.open(Later.schema) { context throws in
        #expect(updates(try context.history()) == [[], []])
      }
    }
  }

  enum More {
    @Model class Animal {
      var age = 1
      var name: String
      var weight = 1

      init(_ name: String) { self.name = name }
    }

    @Model final class Bird: Animal {
      var span = 0.0
      var gone = 0
      @Attribute(.preserveValueOnDeletion) var ring: String?
      @Attribute(.preserveValueOnDeletion) var origin: String?

      override init(_ name: String) { super.init(name) }
    }

    @Model final class Keeper {
      var name: String

      init(_ name: String) { self.name = name }
    }
  }

  @Test func `where all former properties are known, a foreign store's changes keep them`() throws {
    try withMigratingStore { store in
      try write(store)
      try store.forgetModel()
      try store.open(More.Animal.self, More.Bird.self, More.Keeper.self) { context in
        let updates = try context.history().flatMap(\.changes).compactMap { change in
          if case .update(let update as DefaultHistoryUpdate<More.Bird>) = change {
            Set(update.updatedAttributes.map { $0 as AnyKeyPath })
          } else {
            nil
          }
        }
        #expect(
          updates == [
            [\More.Animal.name, \More.Bird.span], [\More.Animal.weight, \More.Bird.gone],
          ])
      }
    }
  }

  enum Serial {
    @Model final class Item {
      @Attribute(.preserveValueOnDeletion) var serial: String?
      var code: String?
      var age: Int?

      init() {
        serial = "S1"
        code = "C1"
      }
    }
  }

  enum SerialAndCode {
    @Model final class Item {
      @Attribute(.preserveValueOnDeletion) var serial: String?
      @Attribute(.preserveValueOnDeletion) var code: String?
      var age: Int?

      init() {
        serial = "S2"
        code = "C2"
      }
    }
  }

  enum SerialAndMore {
    @Model final class Item {
      @Attribute(.preserveValueOnDeletion) var serial: String?
      @Attribute(.preserveValueOnDeletion) var code: String?
      var size: Int?

      init() {}
    }
  }

  private func deleteOne<Model: PersistentModel>(
    _ make: @autoclosure () -> Model, in store: MigratingStore
  ) throws {
    try store.open(Model.self) { context in
      let item = make()
      context.insert(item)
      try context.save()
      context.delete(item)
      try context.save()
    }
  }

  private func kept<Model: PersistentModel>(
    _ first: KeyPath<Model, String?>, _ second: KeyPath<Model, String?>, in store: MigratingStore
  ) throws -> [[String?]] {
    try store.open(Model.self) { context in
      try context.history().flatMap(\.changes).compactMap { change in
        guard case .delete(let deletion as DefaultHistoryDelete<Model>) = change else { return nil }
        return [deletion.tombstone[first] as? String, deletion.tombstone[second] as? String]
      }
    }
  }

  @Test func `values of deleted models stay where only other values are kept from now on`() throws {
    try withMigratingStore { store in
      try deleteOne(Serial.Item(), in: store)
      try deleteOne(SerialAndCode.Item(), in: store)
      #expect(
        try kept(\SerialAndCode.Item.serial, \SerialAndCode.Item.code, in: store)
          == [["S1", nil], ["S2", "C2"]])
      // The next migration knows it, too.
      #expect(
        try kept(\SerialAndMore.Item.serial, \SerialAndMore.Item.code, in: store)
          == [["S1", nil], ["S2", "C2"]])
      try store.open(Serial.Item.self)
      #expect(
        try store.rows("SELECT ZTOMBSTONE0 FROM ACHANGE WHERE ZCHANGETYPE = 2") == ["S1", "S2"])
    }
  }

  enum OnlyCode {
    @Model final class Item {
      @Attribute(.preserveValueOnDeletion) var serial: String?
      var name: String?

      init() {}
    }
  }

  @Test func `values of deleted models go where a foreign store doesn't say whose they are`() throws
  {
    try withMigratingStore { store in
      try deleteOne(SerialAndCode.Item(), in: store)
      try store.forgetModel()
      try store.open(OnlyCode.Item.self)
      #expect(
        try store.rows("SELECT DISTINCT ZTOMBSTONE0, ZTOMBSTONE1 FROM ACHANGE") == ["NULL|NULL"])
    }
  }

  @Test func `values of deleted models go where a foreign store kept others`() throws {
    try withMigratingStore { store in
      try deleteOne(Serial.Item(), in: store)
      try store.forgetModel()
      try store.open(SerialCodeSize.Item.self)
      #expect(
        try store.rows("SELECT DISTINCT ZTOMBSTONE0, ZTOMBSTONE1 FROM ACHANGE") == ["NULL|NULL"])
    }
  }

  enum SerialCodeSize {
    @Model final class Item {
      @Attribute(.preserveValueOnDeletion) var serial: String?
      @Attribute(.preserveValueOnDeletion) var code: String?
      var age: Int?
      var size: Int?

      init() {}
    }
  }

  enum Tasks {
    @Model final class Task {
      var name = ""
      var tags = ""
      @Relationship(inverse: \Outcome.task) var outcomes: [Outcome] = []

      init() {}
    }

    @Model final class Outcome {
      var task: Task?

      init() {}
    }
  }

  enum FewerTasks {
    @Model final class Task {
      var name = ""
      var tags = ""
      var zest: Int?

      init() {}
    }

    @Model final class Outcome {
      var task: Task?

      init() {}
    }
  }

  @Test func `a foreign store's changes name none where a relationship may be gone`() throws {
    try withMigratingStore { store in
      try store.open(Tasks.Task.self, Tasks.Outcome.self) { context in
        let task = Tasks.Task()
        context.insert(task)
        try context.save()
        task.tags = "new"
        try context.save()
      }
      try store.forgetModel()
      try store.open(FewerTasks.Task.self, FewerTasks.Outcome.self) { context in
        let updates = try context.history().flatMap(\.changes).compactMap { change in
          if case .update(let update as DefaultHistoryUpdate<FewerTasks.Task>) = change {
            Set(update.updatedAttributes.map { $0 as AnyKeyPath })
          } else {
            nil
          }
        }
        #expect(updates == [[]])
      }
    }
  }
}
