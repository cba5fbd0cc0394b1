internal import SwiftData

extension Editor {
  /// Sets attributes of rows.
  func edit(_ operation: Step, _ random: inout RandomSource) throws {
    for part in 0..<operation.size {
      guard let number = random.pickStably(work.numbers) else { return }
      let entity = work.entity(of: number)
      guard !entity.attributes.isEmpty else { continue }
      let attribute = random.number(below: entity.attributes.count)
      let model = try model(number, &random)
      setValue(
        of: number, model, attribute, &random, unique: operation.serial * 16 + 8 + part)
      let value = entity.attributes[attribute].read(model)
      guard value == work[number].values[attribute] else {
        throw Difference(
          "value",
          "\(work.name(number)).\(entity.attributes[attribute].name) is \(value), not \(work[number].values[attribute])"
        )
      }
    }
  }

  func setValue(
    of number: Int, _ model: any PersistentModel, _ index: Int, _ random: inout RandomSource,
    unique: Int
  ) {
    let attribute = work.entity(of: number).attributes[index]
    let value = attribute.isUnique ? attribute.unique(unique) : attribute.sample(&random)
    write("\(work.name(number)).\(attribute.name) = \(value)")
    attribute.write(value, to: model)
    work.set(number, index, to: value)
    isTouched = true
    touched.insert(number)
  }

  /// Changes relationships of rows.
  func relate(_ operation: Step, _ random: inout RandomSource) throws {
    for _ in 0..<operation.size {
      let owners = work.numbers.filter { !work.entity(of: $0).relationships.isEmpty }
      guard let number = random.pickStably(owners) else { return }
      let entity = work.entity(of: number)
      let index = random.number(below: entity.relationships.count)
      let relationship = entity.relationships[index]
      let shape = relationship.shape
      let linked = work[number].links[index].sorted()
      let others = work.candidates(number, index)
      touched.insert(number)
      touched.formUnion(linked)
      if !shape.isToMany {
        let chosen =
          !shape.isRequired && random.once(in: 4) ? nil : random.pickStably(others)
        guard chosen != nil || !shape.isRequired else { continue }
        let model = try model(number, &random)
        let destinations = try chosen.map { [try self.model($0, &random)] } ?? []
        writeLinks(number, index, chosen.map { [$0] } ?? [])
        relationship.write(destinations, to: model)
        work.replace(number, index, by: chosen.map { [$0] } ?? [])
      } else {
        switch random.number(below: 5) {
        case 0, 1:
          guard let other = random.pickStably(others.filter { !linked.contains($0) }) else {
            continue
          }
          let model = try model(number, &random)
          let destination = try self.model(other, &random)
          write("\(work.name(number)).\(relationship.name).append(\(work.name(other)))")
          relationship.append(destination, to: model)
          work.link(number, index, to: other)
        case 2, 3:
          guard let other = random.pickStably(linked) else { continue }
          let model = try model(number, &random)
          let destination = try self.model(other, &random)
          write(
            "\(work.name(number)).\(relationship.name).removeAll { $0 === \(work.name(other)) }")
          relationship.remove(destination, from: model)
          work.unlink(number, index, from: other)
        default:
          let chosen = random.pickSome(others, atMost: random.number(below: 4))
          let model = try model(number, &random)
          let destinations = try chosen.map { try self.model($0, &random) }
          writeLinks(number, index, chosen)
          relationship.write(destinations, to: model)
          work.replace(number, index, by: chosen)
        }
      }
      touched.formUnion(work[number].links[index])
      isTouched = true
    }
  }

  func writeLinks(_ number: Int, _ index: Int, _ destinations: [Int]) {
    let relationship = work.entity(of: number).relationships[index]
    let names = destinations.map { work.name($0) }
    let value =
      relationship.shape.isToMany
      ? "[\(names.joined(separator: ", "))]" : names.first ?? "nil"
    write("\(work.name(number)).\(relationship.name) = \(value)")
  }

  /// Deletes some rows, and has the context process it or not.
  ///
  /// - Returns: Whether anything was deleted.
  func delete(_ operation: Step, _ random: inout RandomSource) throws -> Bool {
    let chosen = random.pickSome(work.numbers, atMost: operation.size)
    let gone = work.deletion(of: chosen)
    guard !chosen.isEmpty, gone.count <= work.rows.count / 2 + 2, work.denials(of: gone).isEmpty
    else { return false }
    try delete(chosen, &random)
    return true
  }

  func delete(_ chosen: [Int], _ random: inout RandomSource) throws {
    let gone = work.deletion(of: chosen)
    // A reference that nothing clears would lead to a row that is gone.
    for (number, index, destination) in work.oneWayLinks(into: gone) {
      let relationship = work.entity(of: number).relationships[index]
      let model = try model(number, &random)
      if relationship.shape.isToMany {
        let other = try self.model(destination, &random)
        write(
          "\(work.name(number)).\(relationship.name).removeAll { $0 === \(work.name(destination)) }"
        )
        relationship.remove(other, from: model)
      } else {
        writeLinks(number, index, [])
        relationship.write([], to: model)
      }
      work.unlink(number, index, from: destination)
    }
    // A fetch may process what is deleted so far, so all are at hand before the first goes.
    let models = try chosen.map { ($0, try model($0, &random)) }
    for (number, model) in models {
      let isStored = !model.persistentModelID.isTemporaryRow
      write("\(name).delete(\(work.name(number)))")
      context.delete(model)
      guard model.isDeleted == isStored || !isStored else {
        throw Difference("flags", "\(work.name(number)).isDeleted is false after its deletion")
      }
    }
    work.delete(chosen)
    isTouched = true
    forgetGone()
  }
}

extension PersistentIdentifier {
  /// Whether no save has made the identifier permanent.
  var isTemporaryRow: Bool { storeIdentifier == nil }
}
