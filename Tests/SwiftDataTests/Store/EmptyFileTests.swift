import Foundation
import SwiftData
import Testing

/// A file of no bytes in the place of a store: SQLite takes it for a new database, and so does SwiftData.
@Suite struct EmptyFileTests {
  @Model final class Leaf {
    var name: String

    init(_ name: String) { self.name = name }
  }

  private func open(_ folder: TemporaryFolder, allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Leaf.self,
      configurations: ModelConfiguration(
        url: URL(fileURLWithPath: folder.file("a.store")), allowsSave: allowsSave))
  }

  @Test func `an empty file becomes a store`() throws {
    try withTemporaryFolder { folder in
      _ = try folder.write(Data(), to: "a.store")
      do {
        let context = ModelContext(try open(folder))
        context.insert(Leaf("Oak"))
        try context.save()
      }
      let container = try open(folder)
      #expect(try ModelContext(container).fetch(FetchDescriptor<Leaf>()).map(\.name) == ["Oak"])
    }
  }

  @Test func `an empty file is refused where nothing may be saved, and stays`() throws {
    try withTemporaryFolder { folder in
      _ = try folder.write(Data(), to: "a.store")
      let error = #expect(throws: SwiftDataError.self) { try open(folder, allowsSave: false) }
      #expect(error == .loadIssueModelContainer)
      #expect("\(String(describing: error))".contains("empty"))
      #expect(try folder.content == ["a.store"])
      #expect(try folder.bytes(of: "a.store") == Data())
    }
  }

  @Test func `an empty file that is marked as read-only is refused, and stays`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.write(Data(), to: "a.store")
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      #expect(throws: SwiftDataError.loadIssueModelContainer) { try open(folder) }
      #expect(try folder.content == ["a.store"])
      #expect(try folder.bytes(of: "a.store") == Data())
    }
  }
}
