// The failing of container creation, for containers that the production code makes by itself.

#if SWIFT_DATA_ENGINE
  @_spi(Testing) internal import SwiftData

  /// Runs a closure in which `ModelContainer.init` asks the armed failures first.
  func withContainerCreationHook<R>(_ body: () throws -> R) rethrows -> R {
    guard TaskFaults.failContainerCreation else { return try body() }
    return try ContainerTesting.$beforeCreation.withValue(TaskFaults.beforeCreation) {
      try body()
    }
  }

  func withContainerCreationHook<R>(
    isolation: isolated (any Actor)?, _ body: () async throws -> R
  ) async rethrows -> R {
    guard TaskFaults.failContainerCreation else { return try await body() }
    return try await ContainerTesting.$beforeCreation.withValue(
      TaskFaults.beforeCreation, operation: { try await body() }, isolation: isolation)
  }

  extension TaskFaults {
    fileprivate static var failContainerCreation: Bool {
      current.contains { if case .containerCreation = $0.plan { true } else { false } }
    }

    fileprivate static let beforeCreation = ContainerTesting.BeforeCreation { _, _ in
      guard StoreAccess.current.canFail else { return }
      if let error = current.strikeContainerCreation() { throw error }
    }
  }
#else
  // Elsewhere the store of a `FaultInjectingConfiguration` asks the armed failures when it is opened.

  func withContainerCreationHook<R>(_ body: () throws -> R) rethrows -> R { try body() }

  func withContainerCreationHook<R>(
    isolation: isolated (any Actor)?, _ body: () async throws -> R
  ) async rethrows -> R {
    try await body()
  }
#endif
