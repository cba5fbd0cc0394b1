import Foundation
import SwiftData

/// What the previews of the app's screens show.
enum PreviewData {
  /// Makes a container in memory that nothing but an explicit save writes to.
  @MainActor static func makeContainer() throws -> ModelContainer {
    let configuration = ModelConfiguration(
      "previews", isStoredInMemoryOnly: true, cloudKitDatabase: .none)
    let container = try ModelContainer(for: TodoItem.self, configurations: configuration)
    container.mainContext.autosaveEnabled = false
    try insertItems(into: container.mainContext)
    return container
  }

  /// Stores an item of each priority.
  static func insertItems(into context: ModelContext) throws {
    let soon = Date.now + 86_400
    let items = [
      TodoItem("Sweep the yard", priority: .low),
      TodoItem("Read on"),
      TodoItem("Call the dentist", priority: .high(dueDate: soon)),
      TodoItem("File the taxes", priority: .urgent(dueDate: soon, reason: "The office waits")),
    ]
    for item in items { context.insert(item) }
    try context.save()
  }
}
