public import SwiftData

/// A plan that makes fetches fail: which, and with what error.
///
/// Arm it with ``withFetchFailure(_:in:sourceLocation:_:)`` or the trait
/// ``Testing/Trait/fetchFailure(_:)``. `fetch`, `fetchCount` and `fetchIdentifiers` of every context of
/// the test's containers then throw in the production code.
public struct FetchFailure: Sendable {
  /// A way to ask a context for stored models.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// `fetch` and `enumerate`.
    case models
    /// `fetchCount`.
    case count
    /// `fetchIdentifiers`.
    case identifiers
  }

  var occasions: Occasions
  var entityNames: Set<String>?
  var kinds: Set<Kind> = Set(Kind.allCases)
  var error: any Error = InjectedFault(.fetch)
  var mayStayUnreached = false

  /// Makes a plan that fails fetches on the given occasions.
  public init(_ occasions: Occasions) { self.occasions = occasions }

  /// Every fetch fails.
  public static var always: FetchFailure { FetchFailure(.always) }

  /// The first fetch fails; a retry goes through.
  public static var once: FetchFailure { FetchFailure(.once) }

  /// The n-th fetch alone fails.
  public static func nth(_ number: Int) -> FetchFailure { FetchFailure(.nth(number)) }

  /// The first n fetches fail.
  public static func first(_ count: Int) -> FetchFailure { FetchFailure(.first(count)) }

  /// The n-th fetch and all after it fail.
  public static func from(_ number: Int) -> FetchFailure { FetchFailure(.from(number)) }
}

extension FetchFailure {
  /// Restricts the plan to fetches of the given models.
  ///
  /// A model that inherits from one of them is another model: name it, too.
  public func of(_ models: any PersistentModel.Type...) -> FetchFailure {
    var copy = self
    copy.entityNames = Set(models.map(entityName)).union(entityNames ?? [])
    return copy
  }

  /// Restricts the plan to fetches of the given kinds.
  public func on(_ kinds: Kind...) -> FetchFailure {
    var copy = self
    copy.kinds = Set(kinds)
    return copy
  }

  /// Replaces the error that the failing fetch throws.
  public func throwing(_ error: any Error) -> FetchFailure {
    var copy = self
    copy.error = error
    return copy
  }

  /// Allows that no fetch ever fails; otherwise a plan that was never reached is an issue.
  public func allowingNoHit() -> FetchFailure {
    var copy = self
    copy.mayStayUnreached = true
    return copy
  }
}

extension FetchFailure: CustomStringConvertible {
  public var description: String {
    var parts = ["fetch failure", occasions.description]
    if let entityNames { parts.append("of \(entityNames.sorted().joined(separator: ", "))") }
    if kinds.count < Kind.allCases.count {
      parts.append("on \(kinds.map { "\($0)" }.sorted().joined(separator: ", "))")
    }
    return parts.joined(separator: " ")
  }
}
