import Foundation
import Testing

@testable import SwiftData

/// Migration of models that inherit, and of large values in files beside the store.
@Suite struct MigrationKindTests {
  enum Plain {
    @Model final class Photo {
      var name: String
      @Attribute(.externalStorage) var picture: Data?

      init(_ name: String) { self.name = name }
    }
  }

  enum Renamed {
    @Model final class Photo {
      var name: String
      @Attribute(.externalStorage, originalName: "picture") var image: Data?
      var album: Album?

      init(_ name: String) { self.name = name }
    }

    @Model final class Album {
      var title = ""

      init() {}
    }
  }

  enum InRow {
    @Model final class Photo {
      var name: String
      var picture: Data?

      init(_ name: String) { self.name = name }
    }
  }

  enum WithoutPicture {
    @Model final class Photo {
      var name: String

      init(_ name: String) { self.name = name }
    }
  }

  private static let large = Data(repeating: 7, count: 300_000)

  private func writePhotos(_ store: MigratingStore) throws {
    try store.open(Plain.Photo.self) { context in
      for (name, picture) in [("large", Self.large), ("small", Data([1, 2, 3])), ("none", nil)] {
        let photo = Plain.Photo(name)
        photo.picture = picture
        context.insert(photo)
      }
      try context.save()
    }
  }

  private func largeFiles(_ store: MigratingStore) -> [String] {
    let folder = store.folder.file(".app_SUPPORT/_EXTERNAL_DATA")
    return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  @Test func `what others add to a store of the schema stays`() throws {
    try withMigratingStore { store in
      try writePhotos(store)
      try store.execute(
        """
        ALTER TABLE ZPHOTO ADD COLUMN ZREMARK TEXT;
        UPDATE ZPHOTO SET ZREMARK = 'kept';
        CREATE INDEX remarks ON ZPHOTO (ZREMARK);
        CREATE TABLE NOTES (TEXT TEXT)
        """)
      let before = try store.statements
      try store.open(Plain.Photo.self) { context in
        context.insert(Plain.Photo("new"))
        try context.save()
      }
      #expect(try store.statements == before)
      #expect(
        try store.rows("SELECT ZREMARK, COUNT(*) FROM ZPHOTO GROUP BY ZREMARK ORDER BY ZREMARK")
          == ["NULL|1", "kept|3"])
    }
  }

  @Test func `files of large values stay with a renamed attribute`() throws {
    try withMigratingStore { store in
      try writePhotos(store)
      let files = largeFiles(store)
      #expect(files.count == 1)
      try store.open(Renamed.Photo.self) { context in
        let photos = try context.fetch(
          FetchDescriptor<Renamed.Photo>(sortBy: [SortDescriptor(\.name)]))
        #expect(photos.map(\.image) == [Self.large, nil, Data([1, 2, 3])])
      }
      #expect(largeFiles(store) == files)
    }
  }

  @Test func `values come back into their rows where external storage is given up, and again`()
    throws
  {
    try withMigratingStore { store in
      try writePhotos(store)
      try store.open(InRow.Photo.self) { context in
        let photos = try context.fetch(
          FetchDescriptor<InRow.Photo>(sortBy: [SortDescriptor(\.name)]))
        #expect(photos.map(\.picture) == [Self.large, nil, Data([1, 2, 3])])
      }
      #expect(largeFiles(store).isEmpty)
      try store.open(Plain.Photo.self) { context in
        let photos = try context.fetch(
          FetchDescriptor<Plain.Photo>(sortBy: [SortDescriptor(\.name)]))
        #expect(photos.map(\.picture) == [Self.large, nil, Data([1, 2, 3])])
      }
    }
  }

  @Test func `a file that cannot be read fails the migration, and stays`() throws {
    try withMigratingStore { store in
      try writePhotos(store)
      let name = try #require(largeFiles(store).first)
      let file = URL(fileURLWithPath: store.folder.file(".app_SUPPORT/_EXTERNAL_DATA/\(name)"))
      let kept = URL(fileURLWithPath: store.folder.file("kept"))
      // What is no file cannot be read as one, not even by the superuser.
      try FileManager.default.moveItem(at: file, to: kept)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      let before = try store.folder.bytes(of: "app.store")
      let error = #expect(throws: SwiftDataError.self) { try store.open(InRow.Photo.self) }
      #expect(error == .loadIssueModelContainer)
      #expect("\(try #require(error))".contains("'Photo.picture'"))
      #expect("\(try #require(error))".contains(name))
      #expect(try store.folder.bytes(of: "app.store") == before)
      #expect(largeFiles(store) == [name])
      try FileManager.default.removeItem(at: file)
      try FileManager.default.moveItem(at: kept, to: file)
      try store.open(InRow.Photo.self) { context in
        let photos = try context.fetch(
          FetchDescriptor<InRow.Photo>(sortBy: [SortDescriptor(\.name)]))
        #expect(photos.map(\.picture) == [Self.large, nil, Data([1, 2, 3])])
      }
    }
  }

  @Test func `a file that is missing is no value after a migration either`() throws {
    try withMigratingStore { store in
      try writePhotos(store)
      let name = try #require(largeFiles(store).first)
      try FileManager.default.removeItem(
        atPath: store.folder.file(".app_SUPPORT/_EXTERNAL_DATA/\(name)"))
      try store.open(InRow.Photo.self) { context in
        let photos = try context.fetch(
          FetchDescriptor<InRow.Photo>(sortBy: [SortDescriptor(\.name)]))
        #expect(photos.map(\.picture) == [nil, nil, Data([1, 2, 3])])
      }
    }
  }

