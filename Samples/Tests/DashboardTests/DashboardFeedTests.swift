import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import Dashboard

@MainActor
@Suite(
  .modelContainer(for: Item.self) { context in
    for number in 1...4 {
      context.insert(
        Item(
          title: "item \(number)",
          timestamp: Date(timeIntervalSinceReferenceDate: Double(number))))
    }
  })
struct DashboardFeedTests {
  let feed: DashboardFeed

  init() throws {
    feed = DashboardFeed(try ModelContainer.current.mainContext)
    feed.refresh()
  }

  @Test func `the newest items are shown`() {
    #expect(feed.titles == ["item 4", "item 3", "item 2"])
    #expect(feed.total == 4)
  }

  @Test(arguments: [FetchFailure.Kind.models, .count])
  func `what was shown stays where the store cannot be read`(kind: FetchFailure.Kind) throws {
    let context = try ModelContainer.current.freshContext()
    context.insert(Item(title: "item 5", timestamp: .now))
    try context.save()
    withFetchFailure(.once.of(Item.self).on(kind)) { feed.refresh() }
    #expect(feed.isStale)
    #expect(feed.titles == ["item 4", "item 3", "item 2"] && feed.total == 4)
    feed.refresh()
    #expect(!feed.isStale)
    #expect(feed.titles.first == "item 5" && feed.total == 5)
  }

  @Test(.fetchFailure(.from(1)))
  func `a feed that can never be read is stale and empty`() throws {
    #expect(feed.isStale)
    #expect(feed.titles.isEmpty)
  }

  @Test func `an item that cannot be saved is neither shown nor stored later`() throws {
    try withSaveFailure(.nth(2).of(Item.self).on(.insert)) {
      try feed.add("first", at: .distantFuture)
      expectSaveFails(with: InjectedFault.self) { try feed.add("second", at: .distantFuture) }
      try feed.add("third", at: .distantFuture)
    }
    expectStored(
      Item.self, \.title, equal: ["first", "third"], where: #Predicate { $0.title.contains("ir") })
    expectStored(Item.self, count: 6)
  }

  @Test func `the main context of a test does not save by itself`() throws {
    let context = try ModelContainer.current.mainContext
    #expect(!context.autosaveEnabled)
    context.insert(Item(title: "draft", timestamp: .now))
    expectStored(Item.self, count: 4)
    context.rollback()
  }
}

/// The app makes its container by itself, from a configuration that the test chooses.
@MainActor
struct ConfigurationTests {
  @Test func `a store that breaks later fails the save and not the launch`() throws {
    let schema = Schema([Item.self])
    let loader = ContainerLoader {
      let configuration = FaultInjectingConfiguration(
        ModelConfiguration("dashboard", schema: schema, isStoredInMemoryOnly: true))
      return try ModelContainer(
        for: schema, configurations: [configuration] as [any DataStoreConfiguration])
    }
    loader.load()
    let container = try #require(loader.container)
    let feed = DashboardFeed(container.mainContext)
    withSaveFailure(.once.throwing(.diskFull)) {
      expectSaveFails(with: CocoaError.diskFull) { try feed.add("lost", at: .now) }
    }
    try feed.add("kept", at: .now)
    #expect(feed.titles == ["kept"])
    expectStored(Item.self, \.title, equal: ["kept"], in: container)
  }
}
