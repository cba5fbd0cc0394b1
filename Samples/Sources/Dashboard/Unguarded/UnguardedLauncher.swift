import Foundation
import SwiftData

// The fault: how a new project's template makes the container.

/// The app's start, which gives up at the first error.
enum UnguardedLauncher {
  static func sharedModelContainer(storeURL: URL) -> ModelContainer {
    let schema = Schema([Item.self])
    let configuration = ModelConfiguration(schema: schema, url: storeURL)
    do {
      return try ModelContainer(for: schema, configurations: [configuration])
    } catch {
      fatalError("Could not create ModelContainer: \(error)")
    }
  }
}
