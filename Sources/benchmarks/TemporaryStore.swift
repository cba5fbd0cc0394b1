import Foundation

/// A path for a store that is deleted, with the files beside it, when the last reference goes.
final class TemporaryStore {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("swift-data-benchmarks-\(UUID().uuidString)")

  var path: String { folder.appendingPathComponent("benchmark.store").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

/// Where a workload keeps its store.
enum Medium: String, CaseIterable {
  case memory, file

  /// A place for one store; nil is memory.
  func makeStore() throws -> TemporaryStore? { try self == .file ? TemporaryStore() : nil }
}
