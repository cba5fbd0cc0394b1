/// One step of a random sequence: everything it does follows from these values and the rows there are.
package struct Step: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case insert, edit, relate, delete, process, save, failingSave, rollback
    case fetch, count, identifiers, batches, enumerate, lookUp
    case compare, freshContext, newContext, reopen, letGo
    case batchDelete, transaction, failingTransaction, twoContexts, upsert, deniedDeletion
    case refusedValue, undo

    /// How often it comes, compared with the others.
    var weight: Int {
      switch self {
      case .insert: 14
      case .edit, .relate: 18
      case .save, .delete, .fetch: 8
      case .rollback, .failingSave, .upsert, .compare, .undo: 4
      case .count, .identifiers, .enumerate, .lookUp, .freshContext, .newContext, .letGo: 3
      case .process, .batches, .reopen, .batchDelete, .transaction, .twoContexts: 2
      case .failingTransaction, .deniedDeletion, .refusedValue: 1
      }
    }
  }

  package var kind: Kind
  package var seed: UInt64
  /// The place in the sequence as it was before anything was left out.
  package var serial: Int
  /// The most that it may do of what it does several times.
  package var size: Int

  /// The random numbers of this operation.
  var random: RandomSource { RandomSource(seed, UInt64(serial)) }
}

extension Step {
  /// The sequence of a seed.
  package static func sequence(seed: UInt64, count: Int) -> [Step] {
    let kinds = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }
    var random = RandomSource(seed, 0)
    return (1...count).map { serial in
      Step(
        kind: random.pick(kinds)!, seed: random.next(), serial: serial,
        size: 1 + random.number(below: 3))
    }
  }
}
