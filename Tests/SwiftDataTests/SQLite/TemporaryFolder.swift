import Foundation

@testable import SwiftData

/// Runs a body with a folder of its own, which is gone afterwards.
@discardableResult
func withTemporaryFolder<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
  let folder = TemporaryFolder()
  try FileManager.default.createDirectory(
    atPath: folder.path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder.path) }
  return try body(folder)
}

struct TemporaryFolder {
  let path =
    FileManager.default.temporaryDirectory
    .appendingPathComponent("swift-data-testing-\(UUID().uuidString)").path

  func file(_ name: String) -> String { path + "/" + name }

  var content: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func write(_ bytes: Data, to name: String) throws -> String {
    try bytes.write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  func bytes(of name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file(name)))
  }

  /// A database of several pages whose changes are all in its one file.
  func makeDatabase(_ name: String = "sound.store") throws -> String {
    let connection = try Connection.open(path: file(name))
    try connection.execute("CREATE TABLE T (K INTEGER PRIMARY KEY, V VARCHAR)")
    try connection.transaction {
      let statement = try connection.prepare("INSERT INTO T (V) VALUES (?)")
      for number in 0..<500 {
        try statement.run([.text("row \(number) " + String(repeating: "x", count: 60))])
      }
    }
    try connection.close()
    return file(name)
  }
}
