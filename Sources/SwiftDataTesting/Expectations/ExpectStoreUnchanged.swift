public import SwiftData

/// Expects that a closure leaves the store as it is.
///
/// What is stored is read before and after through contexts of their own. A failure shows what came, went
/// and changed.
///
/// ```swift
/// expectStoreUnchanged { #expect(throws: InjectedFault.self) { try journal.delete(meal) } }
/// ```
///
/// - Parameters:
///   - container: The container to look at; the test's own by default.
///   - sourceLocation: Where a failure is reported.
///   - body: The code that must not change what is stored.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws; the store is compared then too.
@discardableResult
public func expectStoreUnchanged<R>(
  in container: ModelContainer? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> R
) rethrows -> R {
  let target = ExpectationTarget(container, at: sourceLocation)
  let before = target.graph()
  defer { target.compare(with: before) }
  return try body()
}

/// Expects that an asynchronous closure leaves the store as it is.
@discardableResult
public func expectStoreUnchanged<R>(
  in container: ModelContainer? = nil, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> R
) async rethrows -> R {
  let target = ExpectationTarget(container, at: sourceLocation)
  let before = target.graph()
  defer { target.compare(with: before) }
  return try await body()
}

extension ExpectationTarget {
  fileprivate func compare(with before: StoredGraph?) {
    guard let before, let after = graph(), let difference = after.difference(from: before)
    else { return }
    fail("The store was expected to stay as it was, but changed:\n\(difference)")
  }
}
