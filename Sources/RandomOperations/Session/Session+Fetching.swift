internal import SwiftData

extension Session {
  /// Asks a random query in one of the ways there are.
  func query(_ kind: Step.Kind, _ random: inout RandomSource) throws {
    let index = random.number(below: setting.schema.entities.count)
    let entity = setting.schema.entities[index]
    var query = randomQuery(index, &random)
    switch kind {
    case .batches:
      query.includesPendingChanges = false
      query.isLastKeyAscending = true
    case .count, .identifiers:
      query.order = []
      query.isLastKeyAscending = nil
      query.offset = nil
      query.limit = nil
    default: break
    }
    let graph = query.includesPendingChanges ? editor.work : saved
    let all = graph.matches(query, entity: index)
    func text() -> String { query.text(entity, setting.schema) }
    switch kind {
    case .count:
      write("try context.fetchCount(\(text()))")
      let count = try entity.count(query, setting.schema, in: editor.context)
      guard count == all.count else {
        throw Difference("count", "\(text()) counts \(count), not \(all.count)")
      }
    case .identifiers:
      write("try context.fetchIdentifiers(\(text()))")
      let found = try entity.identifiers(query, setting.schema, in: editor.context)
      let numbers = found.map { entity.number(of: editor.context.model(for: $0)) }
      try compare(numbers, all, query, text())
    case .batches:
      write("try context.fetch(\(text()), batchSize: 3)")
      let models = try entity.fetchInBatches(query, setting.schema, in: editor.context)
      try compare(models.map { entity.number(of: $0) }, all, query, text())
    default:
      write("try context.fetch(\(text()))")
      let models = try entity.fetch(query, setting.schema, in: editor.context)
      try compare(models.map { entity.number(of: $0) }, all, query, text())
      for model in models {
        let number = entity.number(of: model)
        if let held = editor.held[number], held !== model {
          throw Difference("identity", "\(graph.name(number)) comes as a second model")
        }
      }
    }
  }

  private func compare(
    _ found: [Int], _ all: [Int], _ query: Query, _ text: @autoclosure () -> String
  ) throws {
    let expected = query.page(of: all)
    let isRight =
      query.isSorted
      ? found == expected
      : found.count == expected.count && Set(found).count == found.count
        && Set(found).isSubset(of: all)
    guard isRight else { throw Difference("fetch", "\(text()) finds \(found), not \(expected)") }
  }

  /// Enumerates a query; with unsaved changes only if they are allowed.
  func enumerate(_ random: inout RandomSource) throws {
    let index = random.number(below: setting.schema.entities.count)
    let entity = setting.schema.entities[index]
    var query = randomQuery(index, &random)
    query.isLastKeyAscending = true
    query.includesPendingChanges = true
    let allows = random.once(in: 2)
    let isDirty = editor.context.hasChanges
    let size = 1 + random.number(below: 4)
    func text() -> String { query.text(entity, setting.schema) }
    write(
      "try context.enumerate(\(text()), batchSize: \(size), allowEscapingMutations: \(allows)) { … }"
    )
    var found: [Int] = []
    do {
      try entity.enumerate(
        query, setting.schema, in: editor.context, batchSize: size,
        allowEscapingMutations: allows
      ) { found.append(entity.number(of: $0)) }
    } catch {
      guard isDirty, !allows else { throw error }
      return
    }
    if isDirty, !allows {
      throw Difference("enumerate", "an enumeration with unsaved changes does not throw")
    }
    try compare(found, editor.work.matches(query, entity: index), query, "enumerate \(text())")
  }

  /// Finds rows by their identifiers.
  func lookUp(_ random: inout RandomSource) throws {
    let known = identifiers.keys.filter { editor.work.rows[$0] != nil && saved.rows[$0] != nil }
    guard let number = random.pickStably(known.sorted()) else { return }
    let entity = saved.entity(of: number)
    let identifier = identifiers[number]!
    write("context.model(for: \(saved.name(number)).persistentModelID)")
    let model = editor.context.model(for: identifier)
    guard try editor.number(of: model) == number else {
      throw Difference("identifier", "model(for:) has another model than \(saved.name(number))")
    }
    if let held = editor.held[number], held !== model {
      throw Difference("identity", "model(for:) has a second model for \(saved.name(number))")
    }
    guard entity.registered(identifier, in: editor.context) === model else {
      throw Difference("identity", "registeredModel(for:) does not know \(saved.name(number))")
    }
    guard entity.registered(identifier, in: ModelContext(container)) == nil else {
      throw Difference("identity", "registeredModel(for:) of a new context knows a model")
    }
  }

  // MARK: - Random queries

  private func randomQuery(_ entity: Int, _ random: inout RandomSource) -> Query {
    let attributes = setting.schema.entities[entity].attributes
    var query = Query()
    query.includesPendingChanges = !random.once(in: 4)
    if !random.once(in: 4) { query.condition = randomCondition(entity, depth: 2, &random) }
    if random.once(in: 2) {
      let sortable = attributes.indices.filter { attributes[$0].isSortable }
      query.order = random.pickSome(sortable, atMost: random.number(below: 3))
        .map { ($0, random.once(in: 2)) }
      query.isLastKeyAscending = random.once(in: 2)
    }
    if random.once(in: 3) { query.limit = 1 + random.number(below: 5) }
    if random.once(in: 4) { query.offset = random.number(below: 4) }
    return query
  }

  private func randomCondition(
    _ index: Int, depth: Int, _ random: inout RandomSource
  ) -> Condition {
    if depth > 0, random.once(in: 2) {
      let left = randomCondition(index, depth: depth - 1, &random)
      switch random.number(below: 3) {
      case 0: return .not(left)
      case 1: return .and(left, randomCondition(index, depth: depth - 1, &random))
      default: return .or(left, randomCondition(index, depth: depth - 1, &random))
      }
    }
    let entity = setting.schema.entities[index]
    // Where a required destination is missing, nothing says what a condition on it finds.
    let relationships = entity.relationships.indices.filter {
      entity.relationships[$0].isQueryable && editor.work.violations.isEmpty
    }
    if random.once(in: 3), let relationship = random.pick(relationships) {
      return condition(on: relationship, of: entity, &random)
    }
    let asked = entity.attributes.indices.filter { !entity.attributes[$0].comparisons.isEmpty }
    guard let attribute = random.pick(asked) else {
      return .isNumber(random.pickStably(editor.work.numbers) ?? 0)
    }
    return .attribute(
      attribute, random.pick(entity.attributes[attribute].comparisons)!,
      value(for: attribute, of: index, &random))
  }

  private func condition(
    on index: Int, of entity: any Entity, _ random: inout RandomSource
  ) -> Condition {
    let shape = entity.relationships[index].shape
    let destination = setting.schema.entities[shape.destination]
    let asked = destination.attributes.indices.filter { attribute in
      let attribute = destination.attributes[attribute]
      return !attribute.comparisons.isEmpty && !attribute.isOptional
    }
    guard let attribute = random.pick(asked), random.once(in: 2) else { return .isEmpty(index) }
    return .leads(
      index, attribute: attribute, value(for: attribute, of: shape.destination, &random))
  }

  /// A value that some row has, or any.
  private func value(
    for attribute: Int, of entity: Int, _ random: inout RandomSource
  ) -> Value {
    if random.once(in: 2), let row = random.pickStably(editor.work.numbers(of: entity)) {
      return editor.work[row].values[attribute]
    }
    let attribute = setting.schema.entities[entity].attributes[attribute]
    return attribute.isUnique
      ? attribute.unique(random.number(below: 100)) : attribute.sample(&random)
  }
}
