internal import SwiftData

/// A plan that makes the creation of containers fail: which, and with what error.
///
/// Arm it with ``withContainerCreationFailure(_:sourceLocation:_:)`` or the trait
/// ``Testing/Trait/containerCreationFailure(_:)``. On this package's engine every `ModelContainer` that
/// the production code makes in the task of the test then fails, and in tasks that inherit from it; a
/// detached task does not. On Apple's systems only containers with a ``FaultInjectingConfiguration``
/// can fail that way; for others see ``UnopenableStore``.
///
/// ```swift
/// await withContainerCreationFailure(.once) {
///   await loader.load()
///   #expect(loader.state.isFailed)
///   await loader.retry()
///   #expect(loader.state.isReady)
/// }
/// ```
public struct ContainerCreationFailure: Sendable {
  var occasions: Occasions
  var error: any Error = SwiftDataError.loadIssueModelContainer
  var mayStayUnreached = false

  /// Makes a plan that fails creations on the given occasions, with
  /// `SwiftDataError.loadIssueModelContainer`, as SwiftData fails for a store that it cannot open.
  public init(_ occasions: Occasions) { self.occasions = occasions }

  /// Every creation fails.
  public static var always: ContainerCreationFailure { ContainerCreationFailure(.always) }

  /// The first creation fails; a retry goes through.
  public static var once: ContainerCreationFailure { ContainerCreationFailure(.once) }

  /// The n-th creation alone fails.
  public static func nth(_ number: Int) -> ContainerCreationFailure {
    ContainerCreationFailure(.nth(number))
  }

  /// The first n creations fail.
  public static func first(_ count: Int) -> ContainerCreationFailure {
    ContainerCreationFailure(.first(count))
  }

  /// The n-th creation and all after it fail.
  public static func from(_ number: Int) -> ContainerCreationFailure {
    ContainerCreationFailure(.from(number))
  }
}

extension ContainerCreationFailure {
  /// Replaces the error that the failing creation throws.
  public func throwing(_ error: any Error) -> ContainerCreationFailure {
    var copy = self
    copy.error = error
    return copy
  }

  /// Allows that no creation ever fails; otherwise a plan that was never reached is an issue.
  public func allowingNoHit() -> ContainerCreationFailure {
    var copy = self
    copy.mayStayUnreached = true
    return copy
  }
}

extension ContainerCreationFailure: CustomStringConvertible {
  public var description: String { "container creation failure \(occasions)" }
}
