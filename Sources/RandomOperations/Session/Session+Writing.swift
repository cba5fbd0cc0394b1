internal import SwiftData

extension Session {
  /// Deletes by a condition that finds rows without links, where no rule has a say.
  func deleteBatch(_ random: inout RandomSource) throws {
    guard !editor.context.hasChanges else { return }
    let free = saved.numbers.filter { !saved.isLinked($0) }
    guard let number = random.pickStably(free) else { return }
    let entity = saved.entity(of: number)
    var condition = Condition.isNumber(number)
    if let other = random.pickStably(free), saved[other].entity == saved[number].entity {
      condition = .or(condition, .isNumber(other))
    }
    var query = Query()
    query.condition = condition
    write(
      "try context.delete(model: \(entity.name).self, where: #Predicate { \(condition.text(entity, setting.schema)) })"
    )
    try entity.delete(where: condition, setting.schema, in: editor.context)
    editor.work.delete(saved.matches(query, entity: saved[number].entity))
    editor.forgetGone()
    editor.isTouched = true
    try save(&random)
  }

  /// Saves in a second context while the first has unsaved changes of other rows.
  func writeFromTwoContexts(_ operation: Step, _ random: inout RandomSource) throws {
    let other = makeEditor("other")
    write("let other = ModelContext(container)")
    if random.once(in: 3) { try other.insert(operation, &random) }
    try other.edit(operation, &random)
    try other.relate(operation, &random)
    if random.once(in: 3) { _ = try other.delete(operation, &random) }
    let mine = editor.work.differences(from: saved).union(editor.touched)
    let around = mine.union(editor.work.neighbours(of: mine)).union(saved.neighbours(of: mine))
    let theirs = other.work.differences(from: saved).union(other.touched)
    guard theirs.isDisjoint(with: around), other.work.violations.isEmpty,
      other.work.neighbours(of: theirs).isDisjoint(with: mine)
    else {
      // Nothing says whose change of one row wins.
      write("// It touches the same rows and is not saved.")
      return
    }
    write("try other.save()")
    try other.context.save()
    let base = saved
    saved = other.work
    editor.work.adopt(other.work, changedSince: base)
    // A model that is held keeps its values until it is fetched.
    for (number, model) in editor.held where base.rows[number] != nil {
      let entity = base.entity(of: number)
      guard entity.number(of: model) == number else {
        throw Difference("value", "another context's save has changed \(base.name(number))")
      }
    }
    try checkStore()
    if random.once(in: 2) {
      // Fetching shows what the other context has saved beside what is unsaved here.
      for number in base.numbers where saved.rows[number] == nil { editor.held[number] = nil }
      return try editor.compare()
    }
    guard editor.work.violations.isEmpty else {
      write("context.rollback(); context = ModelContext(container)")
      editor.context.rollback()
      editor = makeEditor("context")
      return
    }
    write("try context.save(); context = ModelContext(container)")
    try editor.context.save()
    saved = editor.work
    editor = makeEditor("context")
    try checkStore()
  }

  /// Inserts a model with the unique value of a stored one, which the save makes an update of it.
  func upsert(_ operation: Step, _ random: inout RandomSource) throws {
    guard editor.work.violations.isEmpty else { return }
    let candidates = editor.work.numbers.filter { number in
      let entity = editor.work.entity(of: number)
      return saved.rows[number] == editor.work[number] && !editor.work.isLinked(number)
        && entity.attributes.contains(where: \.isUnique)
        && !entity.relationships.contains(where: \.shape.isRequired)
    }
    guard let former = random.pickStably(candidates) else { return }
    let index = saved[former].entity
    let entity = setting.schema.entities[index]
    let stored = try editor.model(former, &random)
    try checkIdentifier(former, stored)
    let number = operation.serial * 16
    let name = Graph.name(number, entity)
    write("let \(name) = \(entity.name)(number: \(number))")
    let model = entity.make(number, [])
    editor.inUse.append(model)
    editor.work.insert(number, entity: index)
    for (position, attribute) in entity.attributes.enumerated() {
      if attribute.isUnique {
        let value = saved[former].values[position]
        write("\(name).\(attribute.name) = \(value)")
        attribute.write(value, to: model)
        editor.work.set(number, position, to: value)
      } else if random.once(in: 2) {
        editor.setValue(of: number, model, position, &random, unique: number)
      }
    }
    write("context.insert(\(name))")
    editor.context.insert(model)
    editor.isTouched = true
    if random.once(in: 3) { try editor.compare() }
    if random.once(in: 3) {
      try failSave(&random, row: random.number(below: 2), mayRollBack: false)
    }
    write("try context.save()")
    try editor.context.save()
    editor.work.merge(number, over: former)
    identifiers[number] = identifiers.removeValue(forKey: former)
    editor.held[former] = nil
    editor.forgetGone()
    try checkUpsert(number, stored, model)
    // The instance of before is the row's: a fetch must come back with it.
    if random.once(in: 2) { editor.held[number] = stored }
    try settle(&random)
    try checkStore()
  }

  /// After an insertion that became an update, the instance of before and the inserted one show one state.
  private func checkUpsert(
    _ number: Int, _ stored: any PersistentModel, _ inserted: any PersistentModel
  ) throws {
    let row = editor.work[number]
    let entity = editor.work.entity(of: number)
    for (model, which) in [(stored, "the updated instance"), (inserted, "the inserted instance")] {
      try checkIdentifier(number, model)
      guard model.modelContext === editor.context, !model.hasChanges,
        entity.number(of: model) == number
      else {
        throw Difference("upsert", "\(which) does not show \(editor.work.name(number))")
      }
      for (attribute, expected) in zip(entity.attributes, row.values) {
        let value = attribute.read(model)
        guard value == expected else {
          throw Difference(
            "upsert",
            "in \(which) \(editor.work.name(number)).\(attribute.name) is \(value), not \(expected)"
          )
        }
      }
    }
    guard entity.registered(stored.persistentModelID, in: editor.context) === stored else {
      throw Difference("upsert", "the updated instance is not the context's any more")
    }
  }
}
