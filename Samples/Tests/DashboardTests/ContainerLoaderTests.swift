import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@testable import Dashboard

@MainActor
struct ContainerLoaderTests {
  @Test func `a loader that loads is ready`() throws {
    try withTemporaryStore { store in
      let loader = ContainerLoader(storeURL: store.url)
      #expect(loader.container == nil && loader.message == nil)
      loader.load()
      #expect(loader.container != nil)
    }
  }

  #if !canImport(Darwin)
    @Test(.containerCreationFailure(.once))
    func `a retry after a failure is ready`() throws {
      try withTemporaryStore { store in
        let loader = ContainerLoader(storeURL: store.url)
        loader.load()
        #expect(loader.message?.hasPrefix("Failed to create model container") == true)
        loader.retry()
        #expect(loader.container != nil)
      }
    }

    @Test(arguments: 1...3)
    func `the user can retry as often as it takes`(failures: Int) throws {
      try withTemporaryStore { store in
        let loader = ContainerLoader(storeURL: store.url)
        withContainerCreationFailure(.first(failures).throwing(CocoaError.diskFull)) {
          loader.load()
          for _ in 1..<failures { loader.retry() }
          #expect(loader.container == nil)
          loader.retry()
        }
        #expect(loader.container != nil)
      }
    }

    @Test func `a container is made once`() throws {
      try withTemporaryStore { store in
        let loader = ContainerLoader(storeURL: store.url)
        loader.load()
        withContainerCreationFailure(.always.allowingNoHit()) {
          loader.load()
          loader.retry()
        }
        #expect(loader.container != nil)
      }
    }
  #endif

  @Test(arguments: UnopenableStore.allCases)
  func `a store that cannot be opened is told to the user`(store: UnopenableStore) throws {
    try withUnopenableStore(store, for: Item.self) { url in
      let loader = ContainerLoader(storeURL: url)
      loader.load()
      #expect(loader.message != nil)
    }
  }

  @Test func `a retry is ready once the damaged file is out of the way`() throws {
    try withUnopenableStore(.noDatabase) { url in
      let loader = ContainerLoader(storeURL: url)
      loader.load()
      #expect(loader.message != nil)
      try FileManager.default.moveItem(at: url, to: url.appendingPathExtension("damaged"))
      loader.retry()
      #expect(loader.container != nil)
    }
  }

  @Test func `a retry keeps what was stored before`() throws {
    try withTemporaryStore { store in
      do {
        let container = try store.open(for: Item.self)
        let context = ModelContext(container)
        context.insert(Item(title: "old", timestamp: .now))
        try context.save()
      }
      var attempts = 0
      let loader = ContainerLoader {
        attempts += 1
        if attempts == 1 { throw CocoaError.diskFull }
        return try store.open(for: Item.self)
      }
      loader.load()
      loader.retry()
      let container = try #require(loader.container)
      expectStored(Item.self, \.title, equal: ["old"], in: container)
    }
  }
}
