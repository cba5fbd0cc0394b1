internal import Foundation

/// Marks the time in which an instance is made over storage that exists.
///
/// Every initialiser of a model, the one that takes backing data too, first writes the default values
/// of its properties into backing data of its own, which is then replaced. For an instance over
/// existing storage that work is for nothing, and a fetch would do it for each row.
enum Materialization {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// Whether the backing data that is being made is the one to be replaced.
  ///
  /// It is the first of the type whose instance is being made: default values may make other models.
  static func claim(for type: any Any.Type) -> Bool {
    guard let expected = pthread_getspecific(key),
      UnsafeRawPointer(expected) == address(of: type)
    else { return false }
    pthread_setspecific(key, nil)
    return true
  }

  /// Has the next backing data of a type be the one to be replaced.
  static func expect(_ type: any Any.Type) { pthread_setspecific(key, address(of: type)) }

  /// Makes an instance.
  static func run<Model>(_ make: () -> Model) -> Model {
    let before = pthread_getspecific(key)
    pthread_setspecific(key, address(of: Model.self))
    defer { pthread_setspecific(key, before) }
    return make()
  }
}

extension Materialization {
  /// The address of a type's metadata, which is never freed.
  private static func address(of type: any Any.Type) -> UnsafeRawPointer {
    UnsafeRawPointer(bitPattern: UInt(bitPattern: ObjectIdentifier(type)))!
  }
}
