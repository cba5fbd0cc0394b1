internal import Foundation
internal import Synchronization

/// The files that this process is migrating, and the threads on which it does.
enum RunningMigrations {
  private static let threads = Mutex<[String: [ObjectIdentifier]]>([:])

  /// Notes that the current thread migrates a file while a body runs.
  ///
  /// - Throws: What the body throws; `SwiftDataError.loadIssueModelContainer` where the thread is at it already,
  ///   so that waiting for the file's lock would never end.
  static func run<Result>(of file: URL, _ body: () throws -> Result) throws -> Result {
    let path = path(of: file)
    let thread = ObjectIdentifier(Thread.current)
    let isNested = threads.withLock { threads in
      if threads[path]?.contains(thread) == true { return true }
      threads[path, default: []].append(thread)
      return false
    }
    if isNested {
      throw SwiftDataError(
        .loadIssueModelContainer,
        """
        the store '\(file.lastPathComponent)' is being migrated, and code of that migration opens it again for \
        other models than it has at the moment. Use the context that 'willMigrate' and 'didMigrate' get, or \
        make the ModelContainer when the migration has ended.
        """)
    }
    defer {
      threads.withLock { threads in
        threads[path]?.removeAll { $0 == thread }
        if threads[path]?.isEmpty == true { threads[path] = nil }
      }
    }
    return try body()
  }

  /// The error for a file whose lock was not to be had, where this process is migrating it; nil where it isn't.
  static func explanation(of error: SQLiteError, for file: URL) -> SwiftDataError? {
    guard error.code == .busy, threads.withLock({ $0[path(of: file)] != nil }) else { return nil }
    return SwiftDataError(
      .loadIssueModelContainer,
      """
      the store '\(file.lastPathComponent)' is being migrated by another ModelContainer of this process, which \
      has not ended in time: make this one when that one is there. (\(error))
      """, underlyingError: error)
  }

  private static func path(of file: URL) -> String {
    file.standardizedFileURL.resolvingSymlinksInPath().path
  }
}
