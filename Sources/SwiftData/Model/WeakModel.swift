internal import CSwiftRuntime

/// A reference to an instance that does not keep it alive, and knows when it is gone.
///
/// It does what `weak` does without the side table that each weakly referenced object gets, an allocation
/// that also makes every later counting of its references slower. For that it keeps the memory of an
/// instance that is gone, which a context lets go when it tidies up.
struct WeakModel {
  /// The instance as the two words of an existential, which nobody counts.
  private struct Words {
    var object: UnsafeMutableRawPointer
    var witnesses: UnsafeRawPointer
  }

  private var words: Words?
  /// Keeps the memory, so that the object can be asked whether it lives; never read.
  private unowned var memory: AnyObject?

  init() {}

  init(_ model: (any PersistentModel)?) {
    guard let model else { return }
    // With `as`, it is the existential that is taken apart, and not the instance in it.
    words = unsafeBitCast(model as any PersistentModel, to: Words.self)
    memory = model
  }

  /// The instance, unless its last reference is gone; on every thread.
  var model: (any PersistentModel)? {
    guard let words, let object = swift_tryRetain(words.object) else { return nil }
    defer { Unmanaged<AnyObject>.fromOpaque(object).release() }
    return unsafeBitCast(words, to: (any PersistentModel).self)
  }
}
