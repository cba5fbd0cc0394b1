import Foundation
import SwiftData
import Testing

/// Files that are no store of the schema: a clear error, and the file as it was.
@Suite struct BadStoreTests {
  @Test func `text instead of a database`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.write(Data("Dear diary, this is no database. ".utf8), to: "a.store")
      try expectRefusal(path, mentioning: "not a database", folder)
    }
  }

  @Test func `a truncated database`() throws {
    try withTemporaryFolder { folder in
      let sound = try makeLibrary(folder, "sound.store")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: sound))
      let path = try folder.write(bytes.prefix(6_000), to: "a.store")
      try expectRefusal(path, mentioning: "a.store", folder)
    }
  }

  @Test(arguments: [1, 15, 16, 50, 99, 100])
  func `a file that ends inside or after its header`(length: Int) throws {
    try withTemporaryFolder { folder in
      let sound = try makeLibrary(folder, "sound.store")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: sound))
      let path = try folder.write(bytes.prefix(length), to: "a.store")
      try expectRefusal(
        path, mentioning: length < 16 ? "not a database" : "after \(length) ", folder)
    }
  }

  @Test func `random bytes instead of a database`() throws {
    try withTemporaryFolder { folder in
      let bytes = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 &+ $0 >> 5) })
      try expectRefusal(
        try folder.write(bytes, to: "a.store"), mentioning: "not a database", folder)
    }
  }

  @Test func `a folder in the place of the file`() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder.file("a.store"), withIntermediateDirectories: false)
      #expect(throws: SwiftDataError.loadIssueModelContainer) { try open(folder.file("a.store")) }
    }
  }

  @Test func `a missing folder`() throws {
    try withTemporaryFolder { folder in
      #expect(throws: SwiftDataError.loadIssueModelContainer) {
        try open(folder.file("none/a.store"))
      }
    }
  }

  @Test func `a database that something else wrote`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.makeDatabase("a.store")
      try expectRefusal(path, mentioning: "SwiftData did not write", folder)
    }
  }

  @Test func `a read-only store fetches, and refuses to save`() throws {
    try withTemporaryFolder { folder in
      let path = try makeLibrary(folder, "a.store")
      let container = try ModelContainer(
        for: Shelf.self, Volume.self, Writer.self, Loan.self,
        configurations: ModelConfiguration(url: URL(fileURLWithPath: path), allowsSave: false))
      let context = ModelContext(container)
      let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
      shelf.name = "Drama"
      let error = #expect(throws: CocoaError.self) { try context.save() }
      #expect(error?.code == .fileWriteNoPermission)
      #expect(context.hasChanges)
    }
  }

  @Test func `a model that the schema does not have is refused by name`() throws {
    let container = try ModelContainer(
      for: Writer.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let fetchError = #expect(throws: SwiftDataError.self) {
      try context.fetch(FetchDescriptor<Loan>())
    }
    #expect("\(try #require(fetchError))".contains("'Loan'"))
    context.insert(Loan(reader: "Nora"))
    let saveError = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect("\(try #require(saveError))".contains("'Loan'"))
  }
}

private func open(_ path: String) throws {
  _ = try ModelContainer(
    for: Shelf.self, Volume.self, Writer.self, Loan.self,
    configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
}

/// Makes a store with one shelf, all in its one file.
private func makeLibrary(_ folder: TemporaryFolder, _ name: String) throws -> String {
  do {
    let container = try ModelContainer(
      for: Shelf.self, Volume.self, Writer.self, Loan.self,
      configurations: ModelConfiguration(url: URL(fileURLWithPath: folder.file(name))))
    let context = ModelContext(container)
    context.insert(Shelf(name: "Poetry"))
    try context.save()
  }
  return folder.file(name)
}

private func expectRefusal(
  _ path: String, mentioning text: String, _ folder: TemporaryFolder,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let before = try Data(contentsOf: URL(fileURLWithPath: path))
  let files = try folder.content
  let error = #expect(throws: SwiftDataError.self, sourceLocation: sourceLocation) {
    try open(path)
  }
  #expect(error == .loadIssueModelContainer, sourceLocation: sourceLocation)
  #expect("\(String(describing: error))".contains(text), sourceLocation: sourceLocation)
  #expect(
    try Data(contentsOf: URL(fileURLWithPath: path)) == before, sourceLocation: sourceLocation)
  #expect(try folder.content == files, sourceLocation: sourceLocation)
}
