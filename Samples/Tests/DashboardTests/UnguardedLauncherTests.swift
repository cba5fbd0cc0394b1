import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import Dashboard

#if os(macOS) || os(Linux)
  /// The fault: the template's launcher ends the app at the first error.
  ///
  /// The files belong to the test: what a process that dies leaves, it cannot remove.
  struct UnguardedLauncherTests {
    @Test func `the app dies where its store cannot be opened`() async throws {
      try await withUnopenableStore(.noDatabase) { url in
        let result = await #expect(
          processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { [path = url.path as String] in
          _ = UnguardedLauncher.sharedModelContainer(storeURL: URL(fileURLWithPath: path))
        }
        #expect(result?.message.contains("Could not create ModelContainer") == true)
      }
    }

    #if !canImport(Darwin)
      @Test func `the app dies where the creation fails for a moment`() async throws {
        try await withTemporaryStore { store in
          let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
          ) { [path = store.url.path as String] in
            withContainerCreationFailure(.once) {
              _ = UnguardedLauncher.sharedModelContainer(storeURL: URL(fileURLWithPath: path))
            }
          }
          #expect(result?.message.contains("Could not create ModelContainer") == true)
        }
      }

      @Test func `the repaired app lives, and is ready after a retry`() async {
        await #expect(processExitsWith: .success) { @MainActor in
          try withTemporaryStore { store in
            let loader = ContainerLoader(storeURL: store.url)
            withContainerCreationFailure(.once) { loader.load() }
            precondition(loader.message != nil)
            loader.retry()
            precondition(loader.container != nil)
          }
        }
      }
    #endif
  }
#endif
