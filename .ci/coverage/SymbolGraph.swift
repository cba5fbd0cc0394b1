import Foundation

/// What is needed of the compiler's description of a module.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { var identifier: String }

    struct Identifier: Decodable { var precise: String }

    struct Comment: Decodable {
      struct Line: Decodable { var text: String }

      var lines: [Line]
    }

    struct Location: Decodable {
      struct Position: Decodable { var line: Int }

      var uri: String
      var position: Position
    }

    var kind: Kind
    var identifier: Identifier
    var pathComponents: [String]
    var docComment: Comment?
    /// Nil for what the compiler writes itself.
    var location: Location?
  }

  struct Relationship: Decodable {
    var kind: String
    var source: String
    var target: String
    /// The target's name, where it is another module's.
    var targetFallback: String?
  }

  var symbols: [Symbol]
  var relationships: [Relationship]
}

extension SymbolGraph {
  init(contentsOf url: URL) throws {
    self = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: url))
  }
}

extension SymbolGraph.Symbol {
  /// The name as the inventory writes it.
  var name: String {
    let path = pathComponents.joined(separator: ".")
    guard kind.identifier == "swift.macro" else { return path }
    return (Self.freestandingMacros.contains(path) ? "#" : "@") + path
  }

  private static let freestandingMacros: Set<String> = ["Index(_:)", "Unique(_:)"]

  var isDocumented: Bool { docComment?.lines.contains { !$0.text.isEmpty } ?? false }

  /// An extension of another module's type, which has a symbol of its own for its conformances.
  var isExtension: Bool { kind.identifier == "swift.extension" }
}
