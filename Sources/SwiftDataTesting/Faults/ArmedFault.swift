internal import Synchronization

/// A failure while it is armed, with the count of what it made fail.
///
/// The closure of `withSaveFailure` and its siblings may take it as argument.
public final class ArmedFault: Sendable {
  enum Plan: Sendable {
    case save(SaveFailure)
    case fetch(FetchFailure)
    case containerCreation(ContainerCreationFailure)
  }

  let plan: Plan
  private let counts = Mutex((opportunities: 0, hits: 0))

  init(_ plan: Plan) { self.plan = plan }

  /// How many operations it has made fail.
  public var hits: Int { counts.withLock { $0.hits } }

  /// How many operations it applied to, whether they failed or were let through.
  public var opportunities: Int { counts.withLock { $0.opportunities } }

  /// Counts an operation that the plan applies to and tells whether it shall fail.
  private func strikes(on occasions: Occasions) -> Bool {
    counts.withLock { counts in
      counts.opportunities += 1
      guard occasions.contains(counts.opportunities) else { return false }
      counts.hits += 1
      return true
    }
  }

  /// The plan, if it is one for saves, applies to these changes, and has its occasion now.
  func strike(save changes: SavedChanges, at points: Set<SaveFailure.Point>) -> SaveFailure? {
    guard case .save(let failure) = plan, points.contains(failure.point),
      changes.contain(failure.changes, of: failure.entityNames)
    else { return nil }
    return strikes(on: failure.occasions) ? failure : nil
  }

  /// The error to throw from a fetch.
  func strike(fetchOf entityName: String, _ kind: FetchFailure.Kind) -> (any Error)? {
    guard case .fetch(let failure) = plan, failure.kinds.contains(kind),
      failure.entityNames?.contains(entityName) ?? true
    else { return nil }
    return strikes(on: failure.occasions) ? failure.error : nil
  }

  /// The error to throw from the creation of a container.
  func strikeContainerCreation() -> (any Error)? {
    guard case .containerCreation(let failure) = plan else { return nil }
    return strikes(on: failure.occasions) ? failure.error : nil
  }

  /// Says what is wrong with the test if the failure should have been reached and wasn't.
  func complaint(armedFor scope: String) -> String? {
    let (kind, text, isRequired) =
      switch plan {
      case .save(let failure): ("save", "\(failure)", !failure.mayStayUnreached)
      case .fetch(let failure): ("fetch", "\(failure)", !failure.mayStayUnreached)
      case .containerCreation(let failure):
        ("container creation", "\(failure)", !failure.mayStayUnreached)
      }
    let (opportunities, hits) = counts.withLock { $0 }
    guard isRequired, hits == 0 else { return nil }
    let seen =
      switch opportunities {
      case 0: "no \(kind) that it applies to took place"
      case 1: "only one \(kind) that it applies to took place"
      default: "only \(opportunities) \(kind)s that it applies to took place"
      }
    return """
      The \(text) was never reached \(scope): \(seen), so the test shows nothing \
      about it. Check that the code under test uses the test's container, and the plan's models and \
      changes; where no failure may be right, add `.allowingNoHit()`.
      """
  }
}

/// The changes of one save, by entity.
struct SavedChanges: Sendable {
  var entityNames: [SaveFailure.Change: Set<String>]

  func contain(_ changes: Set<SaveFailure.Change>, of names: Set<String>?) -> Bool {
    entityNames.contains { change, changed in
      changes.contains(change) && !changed.isEmpty
        && (names.map { !$0.isDisjoint(with: changed) } ?? true)
    }
  }
}
