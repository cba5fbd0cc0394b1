/// Which property of a stored entity became which of a schema's: the inferred mapping's first question.
struct PropertyMatches {
  private var attributes: [String: StoredModel.Attribute] = [:]
  private var relationships: [String: StoredModel.Relationship] = [:]

  init(_ stored: StoredModel.Entity?, _ model: ModelDescription) {
    guard let stored else { return }
    var wantedAttributes: [Names] = []
    var wantedRelationships: [Names] = []
    for property in model.properties {
      switch property.kind {
      case .attribute(let description):
        wantedAttributes.append(Names(property.name, description.attribute.originalName))
      case .relationship(let description):
        wantedRelationships.append(Names(property.name, description.relationship.originalName))
      }
    }
    attributes = Self.matches(
      of: wantedAttributes, stored.attributes.map { Names($0.name, $0.originalName) }
    ).mapValues { stored.attributes[$0] }
    relationships = Self.matches(
      of: wantedRelationships, stored.relationships.map { Names($0.name, $0.originalName) }
    ).mapValues { stored.relationships[$0] }
  }

  func attribute(_ name: String) -> StoredModel.Attribute? { attributes[name] }
  func relationship(_ name: String) -> StoredModel.Relationship? { relationships[name] }

  /// The name in the store of each property that was in it.
  var storedNames: [String: String] {
    attributes.mapValues(\.name).merging(relationships.mapValues(\.name)) { first, _ in first }
  }

  private struct Names: Hashable {
    let name: String
    let originalName: String
    var isRenamed: Bool { name != originalName }

    init(_ name: String, _ originalName: String) {
      (self.name, self.originalName) = (name, originalName)
    }
  }

  /// The position of the stored property that each wanted one was. None becomes two.
  private static func matches(of wanted: [Names], _ stored: [Names]) -> [String: Int] {
    var matches: [String: Int] = [:]
    var free = Set(stored.indices)
    func match(
      _ isWanted: (Names) -> Bool = { _ in true }, by fits: (Names, Names) -> Bool
    ) {
      for property in wanted where matches[property.name] == nil && isWanted(property) {
        guard let found = free.sorted().first(where: { fits(property, stored[$0]) }) else {
          continue
        }
        matches[property.name] = found
        free.remove(found)
      }
    }
    // A new name comes before a property that has taken the former one over.
    let names = Set(stored.map(\.name))
    matches = renamed(
      wanted.filter { $0.isRenamed && !names.contains($0.name) }, among: wanted, stored)
    free.subtract(matches.values)
    match { $0.name == $1.name && $0.originalName == $1.originalName }
    match(\.isRenamed) { $0.originalName == $1.originalName }
    match(\.isRenamed) { $0.originalName == $1.name }
    match { $0.name == $1.name }
    match { $0.originalName == $1.originalName }
    return matches
  }

  /// The positions of the stored properties that have got names which the store does not know.
  private static func renamed(
    _ renamed: [Names], among wanted: [Names], _ stored: [Names]
  ) -> [String: Int] {
    // What was renamed before and has not been renamed since, stays what it is.
    let lasting = Set(wanted.filter(\.isRenamed))
    var free = Set(stored.indices.filter { !lasting.contains(stored[$0]) })
    // Several may have had a name, one after the other: the first had it before the others took it over.
    func rank(_ position: Int, _ property: Names) -> Int? {
      let candidate = stored[position]
      if candidate.originalName == property.originalName { return candidate.isRenamed ? 0 : 1 }
      return candidate.name == property.originalName ? 2 : nil
    }
    func candidates(_ property: Names) -> [Int] {
      free.filter { rank($0, property) != nil }.sorted {
        let (first, second) = (rank($0, property) ?? 0, rank($1, property) ?? 0)
        return first == second ? stored[$0].name < stored[$1].name : first < second
      }
    }
    var matches: [String: Int] = [:]
    // In an order of their own, so that the one of the declarations does not matter.
    var open = renamed.sorted { $0.name < $1.name }
    while true {
      open.removeAll { candidates($0).isEmpty }
      guard let next = open.first(where: { candidates($0).count == 1 }) ?? open.first else { break }
      matches[next.name] = candidates(next)[0]
      free.remove(candidates(next)[0])
      open.removeAll { $0 == next }
    }
    return matches
  }
}
