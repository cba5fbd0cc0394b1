internal import Foundation
@_spi(Testing) internal import SwiftData
internal import Synchronization

/// The error of a save that is made to fail.
private struct InjectedFailure: Error {}

extension Session {
  /// Lets the context learn of deletions in one way or another.
  func processDeletions(_ random: inout RandomSource) throws {
    switch random.number(below: 5) {
    case 0: try save(&random)
    case 1: try failSave(&random)
    case 2: try rollBack()
    case 3:
      process()
      try editor.compare()
    default: process()
    }
  }

  /// Saves, which must succeed exactly if the schema allows what is there.
  func save(_ random: inout RandomSource) throws {
    let violations = editor.work.violations
    guard violations.isEmpty else {
      write("try context.save()  // fails: \(violations.joined(separator: ", "))")
      do {
        try editor.context.save()
      } catch {
        return
      }
      throw Difference("save", "a save went through although \(violations[0])")
    }
    write("try context.save()")
    do {
      try editor.context.save()
    } catch {
      throw Difference("save", "a save threw \(error)")
    }
    try settle(&random)
  }

  /// Takes over that a save has succeeded.
  func settle(_ random: inout RandomSource) throws {
    saved = editor.work
    editor.isTouched = false
    try editor.checkPending(since: saved)
    try editor.checkGone()
    for (number, model) in editor.held.sorted(by: { $0.key < $1.key }) {
      try checkIdentifier(number, model)
    }
    if random.once(in: 2) { try checkStore() }
  }

  /// A row keeps its first permanent identifier.
  func checkIdentifier(_ number: Int, _ model: any PersistentModel) throws {
    let identifier = model.persistentModelID
    guard !identifier.isTemporaryRow else {
      throw Difference(
        "identifier", "\(saved.name(number)) is saved and has a temporary identifier")
    }
    if let former = identifiers[number], former != identifier {
      throw Difference("identifier", "\(saved.name(number)) was \(former) and is \(identifier)")
    }
    identifiers[number] = identifier
  }

  /// Makes a save fail at some point of it; everything must still be pending.
  ///
  /// - Parameter row: After how many rows it fails; zero for before the first thing it does.
  func failSave(
    _ random: inout RandomSource, row given: Int? = nil, mayRollBack: Bool = true
  ) throws {
    let row = given ?? random.number(below: 4)
    let hasFired = Mutex(false)
    let fire: @Sendable () throws -> Void = {
      hasFired.withLock { $0 = true }
      throw InjectedFailure()
    }
    write("try context.save()  // fails \(row == 0 ? "at the start" : "after \(row) rows")")
    let violations = editor.work.violations
    do {
      if row == 0 {
        container._testing.beforeProcessing = { _ in try fire() }
        defer { container._testing.beforeProcessing = nil }
        try editor.context.save()
      } else {
        try StoreTesting.$afterRow.withValue(
          .init { written, _ in if written >= row { try fire() } },
          operation: { try editor.context.save() })
      }
    } catch {
      guard hasFired.withLock({ $0 }) || !violations.isEmpty else {
        throw Difference("save", "a save threw \(error)")
      }
      // A failure at the start leaves deletions unprocessed.
      if row == 0 { process() }
      if random.once(in: 2) { try checkStore() }
      if mayRollBack, random.once(in: 3) { try rollBack() }
      return
    }
    guard !hasFired.withLock({ $0 }), violations.isEmpty else {
      throw Difference("save", "a save that failed did not throw")
    }
    // It had fewer rows to write.
    write("// It went through.")
    try settle(&random)
  }

  func rollBack() throws {
    write("context.rollback()")
    let inserted = editor.held.filter { saved.rows[$0.key] == nil }
    let names = inserted.keys.map { editor.work.name($0) }
    editor.context.rollback()
    editor.work = saved
    editor.isTouched = false
    // What was deleted is back in the same instances.
    for (number, model) in editor.gone where saved.rows[number] != nil {
      editor.held[number] = model
    }
    editor.forgetGone()
    editor.gone = [:]
    try editor.checkPending(since: saved)
    for (model, name) in zip(inserted.values, names) where model.modelContext != nil {
      throw Difference("flags", "\(name) has a context after the rollback of its insertion")
    }
    for (number, model) in editor.held.sorted(by: { $0.key < $1.key })
    where model.modelContext !== editor.context || model.isDeleted || model.hasChanges {
      throw Difference("flags", "\(saved.name(number)) is not back in its context")
    }
  }

  /// Deletes what a rule `.deny` keeps, which the save refuses.
  func deleteWhatIsDenied(_ random: inout RandomSource) throws {
    guard !editor.context.hasChanges else { return }
    let denied = saved.numbers.filter { !saved.denials(of: saved.deletion(of: [$0])).isEmpty }
    guard let number = random.pickStably(denied) else { return }
    let model = try editor.model(number, &random)
    write("context.delete(\(saved.name(number)))")
    editor.context.delete(model)
    editor.isTouched = true
    write("try context.save()  // fails: the deletion is denied")
    do {
      try editor.context.save()
    } catch {
      try checkStore()
      return try rollBack()
    }
    throw Difference("save", "the deletion of \(saved.name(number)) went through, which is denied")
  }

  /// Saves a number that is none, which is refused; everything stays pending.
  func saveRefusedValue(_ random: inout RandomSource) throws {
    let holders = editor.work.numbers.filter { number in
      editor.work[number].values.contains { $0.base is Double }
    }
    guard let number = random.pickStably(holders) else { return }
    let entity = editor.work.entity(of: number)
    let index = editor.work[number].values.firstIndex { $0.base is Double }!
    let model = try editor.model(number, &random)
    write("\(editor.work.name(number)).\(entity.attributes[index].name) = .nan")
    entity.attributes[index].write(Value(Double.nan), to: model)
    editor.isTouched = true
    write("try context.save()  // fails: the value is refused")
    do {
      try editor.context.save()
    } catch {
      return editor.setValue(of: number, model, index, &random, unique: 0)
    }
    throw Difference("save", "a value that is not a number was saved")
  }

  /// Edits in a transaction, which saves or, if its block throws, does not.
  func transaction(
    _ operation: Step, _ random: inout RandomSource, fails: Bool
  ) throws {
    var editing: (any Error)?
    write("try context.transaction {")
    do {
      try editor.context.transaction {
        do {
          try editor.edit(operation, &random)
          try editor.relate(operation, &random)
        } catch {
          editing = error
        }
        write(fails ? "  throw Abort() }" : "}")
        if fails || editing != nil { throw InjectedFailure() }
      }
    } catch {
      if let editing { throw editing }
      if fails { return try rollBack() }
      guard !editor.work.violations.isEmpty else {
        throw Difference("save", "a transaction threw \(error)")
      }
      return
    }
    if fails { throw Difference("save", "a transaction did not throw what its block threw") }
    if let violation = editor.work.violations.first {
      throw Difference("save", "a transaction went through although \(violation)")
    }
    try settle(&random)
  }
}
