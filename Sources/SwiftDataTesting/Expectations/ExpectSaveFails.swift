public import SwiftData

/// Expects that a save fails with an error of a type.
///
/// ```swift
/// withSaveFailure(.always) {
///   expectSaveFails(with: InjectedFault.self) { try context.save() }
/// }
/// ```
///
/// If the save goes through, the failure shows what it wrote.
///
/// - Parameters:
///   - type: The type of the error expected.
///   - container: The container whose store is shown; the test's own by default.
///   - sourceLocation: Where a failure is reported.
///   - body: The code that saves.
/// - Returns: The error thrown, if it is of the type.
@discardableResult
public func expectSaveFails<Failure: Error>(
  with type: Failure.Type, in container: ModelContainer? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> Failure? {
  let expectation = SaveExpectation("\(type)", in: container, at: sourceLocation)
  do {
    try body()
    expectation.succeeded()
    return nil
  } catch {
    return expectation.judge(error)
  }
}

/// Expects that a save fails with an error.
@discardableResult
public func expectSaveFails<Failure: Error & Equatable>(
  with expected: Failure, in container: ModelContainer? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> Failure? {
  let expectation = SaveExpectation("\(expected)", in: container, at: sourceLocation)
  do {
    try body()
    expectation.succeeded()
    return nil
  } catch {
    return expectation.judge(error, expected: expected)
  }
}

/// Expects that an asynchronous save fails with an error of a type.
@discardableResult
public func expectSaveFails<Failure: Error>(
  with type: Failure.Type, in container: ModelContainer? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> Failure? {
  let expectation = SaveExpectation("\(type)", in: container, at: sourceLocation)
  do {
    try await body()
    expectation.succeeded()
    return nil
  } catch {
    return expectation.judge(error)
  }
}

/// Expects that an asynchronous save fails with an error.
@discardableResult
public func expectSaveFails<Failure: Error & Equatable>(
  with expected: Failure, in container: ModelContainer? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> Failure? {
  let expectation = SaveExpectation("\(expected)", in: container, at: sourceLocation)
  do {
    try await body()
    expectation.succeeded()
    return nil
  } catch {
    return expectation.judge(error, expected: expected)
  }
}

/// What is expected of one save, and the store before it.
private struct SaveExpectation {
  private let expectedText: String
  private let location: SourceLocation
  private let container: ModelContainer?
  private let before: StoredGraph?

  init(_ expectedText: String, in container: ModelContainer?, at location: SourceLocation) {
    self.expectedText = expectedText
    self.location = location
    // Without a container the error is checked all the same; there is only no store to show.
    self.container = container ?? StoreScope.current?.container
    before = self.container.flatMap { try? StoredGraph(of: $0) }
  }

  /// Reports a save that went through.
  func succeeded() {
    var message = "The save was expected to fail with \(expectedText), but went through"
    if let container, let before, let after = try? StoredGraph(of: container),
      let difference = after.difference(from: before)
    {
      message += " and wrote:\n\(difference)"
    } else {
      message += "."
    }
    fail(message)
  }

  func judge<Failure: Error>(_ error: any Error) -> Failure? {
    if let failure = error as? Failure { return failure }
    return mismatch(error)
  }

  func judge<Failure: Error & Equatable>(_ error: any Error, expected: Failure) -> Failure? {
    if let failure = error as? Failure, failure == expected { return failure }
    return mismatch(error)
  }

  private func mismatch<Failure>(_ error: any Error) -> Failure? {
    fail("The save was expected to fail with \(expectedText), but failed with \(error).")
    return nil
  }

  private func fail(_ message: String) { Report(message, at: location).record() }
}
