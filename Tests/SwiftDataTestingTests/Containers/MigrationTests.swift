import Foundation
import SwiftData
import SwiftDataTesting
import Testing

/// Containers of the toolkit over stores that older models wrote.
@Suite struct MigrationTests {
  enum Old: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Meal.self] }

    @Model final class Meal {
      var name: String

      init(_ name: String) { self.name = name }
    }
  }

  enum New: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Meal.self] }

    @Model final class Meal {
      var name: String
      var course: String?

      init(_ name: String) { self.name = name }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Old.self, New.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: Old.self, toVersion: New.self, willMigrate: nil,
          didMigrate: { context in
            for meal in try context.fetch(FetchDescriptor<New.Meal>()) { meal.course = "main" }
            try context.save()
          })
      ]
    }
  }

  private func writeOld(_ store: TemporaryStore) throws {
    let container = try store.open(for: Old.Meal.self)
    let context = container.freshContext()
    context.insert(Old.Meal("rye"))
    try context.save()
  }

  @Test func `a copied store is migrated by a plan, and the original stays`() throws {
    try withTemporaryStore { store in
      try writeOld(store)
      let before = try Data(contentsOf: store.url)
      let container = try ModelContainer.temporaryFile(
        copying: store.url, for: New.Meal.self, migrationPlan: Plan.self)
      expectStored(New.Meal.self, \.course, equal: ["main"], in: container)
      #expect(try Data(contentsOf: store.url) == before)
    }
  }

  @Test func `a copy takes along what is in the log only`() throws {
    try withTemporaryStore { store in
      let open = try store.open(for: Old.Meal.self)
      let context = open.freshContext()
      context.insert(Old.Meal("rye"))
      try context.save()
      let container = try ModelContainer.temporaryFile(
        copying: store.url, for: Schema(versionedSchema: New.self))
      expectStored(New.Meal.self, \.name, equal: ["rye"], in: container)
    }
  }

  @Test func `a missing store is an error, and leaves no folder`() {
    #expect(throws: (any Error).self) {
      try ModelContainer.temporaryFile(
        copying: URL(fileURLWithPath: "/nowhere/a.store"), for: Old.Meal.self)
    }
  }

  @Test func `saves of a migrated store can be made to fail`() throws {
    try withTemporaryStore { store in
      try writeOld(store)
      let container = try store.open(for: New.Meal.self, migrationPlan: Plan.self)
      let context = container.freshContext()
      context.insert(New.Meal("soup"))
      #expect(throws: (any Error).self) {
        try withSaveFailure(.always, in: container) { try context.save() }
      }
      context.rollback()
      expectStored(New.Meal.self, count: 1, in: container)
    }
  }
}
