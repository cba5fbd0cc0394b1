import SwiftData

extension Benchmarks {
  /// Rolling back a change of each of a thousand objects and reading them again.
  ///
  /// The floor reads the thousand rows again: what a program does that keeps no committed values.
  static var rollback: [Benchmark] {
    Medium.allCases.map { medium in
      let sides = Sides(medium, rows: ExpenseValues.all.prefix(1000))
      return Benchmark(
        name: "roll back 1,000 changes (\(medium))",
        ours: {
          let context = Engine.makeContext(try sides.container)
          let expenses = try context.fetch(FetchDescriptor<Expense>())
          for expense in expenses {
            expense.amount += 1
            expense.name += ", changed"
          }
          return {
            context.rollback()
            return expenses.reduce(0) { $0 &+ $1.values.sum }
          }
        },
        floor: {
          let database = try sides.database
          let selection = try sides.prepareSelection()
          return { try database.sum(selection) }
        },
        tearDown: { sides.close() })
    }
  }
}
