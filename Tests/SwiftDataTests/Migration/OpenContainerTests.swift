import Foundation
import Testing

@testable import SwiftData

/// A container that was open before another one migrated its store.
@Suite struct OpenContainerTests {
  enum Zoo {
    @Model class Animal {
      var name: String

      init(_ name: String) { self.name = name }
    }

    @Model final class Bird: Animal {
      override init(_ name: String) { super.init(name) }
    }

    @Model final class Keeper {
      var name: String

      init(_ name: String) { self.name = name }
    }

    static var schema: Schema { Schema([Animal.self, Bird.self, Keeper.self]) }
  }

  /// A class more in the hierarchy, which takes the number that another had.
  enum Later {
    @Model class Animal {
      var name: String

      init(_ name: String) { self.name = name }
    }

    @Model final class Ape: Animal {
      override init(_ name: String) { super.init(name) }
    }

    @Model final class Bird: Animal {
      override init(_ name: String) { super.init(name) }
    }

    @Model final class Keeper {
      var name: String

      init(_ name: String) { self.name = name }
    }

    static var schema: Schema { Schema([Animal.self, Ape.self, Bird.self, Keeper.self]) }
  }

  /// Runs a body with a container that is open, and the means to migrate its store.
  private func withOpenContainer(
    _ body: (ModelContainer, MigratingStore, _ migrate: () throws -> Void) throws -> Void
  ) throws {
    try withMigratingStore { store in
      let container = try ModelContainer(
        for: Zoo.schema, configurations: ModelConfiguration(url: store.url))
      let context = ModelContext(container)
      context.insert(Zoo.Bird("Tit"))
      context.insert(Zoo.Keeper("Ida"))
      try context.save()
      try body(container, store) {
        try store.open(Later.schema) { context in
          context.insert(Later.Ape("Kong"))
          try context.save()
        }
      }
    }
  }

  private func expectRefusal<Result>(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
  ) {
    let error = #expect(throws: SwiftDataError.self, sourceLocation: sourceLocation) {
      _ = try body()
    }
    #expect(error == .modelValidationFailure, sourceLocation: sourceLocation)
    #expect(
      "\(String(describing: error))".contains("has been migrated"), sourceLocation: sourceLocation)
  }

  @Test func `an insertion of a class whose number has changed is refused`() throws {
    try withOpenContainer { container, store, migrate in
      try migrate()
      let context = ModelContext(container)
      context.insert(Zoo.Bird("Jay"))
      expectRefusal { try context.save() }
      #expect(try store.rows("SELECT ZNAME FROM ZANIMAL ORDER BY ZNAME") == ["Kong", "Tit"])
      try store.open(Later.schema) { context throws in
        #expect(try context.fetch(FetchDescriptor<Later.Bird>()).map(\.name) == ["Tit"])
      }
    }
  }

  @Test func `an update and a deletion are refused`() throws {
    try withOpenContainer { container, store, migrate in
      let context = ModelContext(container)
      let keeper = try #require(try context.fetch(FetchDescriptor<Zoo.Keeper>()).first)
      try migrate()
      keeper.name = "Ada"
      expectRefusal { try context.save() }
      context.rollback()
      context.delete(keeper)
      expectRefusal { try context.save() }
      #expect(try store.rows("SELECT ZNAME FROM ZKEEPER") == ["Ida"])
    }
  }

  @Test func `a fetch does not take rows for those of another class`() throws {
    try withOpenContainer { container, _, migrate in
      try migrate()
      let context = ModelContext(container)
      expectRefusal {
        try context.fetch(FetchDescriptor<Zoo.Animal>())
      }
      expectRefusal {
        try context.fetchCount(FetchDescriptor<Zoo.Bird>())
      }
      expectRefusal {
        try context.fetchIdentifiers(FetchDescriptor<Zoo.Bird>())
      }
    }
  }

  @Test func `batch deletions, the history and an erasure are refused`() throws {
    try withOpenContainer { container, store, migrate in
      try migrate()
      let context = ModelContext(container)
      expectRefusal {
        try context.delete(model: Zoo.Keeper.self)
        try context.save()
      }
      expectRefusal { try context.history() }
      expectRefusal { try container.erase() }
      #expect(try store.rows("SELECT ZNAME FROM ZKEEPER") == ["Ida"])
    }
  }

  enum Fewer {
    @Model final class Keeper {
      var title = ""

      init() {}
    }
  }

  @Test func `a column that is gone is explained`() throws {
    try withOpenContainer { container, store, _ in
      try store.open(Fewer.Keeper.self)
      let context = ModelContext(container)
      expectRefusal {
        try context.fetch(FetchDescriptor<Zoo.Keeper>())
      }
      expectRefusal {
        try context.fetch(FetchDescriptor<Zoo.Animal>())
      }
    }
  }

  @Test func `a new container goes on where the old one is refused`() throws {
    try withOpenContainer { old, store, migrate in
      try migrate()
      try withExtendedLifetime(old) {
        try store.open(Later.schema) { context in
          context.insert(Later.Bird("Jay"))
          try context.save()
          #expect(
            try context.fetch(FetchDescriptor<Later.Bird>()).map(\.name).sorted()
              == ["Jay", "Tit"])
        }
      }
    }
  }

  @Test func `saves of another container of the same models change nothing`() throws {
    try withOpenContainer { container, store, _ in
      for name in ["Jay", "Owl"] {
        try store.open(Zoo.schema) { context in
          context.insert(Zoo.Bird(name))
          try context.save()
        }
        let context = ModelContext(container)
        context.insert(Zoo.Bird("\(name)let"))
        try context.save()
      }
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Zoo.Bird>()) == 5)
    }
  }

  @Test func `a change of indexes alone is none of the models`() throws {
    try withOpenContainer { container, store, _ in
      // As an app that has set another version on the same models.
      try store.execute("CREATE INDEX Z_MORE ON ZKEEPER (ZNAME)")
      try store.open(Zoo.schema)
      let context = ModelContext(container)
      context.insert(Zoo.Keeper("Ada"))
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Zoo.Keeper>()) == 2)
    }
  }
}
