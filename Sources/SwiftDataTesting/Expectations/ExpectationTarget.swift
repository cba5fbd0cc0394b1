internal import SwiftData
internal import Testing

/// The container that an expectation looks at, and the line that it reports at.
struct ExpectationTarget {
  let location: SourceLocation
  private let given: ModelContainer?

  init(_ container: ModelContainer?, at location: SourceLocation) {
    given = container
    self.location = location
  }

  /// Runs a check on the container; what keeps it from being made is an issue too.
  func check(_ body: (ModelContainer) throws -> String?) {
    do {
      let container = try given ?? ModelContainer.current
      if let failure = try body(container) { fail(failure) }
    } catch {
      fail("The expectation could not be checked: \(error)")
    }
  }

  /// The stored graph, or nil after an issue that says why it cannot be read.
  func graph() -> StoredGraph? {
    var graph: StoredGraph?
    check { container in
      graph = try StoredGraph(of: container)
      return nil
    }
    return graph
  }

  func fail(_ message: String) { Report(message, at: location).record() }
}
