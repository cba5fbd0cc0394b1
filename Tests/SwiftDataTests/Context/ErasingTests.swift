import Foundation
import SwiftData
import Testing

/// What is left of a container's models when they are erased.
@Suite struct ErasingTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
    let shelf = Shelf(name: "Plays")
    shelf.books = [Volume(title: "Brand")]
    context.insert(shelf)
    try context.save()
  }

  @Test func `fetches find nothing, in every context`() throws {
    try container.erase()
    #expect(try context.fetch(FetchDescriptor<Shelf>()).isEmpty)
    #expect(try context.fetchCount(FetchDescriptor<Volume>()) == 0)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 0)
  }

  @Test func `deleteAllData does the same`() throws {
    container.deleteAllData()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 0)
  }

  @Test func `what was loaded can be read, and its change cannot be saved`() throws {
    let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
    try container.erase()
    #expect(shelf.name == "Plays")
    shelf.name = "edited"
    #expect(throws: CocoaError.self) { try context.save() }
    context.rollback()
    try context.save()
  }

  @Test func `what was inserted and unsaved is saved`() throws {
    context.insert(Shelf(name: "new"))
    try container.erase()
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Shelf>()).map(\.name) == ["new"])
  }

  @Test func `the history goes too, and a token from before is expired`() throws {
    let descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    let token = try #require(try context.fetchHistory(descriptor).last).token
    try container.erase()
    #expect(try context.fetchHistory(descriptor).isEmpty)
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context.fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
    }
  }

  @Test func `a read-only store is not erased`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      try ModelContainer.checkIn("Nora", at: url)
      let container = try ModelContainer(
        for: Guest.self, Room.self, Host.self,
        configurations: ModelConfiguration(url: url, allowsSave: false))
      #expect(throws: CocoaError.self) { try container.erase() }
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Guest>()) == 1)
    }
  }
}
