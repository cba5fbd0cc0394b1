import SwiftData

extension Benchmarks {
  /// Inserting ten thousand objects and saving them in one go.
  static var insertion: [Benchmark] {
    Medium.allCases.map { medium in
      Benchmark(
        name: "insert and save 10,000 (\(medium))",
        ours: {
          let store = try medium.makeStore()
          let rows = ExpenseValues.all.prefix(10_000)
          let container = try Engine.makeContainer(path: store?.path)
          let context = Engine.makeContext(container)
          return {
            for values in rows { context.insert(Expense(values)) }
            try context.save()
            return withExtendedLifetime((store, container)) { rows.count }
          }
        },
        floor: {
          let store = try medium.makeStore()
          let rows = ExpenseValues.all.prefix(10_000)
          let database = try FloorDatabase.make(path: store?.path)
          return {
            try database.insert(rows)
            return withExtendedLifetime(store) { rows.count }
          }
        })
    }
  }
}
