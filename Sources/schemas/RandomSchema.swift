internal import RandomOperations

/// A random schema before it is text.
struct RandomSchema {
  struct Attribute {
    var kind: AttributeKind
    var isUnique = false
    /// Whether it is unique only together with the entity's other unique attributes.
    var isPartOfKey = false
  }

  struct Relationship {
    var name: String
    var destination: Int
    var isToMany: Bool
    var isRequired = false
    /// Whether a to-many relationship is an optional array.
    var isOptionalArray = false
    var rule: RelationshipShape.Rule = .nullify
    var maximum: Int?
    /// The position among the destination's relationships; nil for a one-way relationship.
    var inverse: Int?
    /// Whether this is the side that names the inverse.
    var namesInverse = false
  }

  struct Entity {
    var name: String
    var attributes: [Attribute]
    var relationships: [Relationship] = []
    /// Lists of attributes.
    var indexes: [[String]] = []
  }

  let number: Int
  private(set) var entities: [Entity] = []
  private var random: RandomSource
  /// Pairs of entities that may have no further relationship, for inverses are to be found without doubt.
  private var closed = Set<Set<Int>>()

  var name: String { "Schema\(number < 10 ? "0" : "")\(number)" }

  private static let names = [
    "Alder", "Birch", "Cedar", "Elm", "Fir", "Gorse", "Hazel", "Ivy", "Juniper", "Larch", "Maple",
    "Oak", "Pine", "Rowan", "Spruce", "Tansy", "Willow", "Yew",
  ]

  init(number: Int) {
    self.number = number
    random = RandomSource(UInt64(number), 0)
    let names = Self.names.shuffled(using: &random)
    var kinds = AttributeKind.all.shuffled(using: &random)[...]
    for name in names.prefix(3 + random.number(below: 2)) {
      var entity = Entity(name: name, attributes: [])
      for kind in kinds.prefix(3 + random.number(below: 4)) {
        entity.attributes.append(Attribute(kind: kind))
      }
      kinds = kinds.dropFirst(entity.attributes.count)
      addUniqueAttributes(to: &entity)
      addIndexes(to: &entity)
      entities.append(entity)
    }
    for _ in 0..<entities.count + random.number(below: 3) { addRelationship() }
  }

  private mutating func addUniqueAttributes(to entity: inout Entity) {
    switch random.number(below: 5) {
    case 0, 1:
      entity.attributes.append(
        Attribute(kind: random.pick(AttributeKind.unique)!, isUnique: true))
    case 2:
      entity.attributes += AttributeKind.unique.prefix(2).map {
        Attribute(kind: $0, isUnique: true, isPartOfKey: true)
      }
    default: break
    }
  }

  private mutating func addIndexes(to entity: inout Entity) {
    let names = entity.attributes.filter { $0.kind.use != .plain && !$0.isUnique }.map(\.kind.name)
    guard random.once(in: 3), let first = names.first, let last = names.last else { return }
    entity.indexes = first == last ? [[first]] : [[first], [last, first]]
  }

  // MARK: - Relationships

  private mutating func addRelationship() {
    let owner = random.number(below: entities.count)
    let other = random.number(below: entities.count)
    let pair: Set = [owner, other]
    guard !closed.contains(pair) else { return }
    let isFirst =
      !entities[owner].relationships.contains { $0.destination == other }
      && !entities[other].relationships.contains { $0.destination == owner }
    switch random.number(below: 12) {
    case 0, 1:
      guard owner != other, isFirst else { return }
      closed.insert(pair)
      let isToMany = random.once(in: 2)
      entities[owner].relationships.append(
        Relationship(
          name: name(for: owner, to: other, isToMany), destination: other, isToMany: isToMany,
          rule: rule(cascades: 2)))
    case 2, 3: addPair(owner, false, other, false, isFirst)
    case 4, 5, 6: addPair(owner, true, other, true, isFirst)
    default: addPair(owner, true, other, false, isFirst)
    }
  }

  /// Adds two relationships that are each other's inverse.
  private mutating func addPair(
    _ owner: Int, _ ownerIsToMany: Bool, _ other: Int, _ otherIsToMany: Bool, _ isFirst: Bool
  ) {
    var one = Relationship(
      name: name(for: owner, to: other, ownerIsToMany), destination: other,
      isToMany: ownerIsToMany)
    one.inverse = entities[other].relationships.count + (owner == other ? 1 : 0)
    // An entity that requires another comes later, so that there is one to begin with.
    let isRequired = owner < other && !otherIsToMany && random.once(in: 3)
    one.rule = rule(cascades: isRequired ? 7 : 3)
    one.isOptionalArray = ownerIsToMany && random.once(in: 4)
    one.maximum = ownerIsToMany && random.once(in: 8) ? 3 : nil
    one.namesInverse = !(isFirst && owner != other && random.once(in: 2))
    if !one.namesInverse { closed.insert([owner, other]) }
    let position = entities[owner].relationships.count
    entities[owner].relationships.append(one)
    var two = Relationship(
      name: name(for: other, to: owner, otherIsToMany), destination: owner,
      isToMany: otherIsToMany, isRequired: isRequired)
    two.inverse = position
    two.rule = rule(cascades: 1)
    two.isOptionalArray = otherIsToMany && random.once(in: 4)
    entities[other].relationships.append(two)
  }

  private mutating func rule(cascades: Int) -> RelationshipShape.Rule {
    switch random.number(below: 10) {
    case 0: .deny
    case 1...cascades: .cascade
    default: .nullify
    }
  }

  private func name(for owner: Int, to other: Int, _ isToMany: Bool) -> String {
    let base = entities[other].name.lowercased() + (isToMany ? "s" : "")
    let taken = entities[owner].relationships.map(\.name)
    return taken.contains(base) ? "\(base)\(taken.count + 1)" : base
  }
}
