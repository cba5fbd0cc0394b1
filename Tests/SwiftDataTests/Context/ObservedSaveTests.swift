import Observation
import SwiftData
import Testing

/// What observers do while a context saves.
@Suite struct ObservedSaveTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
  }

  @Test func `what an observer changes during a save stays pending`() throws {
    let book = Volume(title: "Brand")
    book.sequel = Volume(title: "Peer Gynt")
    context.insert(book)
    try context.save()
    nonisolated(unsafe) let observed = (context: context, book: book)
    withObservationTracking {
      _ = book.sequel
    } onChange: {
      // Called by the save, on its thread.
      observed.context.insert(Writer(name: "Ibsen"))
      observed.book.pages = 7
    }
    try context.delete(model: Volume.self, where: #Predicate { $0.title == "Peer Gynt" })
    try context.save()
    #expect(context.insertedModelsArray.count == 1)
    #expect(context.changedModelsArray.count == 1)
    try context.save()
    let reader = ModelContext(container)
    #expect(try reader.fetchCount(FetchDescriptor<Writer>()) == 1)
    #expect(try reader.fetch(FetchDescriptor<Volume>()).map(\.pages) == [7])
  }
}
