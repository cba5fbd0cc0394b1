import Foundation

@testable import SwiftData

/// The number of rows of a table, read past the engine.
func countRows(of table: String, at path: String) throws -> Int {
  let connection = try Connection.open(path: path, readOnly: true, create: false)
  let statement = try connection.prepare("SELECT COUNT(*) FROM \(table)")
  return try statement.step() ? Int(statement.integer(0)) : 0
}
