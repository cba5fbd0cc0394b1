import Foundation
import SwiftData
import Testing

@Suite struct ModelConfigurationTests {
  @Test func `a store without a name is default.store in Application Support`() {
    let configuration = ModelConfiguration()
    #expect(
      configuration.url.path == applicationSupport + "/default.store")
    #expect(configuration.name == "default")
  }

  @Test func `a name names the file`() {
    let configuration = ModelConfiguration("Trips")
    #expect(configuration.url.path == applicationSupport + "/Trips.store")
    #expect(configuration.name == "Trips")
  }

  @Test func `a configuration says which database it was given`() {
    let local = ModelConfiguration(isStoredInMemoryOnly: true, cloudKitDatabase: .none)
    #expect(local.cloudKitDatabase == .none)
    #expect(ModelConfiguration().cloudKitDatabase == .automatic)
    let synchronised = ModelConfiguration(cloudKitDatabase: .private("iCloud.trips"))
    #expect(synchronised.cloudKitDatabase == .private("iCloud.trips"))
    #expect(synchronised.cloudKitDatabase != .private("iCloud.notes"))
  }

  @Test func `a group has a folder of its own`() {
    let configuration = ModelConfiguration("Trips", groupContainer: .identifier("group.trips"))
    #expect(configuration.groupAppContainerIdentifier == "group.trips")
    #expect(
      configuration.url.path == applicationSupport
        + "/Group Containers/group.trips/Library/Application Support/Trips.store")
  }

  @Test func `a relative URL is one to its base`() throws {
    try withTemporaryFolder { folder in
      let base = URL(fileURLWithPath: folder.path, isDirectory: true)
      let configuration = ModelConfiguration(
        url: URL(fileURLWithPath: "Trips.store", relativeTo: base))
      _ = try ModelContainer(for: Trip.self, configurations: configuration)
      #expect(try folder.content.contains("Trips.store"))
    }
  }

  @Test func `a URL that is no file's is refused`() throws {
    let url = try #require(URL(string: "https://example.com/a.store"))
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: url))
    }
  }

  @Test func `configurations are equal when nothing about them differs`() {
    func make(
      _ name: String = "a", schema: Schema? = nil, memory: Bool = true, saves: Bool = true,
      group: ModelConfiguration.GroupContainer = .automatic,
      cloud: ModelConfiguration.CloudKitDatabase = .automatic
    ) -> ModelConfiguration {
      ModelConfiguration(
        name, schema: schema, isStoredInMemoryOnly: memory, allowsSave: saves,
        groupContainer: group, cloudKitDatabase: cloud)
    }
    #expect(make() == make())
    #expect(make().hashValue == make().hashValue)
    let others = [
      make("b"), make(schema: Schema([Trip.self])), make(memory: false), make(saves: false),
      make(group: .none), make(group: .identifier("g")), make(cloud: .none),
      make(cloud: .private("c")),
    ]
    for other in others { #expect(other != make()) }
    #expect(Set(others).count == others.count)
  }

  @Test func `the debug description says what was asked for`() {
    let configuration = ModelConfiguration(
      "Trips", schema: Schema([Trip.self]), url: URL(fileURLWithPath: "/tmp/a.store"),
      allowsSave: false, cloudKitDatabase: .private("iCloud.example"))
    #expect(
      configuration.debugDescription == """
        ModelConfiguration(name: Trips, url: /tmp/a.store, allowsSave: false, \
        cloudKitDatabase: iCloud.example, schema: ["Trip"])
        """)
  }

  @Test func `a name that is no file's is refused`() {
    #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
      try ModelConfiguration("a/b").validate()
    }
    #expect(throws: SwiftDataError.configurationFileNameTooLong) {
      try ModelConfiguration(String(repeating: "a", count: 256)).validate()
    }
  }
}

/// The folder that the system has for what applications keep.
private let applicationSupport =
  FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0].path

@Model private final class Trip {
  var name = ""

  init() {}
}
