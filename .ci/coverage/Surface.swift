import Foundation

/// The public names and conformances of a module.
struct Surface {
  /// The names that are declared, without what conformances bring along.
  private(set) var names: Set<String> = []
  /// What each type conforms to or inherits from, with all that follows from it.
  private(set) var conformances: [String: Set<String>] = [:]
  /// The places of declarations without documentation.
  private(set) var undocumented: [String] = []

  init(_ graphs: [SymbolGraph]) {
    var namesByIdentifier: [String: String] = [:]
    for symbol in graphs.flatMap(\.symbols) {
      namesByIdentifier[symbol.identifier.precise] = symbol.name
      names.insert(symbol.name)
      if let location = symbol.location, !symbol.isDocumented, !symbol.isExtension {
        let file = URL(string: location.uri)?.lastPathComponent ?? location.uri
        undocumented.append("\(symbol.name) (\(file):\(location.position.line + 1))")
      }
    }
    for relationship in graphs.flatMap(\.relationships)
    where ["conformsTo", "inheritsFrom"].contains(relationship.kind) {
      guard let type = namesByIdentifier[relationship.source] else { continue }
      let target = relationship.targetFallback ?? namesByIdentifier[relationship.target]
      guard let target else { continue }
      conformances[type, default: []].insert(Self.withoutModule(target))
    }
  }

  /// The name of another module's protocol, as code writes it.
  private static func withoutModule(_ name: String) -> String {
    let modules = [
      "Swift", "_Concurrency", "Observation", "Foundation", "FoundationEssentials",
      "FoundationInternationalization",
    ]
    for module in modules where name.hasPrefix(module + ".") {
      return String(name.dropFirst(module.count + 1))
    }
    return name
  }

  /// Whether a name is declared or comes with a conformance of its type.
  func has(_ name: String) -> Bool {
    if names.contains(name) { return true }
    guard let split = Self.lastDot(in: name) else { return false }
    let member = String(name[name.index(after: split)...])
    return conformances[String(name[..<split])]?.contains {
      Self.membersByConformance[$0]?.contains(member) ?? false
    } ?? false
  }

  /// The dot before a member, which is none of those between parentheses or in an operator.
  private static func lastDot(in name: String) -> String.Index? {
    let end = name.firstIndex(of: "(") ?? name.endIndex
    return name[..<end].lastIndex(of: ".")
  }

  /// What the compiler writes for a conformance, without a symbol.
  private static let membersByConformance: [String: Set<String>] = [
    "Equatable": ["==(_:_:)"],
    "Hashable": ["==(_:_:)", "hash(into:)", "hashValue"],
    "Encodable": ["encode(to:)"],
    "Decodable": ["init(from:)"],
    "RawRepresentable": ["rawValue", "RawValue", "init(rawValue:)"],
    "CodingKey": ["stringValue", "intValue", "init(stringValue:)", "init(intValue:)"],
  ]

  /// A set of conformances with those that follow from them.
  func closure(of conformances: Set<String>) -> Set<String> {
    var all: Set<String> = []
    var open = Array(conformances)
    while let next = open.popLast() {
      guard all.insert(next).inserted else { continue }
      open += Self.implied[next] ?? []
      open += self.conformances[next] ?? []
    }
    return all
  }

  /// What conformances to protocols of other modules bring along.
  private static let implied: [String: [String]] = [
    "Actor": ["Sendable"],
    "CodingKey": ["CustomDebugStringConvertible", "CustomStringConvertible", "Sendable"],
    "Comparable": ["Equatable"],
    "Error": ["Sendable"],
    "Executor": ["Sendable"],
    "Hashable": ["Equatable"],
    "RandomAccessCollection": ["BidirectionalCollection", "Collection", "Sequence"],
    "RawRepresentable": ["Equatable", "Hashable"],
    "SerialExecutor": ["Executor"],
  ]

  /// Conformances that every type of a kind has, or that mark and do nothing.
  static let unremarkable: Set<String> = ["Copyable", "Escapable", "SendableMetatype"]
}
