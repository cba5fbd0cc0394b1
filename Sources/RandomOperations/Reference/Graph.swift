/// What the engine is compared with: rows by number, with values and links, and the documented rules.
///
/// It is written from SwiftData's documentation and knows nothing of the engine: no identifiers, no
/// stores, no loading.
package struct Graph: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    /// The position among the schema's entities.
    package var entity: Int
    package var values: [Value]
    /// The numbers of the destinations, for each relationship.
    package var links: [Set<Int>]
  }

  package private(set) var rows: [Int: Row] = [:]
  let schema: SampleSchema

  package init(_ schema: SampleSchema) { self.schema = schema }

  package static func == (left: Graph, right: Graph) -> Bool { left.rows == right.rows }

  package subscript(_ number: Int) -> Row { rows[number]! }

  func entity(of number: Int) -> any Entity { schema.entities[self[number].entity] }

  func shape(_ number: Int, _ relationship: Int) -> RelationshipShape {
    entity(of: number).relationships[relationship].shape
  }

  /// The numbers of an entity's rows, in their order.
  func numbers(of entity: Int) -> [Int] {
    rows.filter { $0.value.entity == entity }.keys.sorted()
  }

  var numbers: [Int] { rows.keys.sorted() }

  /// The name of a row in what is printed.
  func name(_ number: Int) -> String { Self.name(number, entity(of: number)) }

  static func name(_ number: Int, _ entity: any Entity) -> String {
    entity.name.lowercased() + String(number)
  }
}

// MARK: - Changes

extension Graph {
  mutating func insert(_ number: Int, entity index: Int) {
    let entity = schema.entities[index]
    rows[number] = Row(
      entity: index, values: entity.attributes.map { $0.initial(number) },
      links: entity.relationships.map { _ in [] })
  }

  mutating func set(_ number: Int, _ attribute: Int, to value: Value) {
    rows[number]!.values[attribute] = value
  }

  /// Relates two rows: both sides show it, and a side that leads to one lets its former partner go.
  mutating func link(_ number: Int, _ relationship: Int, to destination: Int) {
    guard !self[number].links[relationship].contains(destination) else { return }
    let shape = shape(number, relationship)
    if !shape.isToMany {
      for former in self[number].links[relationship] { unlink(number, relationship, from: former) }
    }
    if let inverse = shape.inverse {
      if !self.shape(destination, inverse).isToMany {
        for former in self[destination].links[inverse] {
          unlink(destination, inverse, from: former)
        }
      }
      rows[destination]!.links[inverse].insert(number)
    }
    rows[number]!.links[relationship].insert(destination)
  }

  mutating func unlink(_ number: Int, _ relationship: Int, from destination: Int) {
    rows[number]!.links[relationship].remove(destination)
    guard let inverse = shape(number, relationship).inverse else { return }
    rows[destination]?.links[inverse].remove(number)
  }

  mutating func replace(_ number: Int, _ relationship: Int, by destinations: [Int]) {
    for former in self[number].links[relationship] where !destinations.contains(former) {
      unlink(number, relationship, from: former)
    }
    for destination in destinations { link(number, relationship, to: destination) }
  }

  /// Takes rows out, with all that their delete rules take along.
  mutating func delete(_ numbers: [Int]) {
    let gone = deletion(of: numbers)
    for number in gone.sorted() {
      for relationship in self[number].links.indices {
        for destination in self[number].links[relationship] {
          unlink(number, relationship, from: destination)
        }
      }
    }
    for number in gone { rows[number] = nil }
  }

  /// An insertion that became an update of the row with the same unique value.
  mutating func merge(_ number: Int, over former: Int) { rows[former] = nil }

  /// Takes over what another context has saved.
  mutating func adopt(_ other: Graph, changedSince base: Graph) {
    for number in other.differences(from: base) { rows[number] = other.rows[number] }
  }
}

// MARK: - Questions

extension Graph {
  /// The rows that a deletion takes: those of the cascades, and of theirs.
  func deletion(of numbers: [Int]) -> Set<Int> {
    var gone = Set<Int>()
    var waiting = numbers
    while let number = waiting.popLast() {
      guard gone.insert(number).inserted else { continue }
      for (index, relationship) in entity(of: number).relationships.enumerated()
      where relationship.shape.rule == .cascade {
        waiting += self[number].links[index]
      }
    }
    return gone
  }

  /// The rows of a deletion whose rule `.deny` forbids it.
  func denials(of gone: Set<Int>) -> [Int] {
    gone.sorted().filter { number in
      entity(of: number).relationships.enumerated().contains { index, relationship in
        relationship.shape.rule == .deny && !self[number].links[index].isSubset(of: gone)
      }
    }
  }

  /// The one-way relationships that lead into a set of rows from outside of it.
  func oneWayLinks(into gone: Set<Int>) -> [(number: Int, relationship: Int, destination: Int)] {
    numbers.filter { !gone.contains($0) }.flatMap { number in
      entity(of: number).relationships.enumerated().flatMap { index, relationship in
        relationship.shape.inverse == nil
          ? self[number].links[index].intersection(gone).sorted().map { (number, index, $0) } : []
      }
    }
  }

  /// The rows that a row may be related with.
  ///
  /// A one-way to-many relationship takes only rows that no other row has in it: who keeps one that
  /// two want is not documented.
  func candidates(_ number: Int, _ relationship: Int) -> [Int] {
    let shape = shape(number, relationship)
    let all = numbers(of: shape.destination)
    guard shape.isToMany, shape.inverse == nil else { return all }
    let taken = numbers(of: self[number].entity).filter { $0 != number }
      .reduce(into: Set<Int>()) { $0.formUnion(self[$1].links[relationship]) }
    return all.filter { !taken.contains($0) }
  }

  /// Whether a row has no destination in a relationship that must have one.
  func lacks(_ number: Int, _ relationship: Int) -> Bool {
    shape(number, relationship).isRequired && self[number].links[relationship].isEmpty
  }

  /// What the schema does not allow to be saved.
  var violations: [String] {
    numbers.flatMap { number in
      entity(of: number).relationships.enumerated().compactMap { index, relationship -> String? in
        let count = self[number].links[index].count
        if relationship.shape.isRequired, count == 0 {
          return "\(name(number)).\(relationship.name) is required"
        }
        if let maximum = relationship.shape.maximum, count > maximum {
          return "\(name(number)).\(relationship.name) has \(count) destinations"
        }
        return nil
      }
    }
  }

  /// The rows that are not as another graph has them.
  func differences(from other: Graph) -> Set<Int> {
    Set(rows.keys).union(other.rows.keys).filter { rows[$0] != other.rows[$0] }
  }

  /// The rows that some rows are linked with.
  func neighbours(of numbers: Set<Int>) -> Set<Int> {
    Set(numbers.compactMap { rows[$0] }.flatMap { $0.links.flatMap { $0 } })
  }

  /// Whether a row has links, or others have links to it.
  func isLinked(_ number: Int) -> Bool {
    self[number].links.contains { !$0.isEmpty }
      || rows.values.contains { $0.links.contains { $0.contains(number) } }
  }
}
