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
  var readers: [PropertyReader<Model>] = []
  repeat readers.append(PropertyReader(each keyPaths))
  var missing: [StoredRow] = []
  for values in expected {
    var row = StoredRow()
    repeat row.append(each values)
    missing.append(row)
  }
  expectStored(
    readers, rows: missing, where: predicate,
    at: ExpectationTarget(container, at: sourceLocation))
}

/// The expectation without parameter packs, which closures cannot capture well.
private func expectStored<Model: PersistentModel>(
  _ readers: [PropertyReader<Model>], rows expected: [StoredRow],
  where predicate: Predicate<Model>?, at target: ExpectationTarget
) {
  target.check { container in
    var unexpected = try storedModels(Model.self, where: predicate, in: container).map { model in
      StoredRow(values: readers.map { $0.read(model) })
    }
    let missing = expected.filter { row in
      guard let index = unexpected.firstIndex(of: row) else { return true }
      unexpected.remove(at: index)
      return false
    }
    guard !missing.isEmpty || !unexpected.isEmpty else { return nil }
    let names = readers.map(\.name)
    let lines =
      missing.map { "  missing:    \($0.text(named: names))" }
      + unexpected.map { "  unexpected: \($0.text(named: names))" }
    let name = Schema.entityName(for: Model.self)
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

/// The values of one model that an expectation compares.
private struct StoredRow: Equatable {
  var values: [any Equatable] = []

  mutating func append(_ value: some Equatable) { values.append(value) }

  static func == (lhs: StoredRow, rhs: StoredRow) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value, _ other: any Equatable) -> Bool {
      (other as? Value) == value
    }
    guard lhs.values.count == rhs.values.count else { return false }
    for (left, right) in zip(lhs.values, rhs.values) {
      guard isEqual(left, right) else { return false }
    }
    return true
  }

  func text(named names: [String]) -> String {
    zip(names, values).map { "\($0): \(String(reflecting: $1))" }.joined(separator: ", ")
  }
}

/// Reads one property of a model.
private struct PropertyReader<Model: PersistentModel> {
  /// The property, as `title` or `owner.name`.
  let name: String
  let read: (Model) -> any Equatable

  init<Value: Equatable>(_ keyPath: KeyPath<Model, Value>) {
    name = Self.name(of: keyPath)
    read = { $0[keyPath: keyPath] }
  }
  private static func name(of keyPath: AnyKeyPath) -> String {
    // What the macro wrote down names every persisted property, also where the runtime cannot name the
    // accessors that a key path consists of; it has no public accessors, so it is mirrored.
    for property in Model.schemaMetadata {
      let mirror = Mirror(reflecting: property)
      if mirror.descendant("keypath") as? AnyKeyPath == keyPath,
        let name = mirror.descendant("name") as? String
      {
        return name
      }
    }
    let text = String(describing: keyPath)
    return text.firstIndex(of: ".").map { String(text[text.index(after: $0)...]) } ?? text
  }
}
