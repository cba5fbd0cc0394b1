public import Foundation
public import SwiftData

/// A plan that makes saves fail: which, with what error, and at which point.
///
/// Arm it with `withSaveFailure` or the trait
/// ``Testing/Trait/saveFailure(_:)``. The production code's own `context.save()` then throws; it needs
/// no hook for it. Begin with one of the occasions and refine it:
///
/// ```swift
/// try withSaveFailure(.nth(2).of(Entry.self).on(.delete).throwing(.diskFull)) {
///   try journal.removeAll()
/// }
/// ```
///
/// A plan counts only the saves that it applies to: `.nth(2).of(Entry.self)` fails the second save
/// that has an `Entry` among its changes.
public struct SaveFailure: Sendable {
  /// A kind of change in a save.
  public enum Change: Hashable, Sendable, CaseIterable {
    /// A model that is new in the store.
    case insert
    /// A stored model with changed values.
    case update
    /// A model that leaves the store.
    case delete
  }

  /// The moment of a save at which it fails.
  public enum Point: Hashable, Sendable, CaseIterable {
    #if SWIFT_DATA_ENGINE
      /// When `save()` is called, before the context processes its pending changes.
      ///
      /// Code of the app that throws before `save()` leaves the context in this state. Only this
      /// package's engine can fail there.
      case beforeProcessing
    #endif
    /// Before the store writes: it keeps its old content.
    case beforeWrite
    #if SWIFT_DATA_ENGINE
      /// When the store has written a part: it takes that back, and keeps its old content.
      ///
      /// Only this package's engine can fail there.
      case duringWrite
    #endif
    /// After the store has committed: the caller sees an error although the changes are stored.
    ///
    /// The context keeps the changes pending, so a retry writes inserted models a second time.
    case afterCommit
  }

  var occasions: Occasions
  var entityNames: Set<String>?
  var changes: Set<Change> = Set(Change.allCases)
  var point: Point = .beforeWrite
  var error: any Error = InjectedFault(.save)
  var mayStayUnreached = false

  /// Makes a plan that fails saves on the given occasions, before the store writes.
  public init(_ occasions: Occasions) { self.occasions = occasions }

  /// Every save fails.
  public static var always: SaveFailure { SaveFailure(.always) }

  /// The first save fails; a retry goes through.
  public static var once: SaveFailure { SaveFailure(.once) }

  /// The n-th save alone fails.
  public static func nth(_ number: Int) -> SaveFailure { SaveFailure(.nth(number)) }

  /// The first n saves fail.
  public static func first(_ count: Int) -> SaveFailure { SaveFailure(.first(count)) }

  /// The n-th save and all after it fail.
  public static func from(_ number: Int) -> SaveFailure { SaveFailure(.from(number)) }
}

extension SaveFailure {
  /// Restricts the plan to saves with changes of the given models.
  ///
  /// A model that inherits from one of them is another model: name it, too.
  public func of(_ models: any PersistentModel.Type...) -> SaveFailure {
    var copy = self
    copy.entityNames = Set(models.map(entityName)).union(entityNames ?? [])
    return copy
  }

  /// Restricts the plan to saves with changes of the given kinds.
  ///
  /// Together with ``of(_:)``, a save must have such a change of such a model.
  public func on(_ changes: Change...) -> SaveFailure {
    var copy = self
    copy.changes = Set(changes)
    return copy
  }

  /// Replaces the error that the failing save throws.
  public func throwing(_ error: any Error) -> SaveFailure {
    var copy = self
    copy.error = error
    return copy
  }

  /// Replaces the error by one of Foundation's, as `.diskFull`.
  public func throwing(_ error: CocoaError) -> SaveFailure {
    throwing(error as any Error)
  }

  /// Moves the failure to another point of the save.
  public func at(_ point: Point) -> SaveFailure {
    var copy = self
    copy.point = point
    return copy
  }

  /// Allows that no save ever fails.
  ///
  /// Otherwise a plan that was armed and never reached is an issue: the test would show nothing.
  public func allowingNoHit() -> SaveFailure {
    var copy = self
    copy.mayStayUnreached = true
    return copy
  }
}

/// The name of a model's entity.
func entityName(of model: any PersistentModel.Type) -> String {
  func name<Model: PersistentModel>(_ model: Model.Type) -> String { Schema.entityName(for: model) }
  return name(model)
}

extension SaveFailure: CustomStringConvertible {
  public var description: String {
    var parts = ["save failure", occasions.description]
    if let entityNames { parts.append("of \(entityNames.sorted().joined(separator: ", "))") }
    if changes.count < Change.allCases.count {
      parts.append("on \(changes.map { "\($0)" }.sorted().joined(separator: ", "))")
    }
    if point != .beforeWrite { parts.append("at \(point)") }
    return parts.joined(separator: " ")
  }
}
