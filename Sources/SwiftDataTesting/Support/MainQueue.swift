#if !SWIFT_DATA_ENGINE
  internal import Dispatch
  internal import Foundation

  /// Tells whether the running code is the main actor's.
  enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    /// Whether this is the main queue or the main thread, which on Linux need not be the same.
    static var isCurrent: Bool {
      Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil
    }
  }
#endif
