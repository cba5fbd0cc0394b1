internal import Foundation

/// State that all tests of a process share, behind a lock.
///
/// A `Mutex` would do, but for the thread sanitizer: on Linux a contended `Mutex` waits in a futex inside the
/// standard library, which the sanitizer doesn't see, so that it takes the next access for a race.
/// `NSLock` it knows. State that belongs to one test is rarely contended, and is behind a `Mutex`.
// Unchecked because the value is read and written under the lock only.
final class SharedState<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
