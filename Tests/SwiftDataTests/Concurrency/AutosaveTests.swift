import Foundation
import SwiftData
import Synchronization
import Testing

/// The main context, which saves by itself when the main actor is free.
@MainActor @Suite struct AutosaveTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = container.mainContext
  }

  /// Lets the main actor do what it has been asked to.
  private func waitUntilSaved() async {
    for _ in 0..<1_000 where context.hasChanges { await Task.yield() }
  }

  private func storedNames() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Shelf>()).map(\.name)
  }

  @Test func `the main context saves by itself, and a context made by hand does not`() {
    #expect(context.autosaveEnabled)
    #expect(!ModelContext(container).autosaveEnabled)
    #expect(container.mainContext === context)
  }

  @Test func `an insertion, a change and a deletion are saved`() async throws {
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    #expect(try storedNames() == [])
    await waitUntilSaved()
    #expect(try storedNames() == ["Poetry"])
    shelf.name = "Drama"
    await waitUntilSaved()
    #expect(try storedNames() == ["Drama"])
    context.delete(shelf)
    await waitUntilSaved()
    #expect(try storedNames() == [])
  }

  @Test func `nothing is saved in the middle of work`() async throws {
    context.insert(Shelf(name: "Poetry"))
    context.insert(Shelf(name: "Drama"))
    #expect(context.insertedModelsArray.count == 2)
    #expect(try storedNames() == [])
    await waitUntilSaved()
    #expect(try storedNames().count == 2)
  }

  @Test func `work that sleeps lets the main context save`() async throws {
    context.insert(Shelf(name: "Poetry"))
    try await Task.sleep(for: .milliseconds(50))
    #expect(!context.hasChanges)
    #expect(try storedNames() == ["Poetry"])
  }

  @Test func `a main context that shall not save by itself leaves changes pending`() async throws {
    context.autosaveEnabled = false
    context.insert(Shelf(name: "Poetry"))
    try await Task.sleep(for: .milliseconds(20))
    #expect(context.hasChanges)
    #expect(try storedNames() == [])
  }

  @Test func `changes made before are saved when autosave is switched on`() async throws {
    context.autosaveEnabled = false
    context.insert(Shelf(name: "Poetry"))
    context.autosaveEnabled = true
    await waitUntilSaved()
    #expect(try storedNames() == ["Poetry"])
  }

  @Test func `an autosave that fails leaves the changes pending for the next`() async throws {
    let volume = Volume(title: "Odes")
    let loan = Loan(reader: "Ana", book: volume)
    context.insert(loan)
    await waitUntilSaved()
    context.delete(loan)
    try await Task.sleep(for: .milliseconds(20))
    #expect(context.hasChanges)
    loan.book = nil
    context.insert(Shelf(name: "Poetry"))
    await waitUntilSaved()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Loan>()) == 0)
  }

  @Test func `an autosave posts its notification once`() async throws {
    let posted = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { _ in posted.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    context.insert(Shelf(name: "Poetry"))
    context.insert(Shelf(name: "Drama"))
    await waitUntilSaved()
    #expect(posted.withLock { $0 } == 1)
  }

  @Test func `a main context whose container is gone meanwhile saves nothing`() async throws {
    var container: ModelContainer? = try .library()
    let context = try #require(container?.mainContext)
    context.insert(Shelf(name: "Poetry"))
    container = nil
    try await Task.sleep(for: .milliseconds(20))
    #expect(context.hasChanges)
  }
}
