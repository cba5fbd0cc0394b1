import Foundation

/// The lines of a list: without comments, empty ones and the spaces around them.
func lines(of url: URL) throws -> [String] {
  try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    .map { $0.trimmingCharacters(in: .whitespaces) }
    .filter { !$0.isEmpty && !$0.hasPrefix("# ") }
}

/// What Apple's module has.
struct Inventory {
  var names: [String]
  var conformances: [String: Set<String>] = [:]

  init(names namesURL: URL, conformances conformancesURL: URL) throws {
    // Each line is the release of iOS that brought a name, and the name.
    names = try lines(of: namesURL).compactMap { line in
      line.firstIndex(of: " ").map { String(line[line.index(after: $0)...]) }
    }
    for line in try lines(of: conformancesURL) {
      guard let colon = line.range(of: ": ") else { continue }
      conformances[String(line[..<colon.lowerBound])] = Set(
        line[colon.upperBound...].components(separatedBy: ", "))
    }
  }
}

/// The differences that are accepted, each with its reason.
struct Exceptions {
  enum Kind: String { case missing, extra }

  private var listed: [Kind: [String]] = [:]
  private var used: Set<String> = []

  init(contentsOf url: URL) throws {
    for line in try lines(of: url) {
      guard let space = line.firstIndex(of: " "), let kind = Kind(rawValue: String(line[..<space])),
        let reason = line.range(of: ": ", options: .backwards), reason.lowerBound > space
      else { throw Malformed(line: line) }
      let name = line[line.index(after: space)..<reason.lowerBound]
      listed[kind, default: []].append(String(name))
    }
  }

  /// A line that is not "missing" or "extra", a name, a colon and a reason.
  struct Malformed: Error { var line: String }

  /// Whether a difference is accepted: by its name, or by that of a type that it is in.
  mutating func accepts(_ name: String, as kind: Kind) -> Bool {
    let match = listed[kind]?.first { listed in
      guard listed.hasSuffix(".*") else { return listed == name }
      let type = listed.dropLast(2)
      return name == type || [".", ":"].contains { name.hasPrefix("\(type)\($0)") }
    }
    guard let match else { return false }
    used.insert("\(kind.rawValue) \(match)")
    return true
  }

  /// The exceptions that excuse nothing.
  var unused: [String] {
    listed.flatMap { kind, names in names.map { "\(kind.rawValue) \($0)" } }
      .filter { !used.contains($0) }.sorted()
  }
}
