import SwiftData
import Testing

@Suite struct ModelActorTests {
  @Test func `an actor saves through a context of its own`() async throws {
    let container = try ModelContainer.library()
    let librarian = Librarian(modelContainer: container)
    let identifier = try await librarian.add("Poetry")
    let context = ModelContext(container)
    #expect(try context.fetch(FetchDescriptor<Shelf>()).map(\.persistentModelID) == [identifier])
  }

  @Test func `an actor finds a model by its identifier`() async throws {
    let container = try ModelContainer.library()
    let context = ModelContext(container)
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    try context.save()
    let librarian = Librarian(modelContainer: container)
    #expect(await librarian.name(of: shelf.persistentModelID) == "Poetry")
  }

  @Test func `many actors write into one container`() async throws {
    let container = try ModelContainer.library()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let librarian = Librarian(modelContainer: container)
          for copy in 0..<5 { _ = try await librarian.add("\(number).\(copy)") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 100)
  }
}

@ModelActor private actor Librarian {
  func add(_ name: String) throws -> PersistentIdentifier {
    let shelf = Shelf(name: name)
    modelContext.insert(shelf)
    try modelContext.save()
    return shelf.persistentModelID
  }

  func name(of identifier: PersistentIdentifier) -> String? {
    self[identifier, as: Shelf.self]?.name
  }
}
