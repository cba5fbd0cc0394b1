import Foundation
import Testing

@testable import SwiftData

/// Stores of another writer under a plan whose versions have the same tables.
@Suite struct ForeignStorePlanTests {
  enum External: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Cat.self] }

    @Model final class Cat {
      @Attribute(.externalStorage) var photo: Data?

      init() { photo = Data("photo".utf8) }
    }
  }

  enum Internal: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Cat.self] }

    @Model final class Cat {
      var photo: Data?

      init() {}
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [External.self, Internal.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: External.self, toVersion: Internal.self, willMigrate: nil,
          didMigrate: { context in
            let cat = Internal.Cat()
            context.insert(cat)
            try context.save()
          })
      ]
    }
  }

  private func withStore(_ body: (MigratingStore) throws -> Void) throws {
    try withMigratingStore { store in
      try store.open(External.self) { context in
        context.insert(External.Cat())
        try context.save()
      }
      try store.forgetModel()
      try body(store)
    }
  }

  @Test func `the version that a store names is the one that it is of`() throws {
    try withStore { store in
      for _ in 1...2 {
        try store.open(Internal.self, plan: Plan.self) { context throws in
          let photos = try context.fetch(FetchDescriptor<Internal.Cat>()).map(\.photo)
          #expect(photos.count == 2)
          #expect(photos.contains(Data("photo".utf8)) && photos.contains(nil))
        }
      }
    }
  }

  enum Later: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [External.Cat.self] }
  }

  enum PlanOfOthers: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Internal.self, Later.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: Internal.self, toVersion: Later.self)]
    }
  }

  @Test func `a store that names none of several versions is refused`() throws {
    try withStore { store in
      let before = try store.files
      let error = #expect(throws: SwiftDataError.self) {
        try store.open(Later.self, plan: PlanOfOthers.self)
      }
      #expect(cocoaCode(error) == 134504)
      #expect("\(String(describing: error))".contains("1.0.0"))
      #expect(try store.files == before)
    }
  }
}
