internal import Foundation
internal import SwiftData

/// A stored value in the form in which graphs are compared and shown.
enum GraphValue: Hashable, Sendable {
  case null
  /// A value that its text says wholly.
  case literal(String)
  case date(Date)
  case data(Data)
  /// The destination of a to-one relationship.
  case reference(PersistentIdentifier)
  /// The destinations of a to-many relationship, whose order means nothing, sorted.
  case references([PersistentIdentifier])
  case list([GraphValue])
  case fields([String: GraphValue])
}

extension GraphValue: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: return "nil"
    case .literal(let text): return text
    case .date(let date):
      return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    case .data(let data):
      let bytes = data.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      return "\(data.count) bytes <\(bytes.joined())\(data.count > 8 ? "…" : "")>"
    case .reference(let identifier): return identifier.displayName
    case .references(let identifiers):
      return "[\(identifiers.map(\.displayName).joined(separator: ", "))]"
    case .list(let values):
      return "[\(values.map(\.description).joined(separator: ", "))]"
    case .fields(let fields):
      let texts = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      return "(\(texts.joined(separator: ", ")))"
    }
  }

  /// How the value became another, for a line of a difference.
  func change(to new: GraphValue) -> String {
    if case .references(let old) = self, case .references(let new) = new {
      let removed = old.filter { !new.contains($0) }.map { "- \($0.displayName)" }
      let added = new.filter { !old.contains($0) }.map { "+ \($0.displayName)" }
      if !(removed + added).isEmpty { return (removed + added).joined(separator: ", ") }
    }
    let (oldText, newText) = (description, new.description)
    if oldText == newText { return "\(exactDescription) → \(new.exactDescription)" }
    return "\(oldText) → \(newText)"
  }

  /// A text that tells values apart whose usual text is the same.
  private var exactDescription: String {
    switch self {
    case .date(let date): "\(description) (\(date.timeIntervalSinceReferenceDate))"
    case .data(let data): "\(data.count) bytes \(data.base64EncodedString())"
    default: String(reflecting: self)
    }
  }
}

extension PersistentIdentifier {
  /// The identifier as shown in failures: the entity and the key in the store, as `Entry/p2`.
  var displayName: String {
    "\(entityName)/\(primaryKey ?? "?")"
  }

  /// The key, taken from the identifier's coded form, which is the only place that shows it.
  private var primaryKey: String? {
    struct Coded: Decodable {
      struct Implementation: Decodable { var primaryKey: String }
      var implementation: Implementation
    }
    guard let data = try? JSONEncoder().encode(self) else { return nil }
    return (try? JSONDecoder().decode(Coded.self, from: data))?.implementation.primaryKey
  }
}
