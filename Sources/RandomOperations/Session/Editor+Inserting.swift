internal import SwiftData

extension Editor {
  /// Makes some models, relates them with each other and with what is there, and inserts them.
  func insert(_ operation: Step, _ random: inout RandomSource) throws {
    var made: [(number: Int, model: any PersistentModel)] = []
    /// What each of them leads to by itself.
    var leads: [Int: Set<Int>] = [:]
    for part in 0..<operation.size {
      let index = random.number(below: schema.entities.count)
      let entity = schema.entities[index]
      let number = operation.serial * 16 + part
      guard let required = required(of: index, besides: made.map(\.number), &random) else {
        continue
      }
      let destinations = try required.map { number in
        try made.first { $0.number == number }?.model ?? self.model(number, &random)
      }
      let arguments = zip(entity.relationships.filter(\.shape.isRequired), required)
        .map { ", \($0.name): \(work.name($1))" }.joined()
      write(
        "let \(Graph.name(number, entity)) = \(entity.name)(number: \(number)\(arguments))")
      let model = entity.make(number, destinations)
      inUse.append(model)
      work.insert(number, entity: index)
      let requiredIndices = entity.relationships.indices.filter {
        entity.relationships[$0].shape.isRequired
      }
      for (relationship, destination) in zip(requiredIndices, required) {
        work.link(number, relationship, to: destination)
        touched.insert(destination)
        leads[number, default: []].insert(destination)
      }
      made.append((number, model))
      for attribute in entity.attributes.indices where random.once(in: 2) {
        setValue(of: number, model, attribute, &random, unique: number)
      }
      try relateNew(number, model, made, &leads, &random)
    }
    guard let root = random.pick(made) else { return }
    isTouched = true
    try insertNew(root, leads, made)
    for one in made {
      if one.model.modelContext == nil { insert(one) }
      if !random.once(in: 4) { held[one.number] = one.model }
    }
  }

  /// Sets relationships of a model that is not inserted yet.
  private func relateNew(
    _ number: Int, _ model: any PersistentModel,
    _ made: [(number: Int, model: any PersistentModel)], _ leads: inout [Int: Set<Int>],
    _ random: inout RandomSource
  ) throws {
    let entity = work.entity(of: number)
    for (index, relationship) in entity.relationships.enumerated()
    where !relationship.shape.isRequired && random.once(in: 2) {
      let shape = relationship.shape
      guard work[number].links[index].isEmpty else { continue }
      // Before both are inserted nothing says who lets whom go, so only free rows are taken.
      let candidates = work.candidates(number, index).filter { other in
        guard other != number else { return false }
        guard made.contains(where: { $0.number == other }) else { return true }
        return shape.inverse.map {
          work.shape(other, $0).isToMany || work[other].links[$0].isEmpty
        } ?? true
      }
      let chosen = random.pickSome(candidates, atMost: shape.isToMany ? 2 : 1)
      guard !chosen.isEmpty else { continue }
      let models = try chosen.map { other in
        try made.first { $0.number == other }?.model ?? self.model(other, &random)
      }
      writeLinks(number, index, chosen)
      relationship.write(models, to: model)
      work.replace(number, index, by: chosen)
      // Also where another model takes one of them later.
      touched.formUnion(chosen)
      leads[number, default: []].formUnion(chosen)
    }
  }

  /// Inserts a model and checks that those it leads to came along.
  private func insertNew(
    _ root: (number: Int, model: any PersistentModel), _ leads: [Int: Set<Int>],
    _ made: [(number: Int, model: any PersistentModel)]
  ) throws {
    if root.model.modelContext == nil { insert(root) }
    var reached = Set<Int>()
    var waiting = [root.number]
    while let number = waiting.popLast() {
      guard reached.insert(number).inserted else { continue }
      waiting += leads[number] ?? []
    }
    for one in made where reached.contains(one.number) && one.model.modelContext !== context {
      throw Difference(
        "insertion",
        "\(work.name(root.number)) leads to \(work.name(one.number)), which is not inserted with it"
      )
    }
  }

  private func insert(_ one: (number: Int, model: any PersistentModel)) {
    write("\(name).insert(\(work.name(one.number)))")
    context.insert(one.model)
  }

  /// The destinations for the required relationships of a new row; nil where one can have none.
  private func required(
    of entity: Int, besides made: [Int], _ random: inout RandomSource
  ) -> [Int]? {
    var chosen: [Int] = []
    for relationship in schema.entities[entity].relationships where relationship.shape.isRequired {
      let shape = relationship.shape
      let candidates = work.numbers(of: shape.destination).filter { other in
        guard let inverse = shape.inverse, !work.shape(other, inverse).isToMany else { return true }
        // Of two new models that take the same one, the second must come second: none does.
        return work[other].links[inverse].isDisjoint(with: made)
      }
      guard let one = random.pickStably(candidates) else { return nil }
      chosen.append(one)
    }
    return chosen
  }
}
