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
  /// Greater than that of every failure armed before.
  fileprivate let serial = ArmedFault.serials.add(1, ordering: .relaxed).newValue
  private static let serials = Atomic(0)
  private let counts = Mutex((opportunities: 0, hits: 0))

  init(_ plan: Plan) { self.plan = plan }

  /// How many operations it has made fail.
  public var hits: Int { counts.withLock { $0.hits } }

  /// How many operations it applied to, whether they failed or were let through.
  public var opportunities: Int { counts.withLock { $0.opportunities } }

  /// Counts an operation that the plan applies to and tells whether it is one that shall fail.
  private func isOccasion(_ occasions: Occasions) -> Bool {
    counts.withLock { counts in
      counts.opportunities += 1
      return occasions.contains(counts.opportunities)
    }
  }

  fileprivate func noteHit() { counts.withLock { $0.hits += 1 } }

  /// The plan, if it is one for saves, applies to these changes, and has its occasion now.
  fileprivate func count(
    save changes: SavedChanges, at points: Set<SaveFailure.Point>
  ) -> SaveFailure? {
    guard case .save(let failure) = plan, points.contains(failure.point),
      changes.contain(failure.changes, of: failure.entityNames)
    else { return nil }
    return isOccasion(failure.occasions) ? failure : nil
  }

  /// The error to throw from a fetch.
  fileprivate func count(fetchOf entityName: String, _ kind: FetchFailure.Kind) -> (any Error)? {
    guard case .fetch(let failure) = plan, failure.kinds.contains(kind),
      failure.entityNames?.contains(entityName) ?? true
    else { return nil }
    return isOccasion(failure.occasions) ? failure.error : nil
  }

  /// The error to throw from the creation of a container.
  fileprivate func countContainerCreation() -> (any Error)? {
    guard case .containerCreation(let failure) = plan else { return nil }
    return isOccasion(failure.occasions) ? failure.error : nil
  }

  /// Says which number the plan has that no operation can have.
  private var impossibleOccasion: String? {
    switch plan {
    case .save(let failure): failure.occasions.impossibleNumber
    case .fetch(let failure): failure.occasions.impossibleNumber
    case .containerCreation(let failure): failure.occasions.impossibleNumber
    }
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
    if let impossibleOccasion {
      return "The \(text) can never be reached: \(impossibleOccasion)"
    }
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

// Every failure counts the operation. Of those whose occasion it is, the one that was armed last fails it,
// since it is the one that the code nearest to the operation asks for.
extension [ArmedFault] {
  /// The failure that a save meets first at one of the points of the store or the context.
  func strike(save changes: SavedChanges, at points: Set<SaveFailure.Point>) -> SaveFailure? {
    let failures = compactMap { fault in
      fault.count(save: changes, at: points).map { (fault: fault, outcome: $0) }
    }
    let earliest = failures.map(\.outcome.point.order).min()
    return hit(failures.filter { $0.outcome.point.order == earliest })
  }

  /// The error that a fetch throws.
  func strike(fetchOf entityName: String, _ kind: FetchFailure.Kind) -> (any Error)? {
    hit(compactMap { fault in fault.count(fetchOf: entityName, kind).map { (fault, $0) } })
  }

  /// The error that the creation of a container throws.
  func strikeContainerCreation() -> (any Error)? {
    hit(compactMap { fault in fault.countContainerCreation().map { (fault, $0) } })
  }

  private func hit<Outcome>(_ failures: [(fault: ArmedFault, outcome: Outcome)]) -> Outcome? {
    guard let last = failures.max(by: { $0.fault.serial < $1.fault.serial }) else { return nil }
    last.fault.noteHit()
    return last.outcome
  }
}

extension SaveFailure.Point {
  /// The place of the point in the course of a save.
  fileprivate var order: Int { Self.allCases.firstIndex(of: self)! }
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
