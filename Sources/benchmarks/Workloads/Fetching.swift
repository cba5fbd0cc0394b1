import SwiftData

extension Benchmarks {
  /// Fetching ten thousand objects into a context that knows none of them, and reading every property.
  ///
  /// The objects live until the clock has stopped, as they do for a program that works with them.
  static var fetching: [Benchmark] {
    Medium.allCases.map { medium in
      let sides = Sides(medium, rows: ExpenseValues.all.prefix(10_000))
      return Benchmark(
        name: "fetch 10,000 and read every property (\(medium))",
        ours: {
          let context = Engine.makeContext(try sides.container)
          var fetched: [Expense] = []
          return {
            fetched = try context.fetch(FetchDescriptor<Expense>())
            return fetched.reduce(0) { $0 &+ $1.values.sum }
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
