import Foundation
import SwiftData
import Testing

/// Configurations with `allowsSave: false`.
@Suite struct ReadOnlyStoreTests {
  @Test func `a store is read, and a save throws and leaves the store as it was`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      do {
        let container = try ModelContainer(
          for: Ticket.self, configurations: ModelConfiguration(url: url))
        let context = ModelContext(container)
        context.insert(Ticket(code: "A1"))
        try context.save()
      }
      let names = try folder.content
      let bytes = try folder.bytes(of: "a.store")
      do {
        let container = try ModelContainer(
          for: Ticket.self, configurations: ModelConfiguration(url: url, allowsSave: false))
        let context = ModelContext(container)
        let ticket = try #require(try context.fetch(FetchDescriptor<Ticket>()).first)
        #expect(ticket.code == "A1")
        ticket.code = "B2"
        context.insert(Ticket(code: "C3"))
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code == .fileWriteNoPermission)
        #expect(context.hasChanges)
        context.rollback()
        #expect(ticket.code == "A1")
        let erasure = #expect(throws: CocoaError.self) { try container.erase() }
        #expect(erasure?.code == .fileWriteNoPermission)
      }
      #expect(try folder.bytes(of: "a.store") == bytes)
      // SQLite shares the write-ahead log's index through a file, which a reader leaves behind.
      let auxiliary = ["a.store-shm", "a.store-wal"]
      #expect(try folder.content.filter { !auxiliary.contains($0) } == names)
    }
  }

  @Test func `a missing file is not made`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
        try ModelContainer(
          for: Ticket.self, configurations: ModelConfiguration(url: url, allowsSave: false))
      }
      let thrown = try #require(error)
      #expect("\(thrown)".contains("a.store"))
      #expect(try folder.content.isEmpty)
    }
  }

  @Test func `a store in memory may be read-only too`() throws {
    let container = try ModelContainer(
      for: Ticket.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true, allowsSave: false))
    let context = ModelContext(container)
    #expect(try context.fetch(FetchDescriptor<Ticket>()).isEmpty)
    context.insert(Ticket(code: "A1"))
    #expect(throws: CocoaError.self) { try context.save() }
  }

  @Test func `what another container saves is seen`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      let writing = try ModelContainer(
        for: Ticket.self, configurations: ModelConfiguration(url: url))
      let writer = ModelContext(writing)
      writer.insert(Ticket(code: "A1"))
      try writer.save()
      let reading = try ModelContainer(
        for: Ticket.self, configurations: ModelConfiguration(url: url, allowsSave: false))
      #expect(try ModelContext(reading).fetchCount(FetchDescriptor<Ticket>()) == 1)
      writer.insert(Ticket(code: "B2"))
      try writer.save()
      #expect(try ModelContext(reading).fetchCount(FetchDescriptor<Ticket>()) == 2)
    }
  }
}

@Model private final class Ticket {
  var code: String

  init(code: String) { self.code = code }
}
