import SwiftData

/// The same rows in a container and in a database of the floor, made once for all rounds of a workload.
final class Sides {
  private let medium: Medium
  private let rows: ArraySlice<ExpenseValues>
  private var stores: [TemporaryStore?] = []
  private var madeContainer: ModelContainer?
  private var madeDatabase: FloorDatabase?
  private var selections: [String: OpaquePointer] = [:]

  init(_ medium: Medium, rows: ArraySlice<ExpenseValues>) {
    self.medium = medium
    self.rows = rows
  }

  var container: ModelContainer {
    get throws {
      if let madeContainer { return madeContainer }
      let container = try Engine.makeContainer(path: try makePath(), rows: rows)
      madeContainer = container
      return container
    }
  }

  var database: FloorDatabase {
    get throws {
      if let madeDatabase { return madeDatabase }
      let database = try FloorDatabase.make(path: try makePath(), rows: rows)
      madeDatabase = database
      return database
    }
  }

  /// The floor's statement for a condition, compiled once.
  func prepareSelection(where condition: String = "") throws -> OpaquePointer {
    if let selection = selections[condition] { return selection }
    let selection = try database.prepareSelection(where: condition)
    selections[condition] = selection
    return selection
  }

  /// Lets go of everything and deletes the files.
  func close() {
    selections = [:]
    madeContainer = nil
    madeDatabase = nil
    stores = []
  }

  private func makePath() throws -> String? {
    let store = try medium.makeStore()
    stores.append(store)
    return store?.path
  }
}
