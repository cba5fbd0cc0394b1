internal import SwiftData

extension Session {
  /// Makes changes in groups of an undo manager, and goes back and forth between the states that they left.
  func undo(_ operation: Step, _ random: inout RandomSource) throws {
    process()
    let manager = UndoManager()
    manager.groupsByEvent = false
    write("context.undoManager = manager  // whose groupsByEvent is false")
    editor.context.undoManager = manager
    defer { editor.context.undoManager = nil }
    var states = [editor.work]
    var models = editor.held
    for _ in 0..<1 + random.number(below: 3) {
      write("manager.beginUndoGrouping()")
      manager.beginUndoGrouping()
      for _ in 0..<1 + random.number(below: 4) { try change(operation, &random, &models) }
      write("manager.endUndoGrouping()")
      manager.endUndoGrouping()
      states.append(editor.work)
    }
    // Groups in which nothing is different at the end cannot be undone.
    guard manager.undoCount == states.count - 1 else { return }
    var position = states.count - 1
    for _ in 0..<1 + random.number(below: 6) {
      let isBack = position == states.count - 1 || position > 0 && random.once(in: 2)
      position += isBack ? -1 : 1
      write(isBack ? "manager.undo()" : "manager.redo()")
      if isBack { manager.undo() } else { manager.redo() }
      try settle(at: states[position], models)
      if random.once(in: 4), editor.work.violations.isEmpty { try save(&random) }
    }
  }

  /// More than a sequence has: rows and unique values are numbered by the place of the step that makes them.
  private static let serialsOfSteps = 100_000

  /// One change of a group.
  private func change(
    _ operation: Step, _ random: inout RandomSource, _ models: inout [Int: any PersistentModel]
  ) throws {
    var part = operation
    changesInGroups += 1
    part.serial = Self.serialsOfSteps + changesInGroups
    part.size = 1 + random.number(below: 2)
    switch random.number(below: 11) {
    case 0: try editor.insert(part, &random)
    case 1, 2: try editor.edit(part, &random)
    case 3, 4, 5: try editor.relate(part, &random)
    case 6: if try editor.delete(part, &random), random.once(in: 2) { process() }
    case 7: try failSave(&random, mayRollBack: false)
    case 8:
      process()
      try query(.fetch, &random)
    case 9: letGo(&random)
    default: if editor.work.violations.isEmpty { try save(&random) } else { process() }
    }
    models.merge(editor.held) { $1 }
    models.merge(editor.gone) { $1 }
  }

  /// Takes over that a group was undone or redone: the rows are there again in the same instances.
  private func settle(at state: Graph, _ models: [Int: any PersistentModel]) throws {
    editor.work = state
    editor.isTouched = true
    for number in state.numbers {
      if let model = models[number] { editor.held[number] = model }
      editor.gone[number] = nil
      // A deletion that was saved is undone by an insertion.
      if saved.rows[number] == nil { identifiers[number] = nil }
    }
    editor.forgetGone()
    // Which models count as changed although they have their former values again is not said anywhere.
    editor.touched.formUnion(state.numbers)
    try editor.compare()
    try editor.checkPending(since: saved)
  }
}
