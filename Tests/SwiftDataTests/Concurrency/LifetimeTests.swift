import Testing

@testable @_spi(Testing) import SwiftData

#if !THREAD_SANITIZER
  import Synchronization
#endif

/// Contexts without their container, and models without their context.
@Suite struct LifetimeTests {
  /// Makes a container that takes the sound way at hazards.
  private func soundContainer() throws -> ModelContainer {
    try HazardConfiguration.$current.withValue(HazardConfiguration(.ignore)) { try .library() }
  }

  @Test func `a context of one's own keeps its container, which goes with it`() throws {
    var container: ModelContainer? = try .library()
    weak let weakContainer = container
    var context: ModelContext? = ModelContext(try #require(container))
    container = nil
    #expect(context?.container === weakContainer)
    context?.insert(Shelf(name: "Poetry"))
    try context?.save()
    #expect(try context?.fetch(FetchDescriptor<Shelf>()).map(\.name) == ["Poetry"])
    context = nil
    #expect(weakContainer == nil)
  }

  @Test @MainActor func `a main context does not keep its container`() throws {
    var container: ModelContainer? = try .library()
    weak let weakContainer = container
    let context = try #require(container?.mainContext)
    container = nil
    #expect(weakContainer == nil)
    withExtendedLifetime(context) {}
  }

  @Test @MainActor
  func `a main context whose container is gone goes on where the hazard is ignored`() throws {
    var container: ModelContainer? = try soundContainer()
    let context = try #require(container?.mainContext)
    context.insert(Shelf(name: "Poetry"))
    container = nil
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Shelf>()).map(\.name) == ["Poetry"])
  }

  @Test @MainActor func `a main context whose container is gone is reported`() throws {
    let met = Met()
    let reporting = HazardConfiguration(.report) { met.note($0.hazard) }
    var container: ModelContainer? = try HazardConfiguration.$current.withValue(reporting) {
      try .library()
    }
    let context = try #require(container?.mainContext)
    container = nil
    _ = try context.fetch(FetchDescriptor<Shelf>())
    #expect(met.hazards == [.contextOutlivesContainer])
  }

  @Test
  func `a main context whose container is gone ends the process, as on Apple's systems`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await MainActor.run {
        var container: ModelContainer? = try .library()
        let context = container!.mainContext
        container = nil
        _ = try context.fetch(FetchDescriptor<Shelf>())
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("The container of this main context is gone"))
  }

  @Test func `a model outlives its context with the values that it has`() throws {
    let container = try ModelContainer.library()
    let shelf = try {
      let context = ModelContext(container)
      let shelf = Shelf(name: "Poetry")
      context.insert(shelf)
      try context.save()
      return shelf
    }()
    #expect(shelf.modelContext == nil)
    #expect(shelf.name == "Poetry")
    #expect(shelf.persistentModelID.storeIdentifier != nil)
  }

  @Test func `the relationships of a model whose context is gone end the process`() async {
    await #expect(processExitsWith: .failure) {
      let container = try ModelContainer.library()
      var context: ModelContext? = ModelContext(container)
      let shelf = Shelf(name: "Poetry")
      shelf.books = [Volume(title: "Odes")]
      context!.insert(shelf)
      try context!.save()
      context = nil
      _ = shelf.books
    }
  }

  @Test func `a change of a model whose context is gone reaches no other`() throws {
    let container = try ModelContainer.library()
    let shelf = try {
      let context = ModelContext(container)
      let shelf = Shelf(name: "Poetry")
      context.insert(shelf)
      try context.save()
      return shelf
    }()
    shelf.name = "Drama"
    let context = ModelContext(container)
    #expect(try context.fetch(FetchDescriptor<Shelf>()).map(\.name) == ["Poetry"])
  }

  @Test func `unread values of a model whose context is gone end the process`() async {
    await #expect(processExitsWith: .failure) {
      let container = try ModelContainer.library()
      let first = ModelContext(container)
      let shelf = Shelf(name: "Poetry")
      first.insert(shelf)
      try first.save()
      var context: ModelContext? = ModelContext(container)
      let unread = context!.model(for: shelf.persistentModelID) as! Shelf
      context = nil
      _ = unread.name
    }
  }

  @Test func `a context that ends with unsaved changes leaves nothing behind`() throws {
    let container = try ModelContainer.library()
    do {
      let context = ModelContext(container)
      context.insert(Shelf(name: "Poetry"))
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 0)
  }

  @Test func `a context and its models are released`() throws {
    let container = try ModelContainer.library()
    weak var weakContext: ModelContext?
    weak var weakShelf: Shelf?
    do {
      let context = ModelContext(container)
      let shelf = Shelf(name: "Poetry")
      shelf.books = [Volume(title: "Odes"), Volume(title: "Sonnets")]
      context.insert(shelf)
      try context.save()
      weakContext = context
      weakShelf = shelf
    }
    #expect(weakContext == nil)
    #expect(weakShelf == nil)
  }
}

/// The hazards that were met.
private final class Met: Sendable {
  private let list = Mutex<[Hazard]>([])

  var hazards: [Hazard] { list.withLock { $0 } }

  func note(_ hazard: Hazard) { list.withLock { $0.append(hazard) } }
}
