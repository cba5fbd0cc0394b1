public import SwiftData

/// Runs a closure with a container of its own, and clears up after it.
///
/// It does for a closure what the trait `.modelContainer(for:)` does for a test: use it in XCTest suites,
/// or for a second container. Within the closure the container is `ModelContainer.current` too, and
/// `withSaveFailure` applies to it.
///
/// ```swift
/// func testASavedMealIsStored() throws {
///   try withModelContainer(for: Entry.self) { container in
///     try Journal(container).add(meal)
///     expectStored(Entry.self, count: 1)
///   }
/// }
/// ```
///
/// - Parameters:
///   - models: The models to store; those related to them belong to it by themselves.
///   - location: Whether the store is in memory or in a file, which is removed at the end.
///   - leftovers: Whether unsaved changes at the end are reported.
///   - hazards: What happens where Apple's SwiftData is documented to go wrong.
///   - seed: Inserts what shall be stored at the start. What it leaves unsaved is saved.
///   - sourceLocation: Where leftovers and hazards are reported.
///   - body: The code that uses the container.
/// - Returns: What the closure returns.
/// - Throws: What the closure or the seeding throws, or what SwiftData throws for the models. No file
///   stays behind.
@discardableResult
public func withModelContainer<R>(
  for models: any PersistentModel.Type..., storedIn location: StoreLocation = .memory,
  leftovers: Leftovers? = nil, hazards: HazardSettings? = nil,
  seed: ((ModelContext) throws -> Void)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (ModelContainer) throws -> R
) throws -> R {
  let options = ScopeOptions(leftovers: leftovers, hazards: hazards)
  let scope = StoreScope(options.filled(from: .current), at: sourceLocation)
  defer { scope.end() }
  return try StoreScope.$current.withValue(scope) {
    try scope.hazards.withSettings {
      let container = try ContainerMaking.container(
        for: Schema(models), models: models, storedIn: location, seed: seed)
      return try body(container)
    }
  }
}

/// Runs an asynchronous closure with a container of its own, and clears up after it.
@discardableResult
public func withModelContainer<R>(
  for models: any PersistentModel.Type..., storedIn location: StoreLocation = .memory,
  leftovers: Leftovers? = nil, hazards: HazardSettings? = nil,
  seed: ((ModelContext) throws -> Void)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (ModelContainer) async throws -> R
) async throws -> R {
  let options = ScopeOptions(leftovers: leftovers, hazards: hazards)
  let scope = StoreScope(options.filled(from: .current), at: sourceLocation)
  let result: Result<R, any Error>
  do {
    let value = try await StoreScope.$current.withValue(
      scope,
      operation: {
        try await scope.hazards.withSettings(isolation: isolation) {
          let container = try ContainerMaking.container(
            for: Schema(models), models: models, storedIn: location, seed: seed)
          return try await body(container)
        }
      }, isolation: isolation)
    result = .success(value)
  } catch {
    result = .failure(error)
  }
  await scope.end()
  return try result.get()
}
