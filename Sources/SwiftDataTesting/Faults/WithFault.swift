public import SwiftData
internal import Testing

/// Arms a failure for the length of a closure and checks that it was reached.
///
/// It is armed in the task, and besides on the given container or on all containers of the test's scope.
struct FaultArming {
  let fault: ArmedFault
  let board: FaultBoard?
  let location: SourceLocation
  /// Whether the task carries the failure too; it does not where one container is meant.
  let isInTask: Bool

  init(_ plan: ArmedFault.Plan, in container: ModelContainer?, at location: SourceLocation) {
    fault = ArmedFault(plan)
    self.location = location
    isInTask = container == nil
    guard let container else {
      board = StoreScope.current?.board
      return
    }
    board = ContainerRegistry.probe(of: container)?.board
    if board == nil {
      Report(
        """
        A failure cannot be armed on this container: it was not made by SwiftDataTesting, so no store \
        of it can fail. Make it with `ModelContainer.inMemory(for:)`, `.temporaryFile(for:)` or \
        `.underTest(for:configuration:)`, or use the trait `.modelContainer(for:)`.
        """, at: location
      ).record()
    }
  }

  private var faultsOfTask: [ArmedFault] {
    isInTask ? TaskFaults.current + [fault] : TaskFaults.current
  }

  private func complain() {
    guard isInTask || board != nil else { return }
    if let complaint = fault.complaint(armedFor: "in its scope") {
      Report(complaint, at: location).record()
    }
  }

  func run<R>(_ body: (ArmedFault) throws -> R) rethrows -> R {
    board?.arm(fault)
    defer { board?.disarm(fault) }
    let result = try TaskFaults.$current.withValue(faultsOfTask) {
      try withContainerCreationHook { try body(fault) }
    }
    complain()
    return result
  }

  func run<R>(
    isolation: isolated (any Actor)?, _ body: (ArmedFault) async throws -> R
  ) async rethrows -> R {
    board?.arm(fault)
    defer { board?.disarm(fault) }
    let result = try await TaskFaults.$current.withValue(
      faultsOfTask,
      operation: {
        try await withContainerCreationHook(isolation: isolation) { try await body(fault) }
      }, isolation: isolation)
    complain()
    return result
  }
}

/// Makes saves fail while a closure runs, in the production code's own `context.save()`.
///
/// Inside a test with the trait `.modelContainer(for:)`, or inside
/// ``withModelContainer(for:storedIn:leftovers:hazards:seed:sourceLocation:_:)``, the failure is armed on
/// that test's containers: detached tasks, queues and model actors that use them meet it as well, and no
/// other test does. Elsewhere it reaches the containers made by this library that the task uses.
///
/// A plan that no save ever reached is recorded as an issue, unless it has `allowingNoHit()`. Of several plans
/// that would fail the same save, the innermost does, and it alone counts as reached.
///
/// ```swift
/// try withSaveFailure(.always) {
///   #expect(throws: InjectedFault.self) { try journal.add(meal) }
/// }
/// ```
///
/// - Parameters:
///   - failure: Which saves fail, with what error, at which point.
///   - container: The container whose saves fail, where not all of the test's containers are meant.
///   - sourceLocation: Where an unreached plan is reported.
///   - body: The code that saves.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws. The failure is disarmed then too.
@discardableResult
public func withSaveFailure<R>(
  _ failure: SaveFailure, in container: ModelContainer? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> R
) rethrows -> R {
  try FaultArming(.save(failure), in: container, at: sourceLocation).run { _ in try body() }
}

/// Makes saves fail while a closure runs that looks at the failure's count of hits.
@discardableResult
public func withSaveFailure<R>(
  _ failure: SaveFailure, in container: ModelContainer? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (ArmedFault) throws -> R
) rethrows -> R {
  try FaultArming(.save(failure), in: container, at: sourceLocation).run(body)
}

/// Makes saves fail while an asynchronous closure runs.
@discardableResult
public func withSaveFailure<R>(
  _ failure: SaveFailure, in container: ModelContainer? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> R
) async rethrows -> R {
  try await FaultArming(.save(failure), in: container, at: sourceLocation)
    .run(isolation: isolation) { _ in try await body() }
}

/// Makes saves fail while an asynchronous closure runs that looks at the failure's count of hits.
@discardableResult
public func withSaveFailure<R>(
  _ failure: SaveFailure, in container: ModelContainer? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (ArmedFault) async throws -> R
) async rethrows -> R {
  try await FaultArming(.save(failure), in: container, at: sourceLocation)
    .run(isolation: isolation, body)
}

/// Makes fetches fail while a closure runs.
///
/// It is armed as `withSaveFailure` arms, and reports an unreached plan alike.
///
/// - Throws: What the closure throws. The failure is disarmed then too.
@discardableResult
public func withFetchFailure<R>(
  _ failure: FetchFailure, in container: ModelContainer? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> R
) rethrows -> R {
  try FaultArming(.fetch(failure), in: container, at: sourceLocation).run { _ in try body() }
}

/// Makes fetches fail while an asynchronous closure runs.
@discardableResult
public func withFetchFailure<R>(
  _ failure: FetchFailure, in container: ModelContainer? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> R
) async rethrows -> R {
  try await FaultArming(.fetch(failure), in: container, at: sourceLocation)
    .run(isolation: isolation) { _ in try await body() }
}

/// Makes the creation of containers fail while a closure runs, also of those that production code makes.
///
/// - Throws: What the closure throws. The failure is disarmed then too.
@discardableResult
public func withContainerCreationFailure<R>(
  _ failure: ContainerCreationFailure, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> R
) rethrows -> R {
  try FaultArming(.containerCreation(failure), in: nil, at: sourceLocation).run { _ in try body() }
}

/// Makes the creation of containers fail while an asynchronous closure runs.
@discardableResult
public func withContainerCreationFailure<R>(
  _ failure: ContainerCreationFailure, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> R
) async rethrows -> R {
  try await FaultArming(.containerCreation(failure), in: nil, at: sourceLocation)
    .run(isolation: isolation) { _ in try await body() }
}
