public import Foundation
public import SwiftData

/// A store file that no container can open, for tests of what the app does then.
///
/// Use it where the app makes its container from a `ModelConfiguration` with a URL of the test's choice.
///
/// ```swift
/// @Test(arguments: UnopenableStore.allCases)
/// func `a store that cannot be opened shows the error screen`(store: UnopenableStore) throws {
///   try withUnopenableStore(store, for: Item.self) { url in
///     let loader = ContainerLoader(configuration: ModelConfiguration(url: url))
///     loader.load()
///     #expect(loader.state.isFailed)
///   }
/// }
/// ```
public enum UnopenableStore: String, CaseIterable, Sendable {
  /// The path leads through a file, as though it were a folder.
  case missingFolder
  /// There is a folder in the file's place.
  case folderInPlaceOfFile
  /// The file holds something else than a database.
  case noDatabase
  /// The file is a store, cut off in the middle.
  case truncated
  /// The file is a store that another process has locked.
  case locked
}

/// Runs a closure with the URL of a store that cannot be opened, and removes it afterwards.
///
/// - Parameters:
///   - store: What is wrong with the store.
///   - models: The models of the store, where it was one.
///   - body: The code that tries to open it.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws, or Foundation's error if the file cannot be prepared.
@discardableResult
public func withUnopenableStore<R>(
  _ store: UnopenableStore, for models: any PersistentModel.Type..., body: (URL) throws -> R
) throws -> R {
  try withTemporaryStore { place in
    let prepared = try store.prepare(in: place, models: models)
    defer { prepared.release() }
    return try body(prepared.url)
  }
}

/// Runs an asynchronous closure with the URL of a store that cannot be opened, and removes it afterwards.
@discardableResult
public func withUnopenableStore<R>(
  _ store: UnopenableStore, for models: any PersistentModel.Type...,
  isolation: isolated (any Actor)? = #isolation, body: (URL) async throws -> R
) async throws -> R {
  try await withTemporaryStore { place in
    let prepared = try store.prepare(in: place, models: models)
    defer { prepared.release() }
    return try await body(prepared.url)
  }
}

extension UnopenableStore {
  /// A file that was made unopenable, and what undoes it.
  fileprivate struct Prepared {
    var url: URL
    var lock: FileLock?

    func release() { lock?.release() }
  }

  fileprivate func prepare(
    in place: TemporaryStore, models: [any PersistentModel.Type]
  ) throws -> Prepared {
    switch self {
    case .missingFolder:
      try Data().write(to: place.url)
      return Prepared(url: place.url.appendingPathComponent("test.store"))
    case .folderInPlaceOfFile:
      try FileManager.default.createDirectory(at: place.url, withIntermediateDirectories: false)
      return Prepared(url: place.url)
    case .noDatabase:
      try Data(String(repeating: "This is no database. ", count: 500).utf8).write(to: place.url)
      return Prepared(url: place.url)
    case .truncated:
      try makeStore(at: place.url, models: models)
      let content = try Data(contentsOf: place.url)
      try content.prefix(content.count / 2 + 100).write(to: place.url)
      return Prepared(url: place.url)
    case .locked:
      try makeStore(at: place.url, models: models)
      return Prepared(url: place.url, lock: try FileLock(place.url))
    }
  }

  /// Makes a sound store and closes it.
  private func makeStore(at url: URL, models: [any PersistentModel.Type]) throws {
    // Out of reach of a creation failure that the test has armed.
    try StoreAccess.$current.withValue(.seeding) {
      _ = try ModelContainer(
        for: Schema(models),
        configurations: [
          ModelConfiguration(url.lastPathComponent, url: url, cloudKitDatabase: .none)
        ])
    }
  }
}

/// A lock on a database file, as another process would have it.
///
/// SQLite's own locks belong to the process, so a second connection here would see no conflict with them. A
/// lock of the open file does conflict, even within the process.
private struct FileLock {
  private let descriptor: Int32

  init(_ url: URL) throws {
    descriptor = open(url.path, O_RDWR)
    guard descriptor >= 0 else { throw CocoaError(.fileNoSuchFile) }
    // SQLite's lock bytes: pending, reserved, and 510 shared.
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0000
    lock.l_len = 512
    guard fcntl(descriptor, Self.setLockOfOpenFile, &lock) == 0 else {
      close(descriptor)
      throw CocoaError(.fileLocking)
    }
  }

  func release() { close(descriptor) }

  /// `F_OFD_SETLK`, which not every C library shows to Swift.
  private static var setLockOfOpenFile: Int32 {
    #if canImport(Darwin)
      90
    #else
      37
    #endif
  }
}
