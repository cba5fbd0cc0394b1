public import Foundation

/// A context as a store sees it.
public struct EditingState: Identifiable, Sendable {
  /// What identifies a context.
  public typealias ID = UUID

  /// A value that identifies the context.
  public let id: UUID
  /// The author that the context's changes are attributed to.
  public var author: String?

  init(id: UUID = UUID(), author: String? = nil) {
    self.id = id
    self.author = author
  }
}
