internal import Foundation

/// Marks the time in which an instance is made over storage that exists.
///
/// Every initialiser of a model, the one that takes backing data too, first writes the default
/// values of its properties into backing data of its own, which is then replaced. For an instance
/// over existing storage that work is for nothing, and a fetch would do it for each row.
enum Materialization {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Whether the current thread is making an instance over storage.
  static var isUnderWay: Bool { pthread_getspecific(key) != nil }

  /// Makes an instance.
  static func run<Model>(_ make: () -> Model) -> Model {
    let before = pthread_getspecific(key)
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
    defer { pthread_setspecific(key, before) }
    return make()
  }
}

/// Makes the backing data that an instance begins with; public for the expansion of ``Model()``
/// only.
public func _makeBackingData<Model: PersistentModel>(for type: Model.Type) -> any BackingData<Model>
{
  DefaultBackingData<Model>(for: type)
}
