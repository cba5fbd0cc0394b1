public import Foundation
public import SwiftData

/// Expects that the store is empty.
///
/// Unsaved changes don't count. A failure shows what is stored.
///
/// - Parameters:
///   - container: The container to look at; the test's own by default.
///   - sourceLocation: Where a failure is reported.
public func expectNothingStored(
  in container: ModelContainer? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  ExpectationTarget(container, at: sourceLocation).check { container in
    let graph = try StoredGraph(of: container)
    return graph.isEmpty
      ? nil : "Nothing was expected to be stored, but there is:\n\(graph)"
  }
}

/// Expects that a number of models of a type are stored.
///
/// ```swift
/// expectStored(Entry.self, count: 1)
/// expectStored(Entry.self, count: 0, where: #Predicate { $0.title == "rye" })
/// ```
///
/// - Parameters:
///   - model: The models to count. Models of subclasses count too.
///   - count: The number expected.
///   - predicate: What the models shall satisfy; nil means all.
///   - container: The container to look at; the test's own by default.
///   - sourceLocation: Where a failure is reported.
public func expectStored<Model: PersistentModel>(
  _ model: Model.Type, count: Int, where predicate: Predicate<Model>? = nil,
  in container: ModelContainer? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  ExpectationTarget(container, at: sourceLocation).check { container in
    let found = try storedModels(Model.self, where: predicate, in: container).count
    guard found != count else { return nil }
    let name = Schema.entityName(for: model)
    let graph = try StoredGraph(of: container).nodes(ofEntity: name)
    return """
      \(count) × \(name) \(predicate == nil ? "" : "matching the predicate ")expected to be stored, \
      found \(found).
      Stored \(name):
      \(graph)
      """
  }
}

/// Expects that exactly these models of a type are stored, by some of their values.
///
/// The order doesn't matter, and equal models count as often as they are given.
///
/// ```swift
/// expectStored(Entry.self, \.title, \.amount, equal: [("rye", 2), ("egg", 1)])
/// ```
///
/// - Parameters:
///   - model: The models to look at. Models of subclasses count too.
///   - keyPaths: The values to compare.
///   - expected: The values of each model: a tuple, or the value alone for one key path.
///   - predicate: Which models are meant; nil means all.
///   - container: The container to look at; the test's own by default.
///   - sourceLocation: Where a failure is reported.
public func expectStored<Model: PersistentModel, each Value: Equatable>(
  _ model: Model.Type, _ keyPaths: repeat KeyPath<Model, each Value>,
  equal expected: [(repeat each Value)], where predicate: Predicate<Model>? = nil,
  in container: ModelContainer? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  ExpectationTarget(container, at: sourceLocation).check { container in
    let models = try storedModels(Model.self, where: predicate, in: container)
    var unexpected = models.map { model in (repeat model[keyPath: each keyPaths]) }
    var missing: [(repeat each Value)] = []
    for values in expected {
      if let index = unexpected.firstIndex(where: { areEqual($0, values) }) {
        unexpected.remove(at: index)
      } else {
        missing.append(values)
      }
    }
    guard !missing.isEmpty || !unexpected.isEmpty else { return nil }
    var names: [String] = []
    repeat names.append(propertyName(of: each keyPaths))
    let lines =
      missing.map { "  missing:    \(text(of: $0, named: names))" }
      + unexpected.map { "  unexpected: \(text(of: $0, named: names))" }
    let name = Schema.entityName(for: model)
    return """
      \(name) is stored with other values than expected:
      \(lines.joined(separator: "\n"))
      Stored \(name):
      \(try StoredGraph(of: container).nodes(ofEntity: name))
      """
  }
}

/// Fetches through a context of its own, out of reach of armed failures.
private func storedModels<Model: PersistentModel>(
  _ model: Model.Type, where predicate: Predicate<Model>?, in container: ModelContainer
) throws -> [Model] {
  try StoreAccess.$current.withValue(.inspection(SnapshotCollector())) {
    let context = ModelContext(container)
    context.autosaveEnabled = false
    return try context.fetch(FetchDescriptor<Model>(predicate: predicate))
  }
}

private func areEqual<each Value: Equatable>(
  _ lhs: (repeat each Value), _ rhs: (repeat each Value)
) -> Bool {
  for (left, right) in repeat (each lhs, each rhs) {
    guard left == right else { return false }
  }
  return true
}

private func text<each Value>(of values: (repeat each Value), named names: [String]) -> String {
  var texts: [String] = []
  repeat texts.append("\(names[texts.count]): \(String(reflecting: each values))")
  return texts.joined(separator: ", ")
}

/// The property that a key path leads to, as `title` or `owner.name`.
private func propertyName(of keyPath: AnyKeyPath) -> String {
  let text = String(describing: keyPath)
  guard let dot = text.firstIndex(of: ".") else { return text }
  return String(text[text.index(after: dot)...])
}
