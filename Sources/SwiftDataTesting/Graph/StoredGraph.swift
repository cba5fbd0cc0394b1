internal import SwiftData

/// All models of a container as they are stored, to show and to compare.
///
/// It is read through a context of its own, so unsaved changes don't show. Its description has a line
/// for each model and each of its values:
///
/// ```
/// Entry/p1
///   items: [EntryItem/p1]
///   title: "rye"
/// EntryItem/p1
///   entry: Entry/p1
/// ```
public struct StoredGraph: Sendable {
  struct Node: Sendable, Equatable {
    let identifier: PersistentIdentifier
    let name: String
    let values: [String: GraphValue]
  }

  /// The stored models, by entity and key.
  let nodes: [Node]

  /// Whether nothing is stored.
  public var isEmpty: Bool { nodes.isEmpty }

  /// The number of stored models.
  public var count: Int { nodes.count }

  init(nodes: [Node]) { self.nodes = nodes }

  /// The part of the graph that belongs to one entity.
  func nodes(ofEntity name: String) -> StoredGraph {
    StoredGraph(nodes: nodes.filter { $0.identifier.entityName == name })
  }
}

extension StoredGraph: Equatable {}

extension StoredGraph: CustomStringConvertible {
  public var description: String {
    isEmpty ? "(nothing is stored)" : Self.text(nodes.map(\.lines))
  }

  /// The most models that a failure shows.
  private static let shownNodes = 20

  fileprivate static func text(_ nodes: [[String]]) -> String {
    var lines = nodes.prefix(shownNodes).flatMap { $0 }
    if nodes.count > shownNodes { lines.append("… and \(nodes.count - shownNodes) more models") }
    return lines.joined(separator: "\n")
  }
}

extension StoredGraph {
  /// Tells what became of another graph: models that came (`+`), went (`-`) or changed (`~`), with values.
  ///
  /// - Parameter old: The graph to compare with.
  /// - Returns: The difference, or nil if both are the same.
  public func difference(from old: StoredGraph) -> String? {
    let oldByIdentifier = Dictionary(
      old.nodes.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    let identifiers = Set(nodes.map(\.identifier))
    let gone = old.nodes.filter { !identifiers.contains($0.identifier) }.map {
      $0.lines(after: "- ")
    }
    let others = nodes.compactMap { node -> [String]? in
      guard let before = oldByIdentifier[node.identifier] else { return node.lines(after: "+ ") }
      return node == before ? nil : node.changes(since: before)
    }
    let all = gone + others
    return all.isEmpty ? nil : Self.text(all)
  }
}

extension StoredGraph.Node {
  fileprivate var lines: [String] { lines(after: "") }

  fileprivate func lines(after mark: String) -> [String] {
    [mark + name] + values.sorted { $0.key < $1.key }.map { "  \(mark)\($0.key): \($0.value)" }
  }

  fileprivate func changes(since old: StoredGraph.Node) -> [String] {
    let names = Set(values.keys).union(old.values.keys).sorted()
    return ["~ \(name)"]
      + names.compactMap { name in
        let (before, after) = (old.values[name] ?? .null, values[name] ?? .null)
        return before == after ? nil : "    \(name): \(before.change(to: after))"
      }
  }
}
