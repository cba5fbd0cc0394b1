internal import Foundation
internal import Synchronization

/// A folder of its own for one store, with the side files that SQLite and SwiftData put beside it.
///
/// It is removed with everything in it when it is told so, when the last reference goes, or when the
/// process exits. Folders of processes that died are removed by the next process that makes one.
final class TemporaryFolder: Sendable {
  let url: URL

  /// The store's file.
  var storeURL: URL { url.appendingPathComponent("test.store") }

  init() throws {
    _ = Self.cleaning
    let name = "\(Self.prefix)\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
    url = Self.parent.appendingPathComponent(name, isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    Self.living.withLock { _ = $0.insert(url) }
  }

  deinit { remove() }

  func remove() {
    guard Self.living.withLock({ $0.remove(url) }) != nil else { return }
    try? FileManager.default.removeItem(at: url)
  }

  /// Copies a store into the folder, with the changes in its log and the files of its large values.
  ///
  /// - Throws: Foundation's error where there is no such store, or it cannot be copied.
  func copyStore(from store: URL) throws {
    let manager = FileManager.default
    func support(of store: URL) -> URL {
      let name = store.deletingPathExtension().lastPathComponent
      return store.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT")
    }
    try manager.copyItem(at: store, to: storeURL)
    let log = (from: store.path + "-wal", to: storeURL.path + "-wal")
    if manager.fileExists(atPath: log.from) {
      try manager.copyItem(atPath: log.from, toPath: log.to)
    }
    if manager.fileExists(atPath: support(of: store).path) {
      try manager.copyItem(at: support(of: store), to: support(of: storeURL))
    }
    // Fixtures may be read-only, and copies keep that.
    for path in [storeURL.path, log.to] where manager.fileExists(atPath: path) {
      try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }
  }

  // MARK: - All folders

  private static let prefix = "SwiftDataTesting-process-"
  private static let parent = FileManager.default.temporaryDirectory
  private static let living = Mutex<Set<URL>>([])

  /// Removes what dead processes left, and at the exit what this one leaves.
  private static let cleaning: Void = {
    removeFoldersOfDeadProcesses()
    atexit {
      for url in TemporaryFolder.living.withLock({ $0 }) {
        try? FileManager.default.removeItem(at: url)
      }
    }
  }()

  static func removeFoldersOfDeadProcesses() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let process = name.dropFirst(prefix.count).prefix { $0 != "-" }
      guard let process = Int32(process), kill(process, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(at: parent.appendingPathComponent(name))
    }
  }
}
