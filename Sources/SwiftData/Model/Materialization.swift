internal import Foundation

/// Marks the time in which an instance is made over storage that exists.
///
/// Every initialiser of a model, the one that takes backing data too, first writes the default values
/// of its properties into backing data of its own, which is then replaced. For an instance over
/// existing storage that work is for nothing, and a fetch would do it for each row.
enum Materialization {
  /// The type whose backing data is expected next, in a cell of each thread.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { free($0) }
    return key
  }()

  private typealias Cell = UnsafeMutablePointer<ObjectIdentifier?>

  /// The thread's cell; nil while it has made no instance.
  private static var knownCell: Cell? {
    pthread_getspecific(key)?.assumingMemoryBound(to: ObjectIdentifier?.self)
  }

  private static var cell: Cell { knownCell ?? makeCell() }

  @inline(never)
  private static func makeCell() -> Cell {
    let made = malloc(MemoryLayout<ObjectIdentifier?>.size)!
      .bindMemory(to: ObjectIdentifier?.self, capacity: 1)
    made.initialize(to: nil)
    pthread_setspecific(key, made)
    return made
  }

  /// Whether the backing data that is being made is the one to be replaced.
  ///
  /// It is the first of the type whose instance is being made: default values may make other models.
  static func claim(for type: any Any.Type) -> Bool {
    guard let cell = knownCell, cell.pointee == ObjectIdentifier(type) else { return false }
    cell.pointee = nil
    return true
  }

  /// Has the next backing data of a type be the one to be replaced.
  static func expect(_ type: any Any.Type) { cell.pointee = ObjectIdentifier(type) }

  /// Makes an instance.
  static func run<Model>(_ make: () -> Model) -> Model {
    let cell = cell
    let before = cell.pointee
    cell.pointee = ObjectIdentifier(Model.self)
    defer { cell.pointee = before }
    return make()
  }
}
