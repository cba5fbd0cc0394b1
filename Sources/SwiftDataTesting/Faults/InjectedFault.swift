public import Foundation

/// The error that an injected failure throws unless it is told to throw another.
///
/// ```swift
/// #expect(throws: InjectedFault.self) { try journal.add(meal) }
/// ```
public struct InjectedFault: Error, Hashable, Sendable {
  /// What was made to fail.
  public enum Operation: String, Hashable, Sendable {
    /// A save of a context.
    case save
    /// A fetch, a count or a fetch of identifiers.
    case fetch
    /// The creation of a container.
    case containerCreation
  }

  /// What was made to fail.
  public let operation: Operation

  /// Makes the error, to compare a thrown one with.
  public init(_ operation: Operation) { self.operation = operation }
}

extension InjectedFault: CustomStringConvertible, LocalizedError {
  public var description: String {
    switch operation {
    case .save: "a save that the test made fail"
    case .fetch: "a fetch that the test made fail"
    case .containerCreation: "the creation of a container that the test made fail"
    }
  }

  public var errorDescription: String? { description }
}

extension CocoaError {
  /// The error of a save on a full disk.
  public static var diskFull: CocoaError { CocoaError(.fileWriteOutOfSpace) }

  /// The error of a save to a volume that cannot be written to.
  public static var volumeReadOnly: CocoaError { CocoaError(.fileWriteVolumeReadOnly) }
}
