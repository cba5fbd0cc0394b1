import Foundation
import Testing

@testable import SwiftData

#if !THREAD_SANITIZER
  import Synchronization
#endif

/// Contexts of many threads, on one container and on several for one file.
@Suite struct ConcurrentContextTests {
  enum Place: CaseIterable { case memory, file }

  @Test(arguments: Place.allCases)
  func `no write is lost and no reader is disturbed`(_ place: Place) async throws {
    try await withContainer(place) { container in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<6 {
          group.addTask { try write(20, from: writer, to: container) }
        }
        for _ in 0..<3 {
          group.addTask { try read(20, from: container) }
        }
        try await group.waitForAll()
      }
      let shelves = try ModelContext(container).fetch(FetchDescriptor<Shelf>())
      let expected = (0..<6).flatMap { writer in (0..<20).map { "\(writer).\($0)" } }
      #expect(shelves.map(\.name).sorted() == expected.sorted())
    }
  }

  @Test(arguments: Place.allCases)
  func `changes of different models all arrive`(_ place: Place) async throws {
    try await withContainer(place) { container in
      let identifiers = try shelves(30, in: container)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for part in 0..<6 {
          group.addTask {
            let context = ModelContext(container)
            for index in stride(from: part, to: identifiers.count, by: 6) {
              let shelf = try #require(context.model(for: identifiers[index]) as? Shelf)
              shelf.name += "!"
              shelf.books.append(Volume(title: "\(index)"))
              try context.save()
            }
          }
        }
        try await group.waitForAll()
      }
      let context = ModelContext(container)
      let names = try context.fetch(FetchDescriptor<Shelf>()).map(\.name)
      #expect(names.sorted() == (0..<30).map { "\($0)!" }.sorted())
      let shelved = try context.fetch(FetchDescriptor<Volume>()).compactMap(\.shelf?.name)
      #expect(shelved.sorted() == names.sorted())
    }
  }

  @Test func `insertions and deletions of many threads leave what is left`() async throws {
    try await withContainer(.file) { container in
      let identifiers = try shelves(40, in: container)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          let context = ModelContext(container)
          for identifier in identifiers[..<20] {
            let shelf = try #require(context.model(for: identifier) as? Shelf)
            context.delete(shelf)
            try context.save()
          }
        }
        group.addTask { try write(20, from: 1, to: container) }
        try await group.waitForAll()
      }
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 40)
    }
  }

  @Test func `two containers of one file give no key twice`() async throws {
    try await withFile { url in
      let containers = try (0..<2).map { _ in try open(url) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, container) in containers.enumerated() {
          for writer in 0..<2 {
            group.addTask { try write(15, from: number * 2 + writer, to: container) }
          }
        }
        try await group.waitForAll()
      }
      for container in containers {
        let found = try ModelContext(container).fetch(FetchDescriptor<Shelf>())
        #expect(found.count == 60)
        #expect(Set(found.map(\.persistentModelID)).count == 60)
        #expect(Set(found.map(\.name)).count == 60)
      }
    }
  }

  @Test func `two containers of one file are opened at once`() async throws {
    try await withFile { url in
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for writer in 0..<6 {
          group.addTask {
            let container = try open(url)
            try write(2, from: writer, to: container)
            return try ModelContext(container).fetchCount(FetchDescriptor<Shelf>())
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts.max() == 12)
    }
  }

  @Test func `a save waits until another connection has let the file go`() async throws {
    try await withFile { url in
      let container = try open(url)
      let locked = Mutex(false)
      let holder = Task.detached {
        let connection = try Connection.open(path: url.path)
        try connection.transaction(.immediate) {
          locked.withLock { $0 = true }
          Thread.sleep(forTimeInterval: 0.2)
        }
      }
      while !locked.withLock({ $0 }) { await Task.yield() }
      try write(1, from: 0, to: container)
      try await holder.value
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 1)
    }
  }

  @Test func `a save that another connection blocks for good fails, and its changes stay pending`()
    async throws
  {
    try await withFile { url in
      let container = try open(url)
      let context = ModelContext(container)
      context.insert(Shelf(name: "Poetry"))
      let connection = try Connection.open(path: url.path)
      try connection.transaction(.immediate) {
        let error = #expect(throws: SQLiteError.self) { try context.save() }
        #expect(error?.code == .busy)
      }
      #expect(context.insertedModelsArray.count == 1)
      try context.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 1)
    }
  }

  @Test func `contexts come and go on many threads`() async throws {
    let container = try ModelContainer.library()
    _ = try shelves(10, in: container)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<20 {
            let found = try ModelContext(container).fetch(FetchDescriptor<Shelf>())
            #expect(found.count == 10)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

// MARK: - Support

extension ConcurrentContextTests {
  private func withContainer(
    _ place: Place, _ body: (ModelContainer) async throws -> Void
  ) async throws {
    switch place {
    case .memory: try await body(.library())
    case .file: try await withFile { try await body(open($0)) }
    }
  }

  private func withFile(_ body: (URL) async throws -> Void) async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try await body(URL(fileURLWithPath: folder.file("shared.store")))
  }
}

private func open(_ url: URL) throws -> ModelContainer {
  try ModelContainer(
    for: Shelf.self, Volume.self, Writer.self, configurations: ModelConfiguration(url: url))
}

private func write(_ count: Int, from writer: Int, to container: ModelContainer) throws {
  let context = ModelContext(container)
  for number in 0..<count {
    context.insert(Shelf(name: "\(writer).\(number)"))
    try context.save()
  }
}

private func read(_ times: Int, from container: ModelContainer) throws {
  var last = 0
  for _ in 0..<times {
    let context = ModelContext(container)
    let found = try context.fetch(FetchDescriptor<Shelf>())
    #expect(found.allSatisfy { !$0.name.isEmpty })
    #expect(found.count >= last)
    last = found.count
  }
}

/// Saves shelves and returns their identifiers.
private func shelves(_ count: Int, in container: ModelContainer) throws -> [PersistentIdentifier] {
  let context = ModelContext(container)
  let shelves = (0..<count).map { Shelf(name: "\($0)") }
  for shelf in shelves { context.insert(shelf) }
  try context.save()
  return shelves.map(\.persistentModelID)
}
