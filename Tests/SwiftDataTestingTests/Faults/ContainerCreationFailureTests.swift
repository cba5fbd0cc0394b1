import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@Suite struct ContainerCreationFailureTests {
  /// Makes its container by itself, as the code of an app does.
  final class Loader {
    enum State { case loading, ready(ModelContainer), failed(any Error) }

    var state = State.loading

    var isReady: Bool { if case .ready = state { true } else { false } }
    var isFailed: Bool { if case .failed = state { true } else { false } }

    func load(_ configuration: ModelConfiguration = .init("loader", isStoredInMemoryOnly: true)) {
      do {
        state = .ready(
          try ModelContainer(for: Schema([Entry.self]), configurations: [configuration]))
      } catch {
        state = .failed(error)
      }
    }
  }

  #if SWIFT_DATA_ENGINE
    @Test func `a container that the app makes by itself fails, and a retry does not`() {
      let loader = Loader()
      withContainerCreationFailure(.once) {
        loader.load()
        #expect(loader.isFailed)
        loader.load()
        #expect(loader.isReady)
      }
    }

    @Test(.containerCreationFailure(.always))
    func `a trait fails every creation, with SwiftData's own error`() {
      #expect(throws: SwiftDataError.loadIssueModelContainer) {
        try ModelContainer(
          for: Entry.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      }
    }

    @Test(.modelContainer(for: Entry.self), .containerCreationFailure(.always))
    func `a test's own container is there although creation fails`() throws {
      let loader = Loader()
      loader.load()
      #expect(loader.isFailed)
      expectNothingStored()
    }
  #endif

  @Test func `a container with our configuration fails on every system`() {
    struct Failure: Error {}
    withContainerCreationFailure(.always.throwing(Failure())) {
      #expect(throws: Failure.self) { try ModelContainer.inMemory(for: Entry.self) }
    }
  }

  @Test(arguments: UnopenableStore.allCases)
  func `a store that cannot be opened fails the app's own container`(store: UnopenableStore)
    throws
  {
    try withUnopenableStore(store, for: Entry.self) { url in
      let loader = Loader()
      loader.load(ModelConfiguration(url: url, cloudKitDatabase: .none))
      #expect(loader.isFailed)
    }
  }

  @Test func `a locked store opens once the lock is gone`() throws {
    try withTemporaryStore { place in
      _ = try place.open(for: Entry.self)
      let loader = Loader()
      loader.load(ModelConfiguration(url: place.url, cloudKitDatabase: .none))
      #expect(loader.isReady)
    }
  }
}
