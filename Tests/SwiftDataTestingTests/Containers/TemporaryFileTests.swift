import Foundation
import SwiftData
import Testing

@testable import SwiftDataTesting

@Suite struct TemporaryFileTests {
  @Test func `no file is left when the container is gone`() throws {
    func useContainer() throws -> URL {
      let container = try ModelContainer.temporaryFile(for: Entry.self)
      try Journal(ModelContext(container)).add("rye")
      let url = try #require(ContainerRegistry.probe(of: container)?.folder?.url)
      #expect(try !FileManager.default.contentsOfDirectory(atPath: url.path).isEmpty)
      return url
    }
    let url = try useContainer()
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func `no file is left after a scope whose body throws`() throws {
    struct Failure: Error {}
    var url: URL?
    #expect(throws: Failure.self) {
      try withModelContainer(for: Entry.self, storedIn: .temporaryFile) { container in
        try Journal(container.freshContext()).add("rye")
        url = ContainerRegistry.probe(of: container)?.folder?.url
        throw Failure()
      }
    }
    let path = try #require(url?.path)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a scope removes its files although the container lives on`() throws {
    var kept: ModelContainer?
    try withModelContainer(for: Entry.self, storedIn: .temporaryFile) { container in
      try Journal(container.freshContext()).add("rye")
      kept = container
    }
    let container = try #require(kept)
    let path = try #require(ContainerRegistry.probe(of: container)?.folder?.url.path)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a scope removes the files of large values too, and a later save makes none`() throws {
    var kept: ModelContainer?
    var path = ""
    try withModelContainer(for: Picture.self, storedIn: .temporaryFile) { container in
      let context = container.freshContext()
      context.insert(Picture(pixels: Data(repeating: 1, count: 200_000)))
      try context.save()
      path = try #require(ContainerRegistry.probe(of: container)?.folder?.url.path)
      #expect(FileManager.default.fileExists(atPath: path + "/.test_SUPPORT/_EXTERNAL_DATA"))
      kept = container
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    let context = ModelContext(try #require(kept))
    context.insert(Picture(pixels: Data(repeating: 2, count: 200_000)))
    #expect(throws: (any Error).self) { try context.save() }
    context.rollback()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a temporary store keeps its content from one container to the next`() throws {
    try withTemporaryStore { store in
      do {
        let container = try store.open(for: Entry.self)
        try Journal(ModelContext(container)).add("rye")
      }
      let reopened = try store.open(for: Entry.self)
      expectStored(Entry.self, \.title, equal: ["rye"], in: reopened)
    }
  }

  @Test func `a temporary store is removed with all that the test put beside it`() throws {
    let url = try withTemporaryStore { store in
      try Data("beside".utf8).write(to: store.folderURL.appendingPathComponent("beside"))
      return store.folderURL
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func `what a dead process left is removed`() throws {
    let dead = FileManager.default.temporaryDirectory
      .appendingPathComponent("SwiftDataTesting-process-2147483000-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: dead, withIntermediateDirectories: true)
    TemporaryFolder.removeFoldersOfDeadProcesses()
    #expect(!FileManager.default.fileExists(atPath: dead.path))
  }

  @Test func `a container's probe goes with the container`() throws {
    weak var probe: StoreProbe?
    func useContainer() throws {
      let container = try ModelContainer.inMemory(for: Note.self)
      probe = ContainerRegistry.probe(of: container)
      #expect(probe != nil)
    }
    try useContainer()
    #expect(probe == nil)
  }
}

@Model private final class Picture {
  @Attribute(.externalStorage) var pixels: Data

  init(pixels: Data) { self.pixels = pixels }
}
