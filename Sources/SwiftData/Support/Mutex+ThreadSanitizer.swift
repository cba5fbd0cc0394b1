#if THREAD_SANITIZER
  internal import Foundation

  /// `Synchronization.Mutex` in a form that the thread sanitizer can follow, in builds for the
  /// sanitizer only.
  ///
  /// On Linux a contended `Mutex` waits in a futex inside the standard library. The sanitizer sees
  /// neither the wait nor the hand-over, and takes the next access under the lock for a race. It
  /// knows `NSLock`. The type stands in for the library's because a module's own declarations come
  /// before imported ones.
  // Unchecked because the value is read and written under the lock only.
  struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private final class Storage {
      let lock = NSLock()
      var value: Value

      init(_ value: consuming Value) { self.value = value }
    }

    private let storage: Storage

    init(_ value: consuming sending Value) { storage = Storage(value) }

    func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      storage.lock.lock()
      defer { storage.lock.unlock() }
      return try body(&storage.value)
    }
  }
#endif
