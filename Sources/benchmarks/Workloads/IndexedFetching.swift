import CSQLite
import Foundation
import SwiftData

extension Benchmarks {
  /// Fetching the hundred objects of one category out of a hundred thousand; ten categories in a run.
  ///
  /// The objects live until the clock has stopped.
  static var indexedFetching: [Benchmark] {
    Medium.allCases.map { medium in
      let sides = Sides(medium, rows: ExpenseValues.all[...])
      let categories = Array(stride(from: 50, to: 1000, by: 100))
      return Benchmark(
        name: "fetch 100 of 100,000 by an index (\(medium))",
        operations: categories.count,
        ours: {
          let context = Engine.makeContext(try sides.container)
          var fetched: [[Expense]] = []
          return {
            try categories.reduce(0) { sum, category in
              let descriptor = FetchDescriptor<Expense>(
                predicate: #Predicate { $0.category == category })
              let expenses = try context.fetch(descriptor)
              fetched.append(expenses)
              return expenses.reduce(sum) { $0 &+ $1.values.sum }
            }
          }
        },
        floor: {
          let database = try sides.database
          let selection = try sides.prepareSelection(where: "WHERE ZCATEGORY = ?")
          return {
            try categories.reduce(0) { sum, category in
              sqlite3_bind_int64(selection, 1, Int64(category))
              return sum &+ (try database.sum(selection))
            }
          }
        },
        tearDown: { sides.close() })
    }
  }
}
