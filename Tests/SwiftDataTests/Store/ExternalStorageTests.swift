import Foundation
import Testing

@_spi(Testing) @testable import SwiftData

@Suite struct ExternalStorageTests {
  @Test func `a large value has a file of its own beside the store`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      context.insert(Photo(title: "Cluj", pixels: .large(1)))
      try context.save()
      let file = try #require(place.files.first)
      #expect(UUID(uuidString: file) != nil)
      #expect(place.files.count == 1)
      #expect(try place.bytes(of: file) == .large(1))
      #expect(try place.column() == Data([2]) + Data(file.utf8) + Data([0]))
      #expect(try place.titles(reading: .large(1)) == ["Cluj"])
    }
  }

  @Test func `a small value stays in its row`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      let limit = Data(repeating: 7, count: 131_072)
      context.insert(Photo(title: "Cluj", pixels: limit))
      try context.save()
      #expect(place.files.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: place.support.path))
      #expect(try place.column() == Data([1]) + limit)
      #expect(try place.titles(reading: limit) == ["Cluj"])
    }
  }

  @Test func `a store in memory keeps large values in its rows`() throws {
    let container = try ModelContainer(
      for: Photo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Photo(title: "Cluj", pixels: .large(1)))
    try context.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetch(FetchDescriptor<Photo>()).first?.pixels == .large(1))
    #expect(!FileManager.default.fileExists(atPath: "/dev/.null_SUPPORT"))
  }

  @Test func `nil has no file and no bytes`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      context.insert(Photo(title: "Cluj", pixels: nil))
      try context.save()
      #expect(try place.column() == nil)
      #expect(try place.titles(reading: nil) == ["Cluj"])
    }
  }

  @Test func `a save that replaces a value removes the former file`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      let photo = Photo(title: "Cluj", pixels: .large(1))
      context.insert(photo)
      try context.save()
      let former = place.files
      photo.pixels = .large(2)
      try context.save()
      #expect(place.files.count == 1)
      #expect(place.files != former)
      #expect(try place.titles(reading: .large(2)) == ["Cluj"])
      photo.pixels = Data([1, 2])
      try context.save()
      #expect(place.files.isEmpty)
      #expect(try place.titles(reading: Data([1, 2])) == ["Cluj"])
    }
  }

  @Test func `a save of other properties leaves the file alone`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      let photo = Photo(title: "Cluj", pixels: .large(1))
      context.insert(photo)
      try context.save()
      let former = place.files
      photo.title = "Sibiu"
      try context.save()
      #expect(place.files == former)
      #expect(try place.titles(reading: .large(1)) == ["Sibiu"])
    }
  }

  @Test func `a deletion removes the file`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      let photo = Photo(title: "Cluj", pixels: .large(1))
      context.insert(photo)
      try context.save()
      context.delete(photo)
      #expect(place.files.count == 1)
      try context.save()
      #expect(place.files.isEmpty)
    }
  }

  @Test func `an insertion that becomes an update removes the file of the former value`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      context.insert(Photo(title: "Cluj", pixels: .large(1)))
      try context.save()
      context.insert(Photo(title: "Cluj", pixels: .large(2)))
      try context.save()
      #expect(place.files.count == 1)
      #expect(try place.titles(reading: .large(2)) == ["Cluj"])
    }
  }

  @Test(arguments: [1, 2, 3])
  func `a save that fails keeps all files of the rows and leaves none of its own`(
    row: Int
  ) throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      let kept = Photo(title: "Cluj", pixels: .large(1))
      let leaving = Photo(title: "Sibiu", pixels: .large(2))
      context.insert(kept)
      context.insert(leaving)
      try context.save()
      let before = Set(place.files)
      kept.pixels = .large(3)
      context.delete(leaving)
      context.insert(Photo(title: "Iași", pixels: .large(4)))
      #expect(throws: Failure.self) {
        let failure = StoreTesting.AfterRow { written, _ in if written == row { throw Failure() } }
        try StoreTesting.$afterRow.withValue(failure) { try context.save() }
      }
      #expect(Set(place.files) == before)
      #expect(try place.titles(reading: .large(1)) == ["Cluj"])
      #expect(try place.titles(reading: .large(2)) == ["Sibiu"])
      try context.save()
      #expect(place.files.count == 2)
      #expect(try place.titles(reading: .large(3)) == ["Cluj"])
      #expect(try place.titles(reading: .large(4)) == ["Iași"])
    }
  }

  @Test func `a value that was fetched stays readable when another context replaces it`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let writer = ModelContext(container)
      writer.insert(Photo(title: "Cluj", pixels: .large(1)))
      try writer.save()
      let reader = ModelContext(container)
      let photo = try #require(try reader.fetch(FetchDescriptor<Photo>()).first)
      try #require(try writer.fetch(FetchDescriptor<Photo>()).first).pixels = .large(2)
      try writer.save()
      #expect(photo.pixels == .large(1))
    }
  }

  @Test func `a missing file is no value, and the rest of the model can be read`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      do {
        let container = try place.open()
        let context = ModelContext(container)
        context.insert(Photo(title: "Cluj", pixels: .large(1), thumbnail: .large(2)))
        try context.save()
      }
      try FileManager.default.removeItem(at: place.support)
      let container = try place.open()
      let context = ModelContext(container)
      let photo = try #require(try context.fetch(FetchDescriptor<Photo>()).first)
      #expect(photo.title == "Cluj")
      #expect(photo.pixels == nil)
      #expect(photo.thumbnail == Data())
    }
  }

  @Test func `a reference cannot lead out of the folder`() {
    let column = StoredValue.blob(Data([2]) + Data("../../secret".utf8) + Data([0]))
    #expect(ExternalStorage.fileName(in: column) == nil)
  }

  @Test func `an encoded collection may have external storage too`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let words = (0..<20_000).map { "word \($0)" }
      let container = try place.open()
      let context = ModelContext(container)
      context.insert(Photo(title: "Cluj", pixels: nil, words: words))
      try context.save()
      #expect(place.files.count == 1)
      let freshContainer = try place.open()
      let fresh = ModelContext(freshContainer)
      #expect(try fresh.fetch(FetchDescriptor<Photo>()).first?.words == words)
    }
  }

  @Test func `a text stays in its row`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let text = String(repeating: "long ", count: 100_000)
      let container = try place.open()
      let context = ModelContext(container)
      context.insert(Photo(title: "Cluj", pixels: nil, caption: text))
      try context.save()
      #expect(place.files.isEmpty)
      let freshContainer = try place.open()
      let fresh = ModelContext(freshContainer)
      #expect(try fresh.fetch(FetchDescriptor<Photo>()).first?.caption == text)
    }
  }

  @Test func `erasing removes the folder`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      context.insert(Photo(title: "Cluj", pixels: .large(1)))
      try context.save()
      try container.erase()
      #expect(!FileManager.default.fileExists(atPath: place.support.path))
    }
  }

  @Test func `erasing leaves files that no row of the store names`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      context.insert(Photo(title: "Cluj", pixels: .large(1), thumbnail: .large(2)))
      try context.save()
      // Another store of the same name without its suffix has the same folder.
      let other = UUID().uuidString
      try Data.large(3).write(
        to: place.support.appendingPathComponent("_EXTERNAL_DATA/\(other)"))
      try Data([1]).write(to: place.support.appendingPathComponent("notes"))
      try container.erase()
      #expect(place.files == [other])
      #expect(
        FileManager.default.fileExists(
          atPath: place.support.appendingPathComponent("notes").path))
    }
  }

  @Test func `an erasure that fails keeps the files`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      context.insert(Photo(title: "Cluj", pixels: .large(1)))
      try context.save()
      let writer = try Connection.open(path: place.url.path)
      try writer.run("BEGIN IMMEDIATE")
      #expect(throws: SQLiteError.self) { try container.erase() }
      try writer.run("ROLLBACK")
      #expect(try place.titles(reading: .large(1)) == ["Cluj"])
    }
  }

  @Test func `a first large value that is not saved leaves no folder`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      context.insert(Photo(title: "Cluj", pixels: .large(1)))
      #expect(throws: Failure.self) {
        let failure = StoreTesting.AfterRow { _, _ in throw Failure() }
        try StoreTesting.$afterRow.withValue(failure) { try context.save() }
      }
      #expect(!FileManager.default.fileExists(atPath: place.support.path))
      try context.save()
      #expect(try place.titles(reading: .large(1)) == ["Cluj"])
    }
  }

  @Test func `a value is compared with nil, and with nothing else`() throws {
    try withTemporaryFolder { folder in
      let place = Place(folder)
      let container = try place.open()
      let context = ModelContext(container)
      context.insert(Photo(title: "Cluj", pixels: .large(1)))
      context.insert(Photo(title: "Sibiu", pixels: nil))
      try context.save()
      let filled = FetchDescriptor<Photo>(predicate: #Predicate { $0.pixels != nil })
      #expect(try context.fetch(filled).map(\.title) == ["Cluj"])
      let bytes = Data.large(1)
      let same = FetchDescriptor<Photo>(predicate: #Predicate { $0.pixels == bytes })
      #expect(throws: SwiftDataError.self) { try context.fetch(same) }
    }
  }
}

private struct Failure: Error {}

/// A store in a folder, and the files beside it.
private struct Place {
  let folder: TemporaryFolder
  let url: URL
  let support: URL

  init(_ folder: TemporaryFolder) {
    self.folder = folder
    url = URL(fileURLWithPath: folder.file("Album.store"))
    support = URL(fileURLWithPath: folder.file(".Album_SUPPORT"))
  }

  func open() throws -> ModelContainer {
    try ModelContainer(for: Photo.self, configurations: ModelConfiguration(url: url))
  }

  private var external: URL { support.appendingPathComponent("_EXTERNAL_DATA") }

  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: external.path)) ?? []).sorted()
  }

  func bytes(of file: String) throws -> Data {
    try Data(contentsOf: external.appendingPathComponent(file))
  }

  /// The column of the first row, read past the engine.
  func column() throws -> Data? {
    let connection = try Connection.open(path: url.path, readOnly: true, create: false)
    return try connection.value("SELECT ZPIXELS FROM ZPHOTO")?.data
  }

  /// The titles of the stored photos with some bytes, as another container reads them.
  func titles(reading pixels: Data?) throws -> [String] {
    let container = try open()
    let context = ModelContext(container)
    return try context.fetch(FetchDescriptor<Photo>()).filter { $0.pixels == pixels }.map(\.title)
  }
}

extension Data {
  /// More bytes than a row keeps.
  fileprivate static func large(_ byte: UInt8) -> Data { Data(repeating: byte, count: 131_073) }
}

@Model private final class Photo {
  @Attribute(.unique) var title: String
  @Attribute(.externalStorage) var pixels: Data?
  @Attribute(.externalStorage) var thumbnail: Data
  @Attribute(.externalStorage) var words: [String]
  @Attribute(.externalStorage) var caption: String?

  init(
    title: String, pixels: Data?, thumbnail: Data = Data(), words: [String] = [],
    caption: String? = nil
  ) {
    self.title = title
    self.pixels = pixels
    self.thumbnail = thumbnail
    self.words = words
    self.caption = caption
  }
}
