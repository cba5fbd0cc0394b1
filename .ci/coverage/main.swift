// Compares the public API of a module with an inventory of Apple's:
//
//     coverage <folder with the lists> <symbol graph>...
//
// It fails on a difference that is not in the list of exceptions, and on a declaration without documentation.

import Foundation

let arguments = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard let folder = arguments.first, arguments.count > 1 else {
  print("usage: coverage <folder with the lists> <symbol graph>...")
  exit(2)
}
let comparison = Comparison(
  Surface(try arguments.dropFirst().map { try SymbolGraph(contentsOf: $0) }),
  with: try Inventory(
    names: folder.appendingPathComponent("swiftdata-api.txt"),
    conformances: folder.appendingPathComponent("conformances.txt")),
  accepting: try Exceptions(contentsOf: folder.appendingPathComponent("exceptions.txt")))
for (title, names) in comparison.faults {
  print("error: \(title):")
  for name in names { print("  \(name)") }
}
print("coverage: \(comparison.covered) of \(comparison.inventory.names.count) names of SwiftData")
exit(comparison.faults.isEmpty ? 0 : 1)
