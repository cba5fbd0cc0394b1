import SwiftData
import Testing

/// What the engine lacks, as Docs/Differences.md lists it.
@Suite struct MissingDifferencesTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
  }

  @Test func `CloudKit mirrors nothing`() throws {
    let configuration = ModelConfiguration(
      isStoredInMemoryOnly: true, cloudKitDatabase: .private("iCloud.example"))
    let container = try ModelContainer(for: MirroredNote.self, configurations: configuration)
    let context = ModelContext(container)
    context.insert(MirroredNote())
    try context.save()
  }

  @MainActor @Test func `only the main context saves by itself`() async throws {
    let container = try ModelContainer.library()
    let other = ModelContext(container)
    other.autosaveEnabled = true
    other.insert(Shelf(name: "Poetry"))
    let main = container.mainContext
    main.insert(Shelf(name: "Drama"))
    for _ in 0..<1_000 where main.hasChanges { await Task.yield() }
    let names = try ModelContext(container).fetch(FetchDescriptor<Shelf>()).map(\.name)
    #expect(names == ["Drama"])
  }
}

@Model private final class MirroredNote {
  var name = ""

  init() {}
}