  @Test func `values that look like references stay what they are`() throws {
    let values = [
      Data([1, 7]), Data([2, 7]), Data([2]) + Data(UUID().uuidString.utf8) + Data([0]), Data([0]),
      Data(),
    ]
    try withMigratingStore { store in
      try store.open(InRow.Photo.self) { context in
        for (index, value) in values.enumerated() {
          let photo = InRow.Photo("\(index)")
          photo.picture = value
          context.insert(photo)
        }
        try context.save()
      }
      for _ in 0..<2 {
        try store.open(Plain.Photo.self) { context in
          let photos = try context.fetch(
            FetchDescriptor<Plain.Photo>(sortBy: [SortDescriptor(\.name)]))
          #expect(photos.map(\.picture) == values)
        }
        try store.open(InRow.Photo.self) { context in
          let photos = try context.fetch(
            FetchDescriptor<InRow.Photo>(sortBy: [SortDescriptor(\.name)]))
          #expect(photos.map(\.picture) == values)
        }
      }
    }
  }

  enum FailingFirst: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: V1.self, toVersion: V2.self,
          willMigrate: { context in
            let photo = Plain.Photo("large")
            photo.picture = MigrationKindTests.large
            context.insert(photo)
            try context.save()
          }, didMigrate: { _ in throw Failure() })
      ]
    }
  }

  @Test func `a failed stage that wrote the first large value leaves no folder`() throws {
    try withMigratingStore { store in
      try store.open(Plain.Photo.self) { context in
        context.insert(Plain.Photo("none"))
        try context.save()
      }
      let before = try store.folder.content
      #expect(throws: SwiftDataError.self) { try store.open(V2.self, plan: FailingFirst.self) }
      #expect(try store.folder.content == before)
    }
  }

  @Test func `files go with an attribute that goes`() throws {
    try withMigratingStore { store in
      try writePhotos(store)
      try store.open(WithoutPicture.Photo.self)
      #expect(largeFiles(store).isEmpty)
    }
  }

  struct Failure: Error {}

  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Plain.Photo.self] }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [WithoutPicture.Photo.self] }
  }

  enum Failing: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: V1.self, toVersion: V2.self,
          willMigrate: { context in
            for photo in try context.fetch(FetchDescriptor<Plain.Photo>()) {
              if photo.name == "large" { photo.picture = nil }
              if photo.name == "none" { photo.picture = MigrationKindTests.large }
            }
            try context.save()
          }, didMigrate: { _ in throw Failure() })
      ]
    }
  }

  @Test func `a failed migration leaves the files as they were`() throws {
    try withMigratingStore { store in
      try writePhotos(store)
      let files = largeFiles(store)
      #expect(throws: SwiftDataError.self) { try store.open(V2.self, plan: Failing.self) }
      #expect(largeFiles(store) == files)
      try store.open(Plain.Photo.self) { context in
        let photos = try context.fetch(
          FetchDescriptor<Plain.Photo>(sortBy: [SortDescriptor(\.name)]))
        #expect(photos.map(\.picture) == [Self.large, nil, Data([1, 2, 3])])
      }
    }
  }

  enum Zoo {
    @Model class Animal {
      var name: String

      init(_ name: String) { self.name = name }
    }

    @Model final class Bird: Animal {
      var span: Double = 0

      override init(_ name: String) { super.init(name) }
    }

    @Model final class Keeper {
      var favourite: Animal?

      init() {}
    }
  }

  enum LaterZoo {
    @Model final class Aviary {
      var place = ""

      init() {}
    }

    @Model class Animal {
      @Attribute(originalName: "name") var title: String
      var age: Int = 1

      init(_ title: String) { self.title = title }
    }

    @Model final class Bird: Animal {
      var span: Double = 0
      var home: Aviary?

      override init(_ title: String) { super.init(title) }
    }

    @Model final class Keeper {
      var favourite: Animal?

      init() {}
    }
  }

  @Test func `models that inherit keep their class, and references to them their entity`() throws {
    try withMigratingStore { store in
      try store.open(Zoo.Animal.self, Zoo.Bird.self, Zoo.Keeper.self) { context in
        let bird = Zoo.Bird("Tit")
        bird.span = 22
        context.insert(bird)
        context.insert(Zoo.Animal("Cat"))
        let keeper = Zoo.Keeper()
        context.insert(keeper)
        keeper.favourite = bird
        try context.save()
      }
      let later = Schema([
        LaterZoo.Animal.self, LaterZoo.Bird.self, LaterZoo.Keeper.self, LaterZoo.Aviary.self,
      ])
      try store.open(later) { context in
        let animals = try context.fetch(
          FetchDescriptor<LaterZoo.Animal>(sortBy: [SortDescriptor(\.title)]))
        #expect(animals.map(\.title) == ["Cat", "Tit"])
        #expect(animals.map(\.age) == [1, 1])
        #expect((animals.last as? LaterZoo.Bird)?.span == 22)
        let keeper = try #require(try context.fetch(FetchDescriptor<LaterZoo.Keeper>()).first)
        #expect(keeper.favourite is LaterZoo.Bird)
      }
      #expect(try store.statements == statementsOfNewStore(later))
    }
  }
}
