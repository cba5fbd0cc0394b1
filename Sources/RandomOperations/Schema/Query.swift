/// A fetch descriptor as plain data, which the engine and the reference each answer in their way.
package struct Query: Sendable {
  package var condition: Condition?
  /// The keys to sort by, as positions of attributes.
  package var order: [(attribute: Int, isAscending: Bool)] = []
  /// Whether the last key is the number that tells rows apart, and its direction.
  package var isLastKeyAscending: Bool?
  package var offset: Int?
  package var limit: Int?
  package var includesPendingChanges = true

  package init() {}

  /// Whether the order of the result is determined.
  package var isSorted: Bool { isLastKeyAscending != nil }
}

/// A condition on a row as plain data.
package indirect enum Condition: Sendable {
  case attribute(Int, Comparison, Value)
  case isNumber(Int)
  /// A relationship without destination.
  case isEmpty(Int)
  /// A relationship with a destination whose attribute has a value.
  case leads(Int, attribute: Int, Value)
  case and(Condition, Condition)
  case or(Condition, Condition)
  case not(Condition)

  /// Whether the condition asks about relationships.
  package var asksAboutRelationships: Bool {
    switch self {
    case .attribute, .isNumber: false
    case .isEmpty, .leads: true
    case .and(let left, let right), .or(let left, let right):
      left.asksAboutRelationships || right.asksAboutRelationships
    case .not(let condition): condition.asksAboutRelationships
    }
  }
}

extension Condition {
  /// The condition in Swift, for people to read.
  func text(_ entity: any Entity, _ schema: SampleSchema) -> String {
    switch self {
    case .attribute(let index, let comparison, let value):
      return comparison.text("$0.\(entity.attributes[index].name)", value)
    case .isNumber(let number): return "$0.uid == \(number)"
    case .isEmpty(let index):
      let relationship = entity.relationships[index]
      return relationship.shape.isToMany
        ? "$0.\(relationship.name).isEmpty" : "$0.\(relationship.name) == nil"
    case .leads(let index, let attribute, let value):
      let relationship = entity.relationships[index]
      let name = schema.entities[relationship.shape.destination].attributes[attribute].name
      if relationship.shape.isToMany {
        return "$0.\(relationship.name).contains { $0.\(name) == \(value) }"
      }
      let mark = relationship.shape.isRequired ? "" : "?"
      return "$0.\(relationship.name)\(mark).\(name) == \(value)"
    case .and(let left, let right):
      return "(\(left.text(entity, schema)) && \(right.text(entity, schema)))"
    case .or(let left, let right):
      return "(\(left.text(entity, schema)) || \(right.text(entity, schema)))"
    case .not(let condition): return "!(\(condition.text(entity, schema)))"
    }
  }
}

extension Query {
  /// The descriptor in Swift, for people to read.
  func text(_ entity: any Entity, _ schema: SampleSchema) -> String {
    var parts: [String] = []
    if let condition { parts.append("#Predicate { \(condition.text(entity, schema)) }") }
    var keys = order.map {
      "\\.\(entity.attributes[$0.attribute].name)\($0.isAscending ? "" : ", order: .reverse")"
    }
    if let isLastKeyAscending {
      keys.append("\\.uid\(isLastKeyAscending ? "" : ", order: .reverse")")
    }
    if !keys.isEmpty { parts.append("sortBy: [\(keys.joined(separator: "; "))]") }
    if let offset { parts.append("fetchOffset: \(offset)") }
    if let limit { parts.append("fetchLimit: \(limit)") }
    if !includesPendingChanges { parts.append("includePendingChanges: false") }
    return "\(entity.name)\(parts.isEmpty ? "" : ", ")\(parts.joined(separator: ", "))"
  }
}
