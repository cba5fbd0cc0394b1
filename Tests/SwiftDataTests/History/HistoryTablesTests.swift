import Foundation
import Testing

@testable import SwiftData

/// The history as it is in the file, where it looks like a device's.
@Suite struct HistoryTablesTests {
  private func rows(_ sql: String, at url: URL) throws -> [[StoredValue]] {
    let connection = try Connection.open(path: url.path, readOnly: true, create: false)
    let statement = try connection.prepare(sql)
    var rows: [[StoredValue]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.column($0) })
    }
    return rows
  }

  @Test func `a save fills the tables as Apple's does`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      let container = try ModelContainer.hotel(at: url)
      let context = ModelContext(container)
      context.author = "app"
      let guest = try context.check(in: "Nora")[0]
      guest.rooms.append(Room(number: 1))
      try context.save()
      #expect(
        try rows("SELECT * FROM ACHANGE WHERE ZTRANSACTIONID = 1", at: url) == [
          [
            .integer(1), .integer(16001), .null, .integer(0), .integer(1), .integer(1), .integer(1),
            .null, .null, .null, .null,
          ]
        ])
      // The properties of a guest by name: address, age, host, key, name, rooms.
      #expect(
        try rows("SELECT ZCOLUMNS FROM ACHANGE WHERE ZCHANGETYPE = 1", at: url) == [
          [.blob(Data([0b0000_0100]))]
        ])
      #expect(
        try rows(
          "SELECT Z_ENT, Z_OPT, ZCONTEXTNAMETS, ZAUTHOR, ZQUERYGEN FROM ATRANSACTION", at: url)
          == Array(repeating: [.integer(16002), .null, .null, .null, .null], count: 2))
      #expect(
        try rows("SELECT Z_ENT, ZNAME FROM ATRANSACTIONSTRING WHERE ZNAME = 'app'", at: url) == [
          [.integer(16003), .text("app")]
        ])
      let highest = try rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000", at: url)
      let strings = try rows("SELECT COUNT(*) FROM ATRANSACTIONSTRING", at: url)
      #expect(highest == [[.integer(3)], [.integer(2)], strings[0]])
    }
  }

  @Test func `many rows of several entities have consecutive numbers`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      let container = try ModelContainer.hotel(at: url)
      let context = ModelContext(container)
      try context.check(in: "Nora")
      for number in 0..<50 {
        context.insert(Room(number: number))
        context.insert(Guest(name: "\(number)"))
      }
      try context.save()
      let found = try rows(
        "SELECT COUNT(*), MIN(Z_PK), MAX(Z_PK), MIN(ZENTITYPK), MAX(ZENTITYPK) FROM ACHANGE WHERE ZTRANSACTIONID = 2 GROUP BY ZENTITY",
        at: url)
      #expect(
        found == [
          [.integer(50), .integer(2), .integer(51), .integer(2), .integer(51)],
          [.integer(50), .integer(52), .integer(101), .integer(1), .integer(50)],
        ])
    }
  }

  @Test func `the history of a store that SwiftData wrote reads`() throws {
    try withSchedulerStore { container, _ in
      let context = ModelContext(container)
      let history = try context.history()
      #expect(history.count == 1)
      #expect(history[0].bundleIdentifier == "edu.stanford.spezi.scheduler.testapp")
      #expect(history[0].processIdentifier == "TestApp")
      #expect(history[0].author == nil)
      #expect(history[0].timestamp.timeIntervalSinceReferenceDate == 777_036_120.947099)
      #expect(history[0].changes.map(\.summary) == Array(repeating: "insert Task", count: 5))
      let identifiers = Set(history[0].changes.map(\.changedPersistentIdentifier))
      let tasks = try context.fetch(FetchDescriptor<Scheduler.Task>())
      #expect(identifiers == Set(tasks.map(\.persistentModelID)))
    }
  }

  @Test func `the history of a store that SwiftData wrote goes on`() throws {
    try withSchedulerStore { container, url in
      let context = ModelContext(container)
      let token = try #require(try context.history().last?.token)
      let task = try #require(try context.fetch(FetchDescriptor<Scheduler.Task>()).first)
      task.tags = ["new"]
      try context.save()
      let later = try context.fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
      #expect(later.map(\.transactionIdentifier) == [2])
      guard
        case .update(let update as DefaultHistoryUpdate<Scheduler.Task>)? =
          later.first?.changes.first
      else {
        Issue.record("no update of a task")
        return
      }
      #expect(update.updatedAttributes.map { $0 as AnyKeyPath } == [\Scheduler.Task.tags])
      #expect(try rows("SELECT MAX(Z_PK) FROM ACHANGE", at: url) == [[.integer(6)]])
    }
  }

  @Test func `a store without history tables gets them with the first save`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      try ModelContainer.checkIn("Nora", at: url)
      do {
        let connection = try Connection.open(path: url.path, readOnly: false, create: false)
        try connection.execute(
          "DROP TABLE ACHANGE; DROP TABLE ATRANSACTION; DROP TABLE ATRANSACTIONSTRING; DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 16000"
        )
      }
      let container = try ModelContainer.hotel(at: url)
      let context = ModelContext(container)
      #expect(try context.history().isEmpty)
      try context.check(in: "Torvald")
      #expect(try context.history().flatMap(\.changes).map(\.summary) == ["insert Guest"])
    }
  }

  @Test func `a store gets the columns of tombstones that it lacks`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      try ModelContainer.checkIn("Nora", at: url)
      do {
        let connection = try Connection.open(path: url.path, readOnly: false, create: false)
        for index in 0..<3 {
          try connection.execute("ALTER TABLE ACHANGE DROP COLUMN ZTOMBSTONE\(index)")
        }
      }
      let container = try ModelContainer.hotel(at: url)
      let context = ModelContext(container)
      #expect(try context.history().count == 1)
      context.delete(try #require(try context.fetch(FetchDescriptor<Guest>()).first))
      try context.save()
      guard
        case .delete(let deletion as DefaultHistoryDelete<Guest>)? =
          try context.history().last?.changes.first
      else {
        Issue.record("no deletion of a guest")
        return
      }
      #expect(deletion.tombstone[\.name] as? String == "Nora")
    }
  }

  @Test(arguments: [16001, 16002, 16003])
  func `a history without keys left refuses the save`(number: Int) throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      try ModelContainer.checkIn("Nora", at: url)
      do {
        let connection = try Connection.open(path: url.path, readOnly: false, create: false)
        try connection.run(
          "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
          [.integer(.max), .integer(Int64(number))])
      }
      let container = try ModelContainer.hotel(at: url)
      let context = ModelContext(container)
      context.author = "new"
      context.insert(Guest(name: "Ida"))
      let error = #expect(throws: SwiftDataError.self) { try context.save() }
      #expect(error == .modelValidationFailure)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Guest>()) == 1)
    }
  }
}

/// Runs a body with a copy of the fixture.
private func withSchedulerStore(_ body: (ModelContainer, URL) throws -> Void) throws {
  try withTemporaryFolder { folder in
    let fixture = try #require(
      Bundle.module.url(forResource: "scheduler", withExtension: "store", subdirectory: "Fixtures"))
    let url = URL(fileURLWithPath: folder.file("scheduler.store"))
    try FileManager.default.copyItem(at: fixture, to: url)
    // The fixture may be read-only, and a copy keeps that.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
    try body(
      ModelContainer(for: Scheduler.schema, configurations: ModelConfiguration(url: url)), url)
  }
}
