import CSQLite

@testable import SwiftData

#if !THREAD_SANITIZER
  import Synchronization
#endif

/// Collects the SQL of statements that a container's store runs, from its creation on.
final class StatementCounter: Sendable {
  private let statements = Mutex<[String]>([])

  init(_ container: ModelContainer) {
    guard let store = (container.core.connectors[0] as? Connector<DefaultStore>)?.store else {
      return
    }
    // The counter is kept for the rest of the process, which is the end of the test.
    let context = Unmanaged.passRetained(self).toOpaque()
    let address = UInt(bitPattern: context)
    store.connection.withLock { connection in
      _ = sqlite3_trace_v2(
        connection.database, UInt32(SQLITE_TRACE_STMT),
        { _, context, statement, _ in
          let counter = Unmanaged<StatementCounter>.fromOpaque(context!).takeUnretainedValue()
          let sql = sqlite3_sql(OpaquePointer(statement)).map { String(cString: $0) } ?? ""
          counter.statements.withLock { $0.append(sql) }
          return 0
        }, UnsafeMutableRawPointer(bitPattern: address))
    }
  }

  /// The statements since the last call.
  func take() -> [String] {
    statements.withLock { statements in
      defer { statements = [] }
      return statements
    }
  }
}
