internal import Foundation

// Writes random schemas as Swift sources, one file for each number, and a list of them all.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 3, let first = Int(arguments[1]), let last = Int(arguments[2]),
  first > 0, last >= first
else {
  print(
    """
    Writes the schemas of some numbers into a folder:

        swift run schemas 1 16 Sources/RandomOperations/Schemas
    """)
  exit(2)
}
let folder = URL(fileURLWithPath: arguments[3])
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let schemas = (first...last).map(RandomSchema.init(number:))
for schema in schemas {
  let file = folder.appendingPathComponent("\(schema.name).swift")
  try SchemaText(schema).text.write(to: file, atomically: true, encoding: .utf8)
}
let list = folder.appendingPathComponent("SampleSchema+All.swift")
try SchemaText.list(of: schemas).write(to: list, atomically: true, encoding: .utf8)
