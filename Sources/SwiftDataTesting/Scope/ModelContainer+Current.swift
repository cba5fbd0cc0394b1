public import SwiftData

extension ModelContainer {
  /// The container of the running test.
  ///
  /// The trait `.modelContainer(for:)` gives every test case one, and `withModelContainer` its closure.
  /// A detached task or a queue doesn't know its test: hand the container over.
  ///
  /// ```swift
  /// @Test(.modelContainer(for: Entry.self))
  /// func `a meal is stored`() throws {
  ///   let context = try ModelContainer.current.freshContext()
  ///   try Journal(context).add(Entry())
  ///   expectStored(Entry.self, count: 1)
  /// }
  /// ```
  ///
  /// - Throws: ``MissingModelContainer`` where there is none, with what to do about it.
  public static var current: ModelContainer {
    get throws {
      guard let container = StoreScope.current?.container else { throw MissingModelContainer() }
      return container
    }
  }
}

/// The error of asking for the test's container where no test has one.
public struct MissingModelContainer: Error, Hashable, CustomStringConvertible {
  init() {}

  public var description: String {
    """
    There is no ModelContainer.current here. Give the test or its suite the trait \
    `.modelContainer(for: SomeModel.self)`, or wrap the code in `withModelContainer(for: \
    SomeModel.self) { container in … }`, as in XCTest. In a detached task, on a queue or in an exit \
    test the test's container is not known: hand it over, or make one with \
    `ModelContainer.inMemory(for:)`.
    """
  }
}
