import SwiftData

/// Keeps the containers and contexts of a procedure until it ends.
///
/// A main context does not keep its container, nor a model its context, and an optimised build lets
/// each go after its last use.
final class Keeper: @unchecked Sendable {
  // Unchecked because only the one thread that runs the procedure uses it.

  @TaskLocal static var current: Keeper?

  private var objects: [AnyObject] = []

  func keep<Object: AnyObject>(_ object: Object) -> Object {
    objects.append(object)
    return object
  }

  /// Runs a function whose containers and contexts live until its end.
  static func keeping<Result>(_ body: () throws -> Result) rethrows -> Result {
    let keeper = Keeper()
    return try $current.withValue(keeper) {
      defer { withExtendedLifetime(keeper) {} }
      return try body()
    }
  }
}

extension ModelContainer {
  /// The container, kept until the procedure ends.
  func kept() -> Self { Keeper.current?.keep(self) ?? self }

  /// A new context, kept until the procedure ends.
  func makeContext() -> ModelContext {
    let context = ModelContext(self)
    return Keeper.current?.keep(context) ?? context
  }
}
