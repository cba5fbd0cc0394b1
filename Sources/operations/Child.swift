internal import Foundation

/// A process of this program with other arguments.
final class Child {
  /// How a process ended.
  struct Ending {
    var output: String
    var errors: String
    /// The kind of difference it found, `crash` where something ended it, nil where all was well.
    var kind: String?
    /// The last that it said.
    var summary: String
  }

  private let process = Process()
  private let output: URL
  private let errors: URL

  init(_ arguments: [String], temporaryFolder: URL) throws {
    let name = UUID().uuidString
    output = temporaryFolder.appendingPathComponent(name + ".output")
    errors = temporaryFolder.appendingPathComponent(name + ".errors")
    for file in [output, errors] { try Data().write(to: file) }
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    // Sets and dictionaries have one order in all runs, and a crash is not written up at length.
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no",
      "TMPDIR": temporaryFolder.path,
    ]) { $1 }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
  }

  func wait() -> Ending {
    process.waitUntilExit()
    let said = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    let complaint = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    try? FileManager.default.removeItem(at: output)
    try? FileManager.default.removeItem(at: errors)
    let last = said.split(separator: "\n").last.map(String.init) ?? ""
    if process.terminationReason == .exit, process.terminationStatus == 0 {
      return Ending(output: said, errors: complaint, kind: nil, summary: last)
    }
    if process.terminationReason == .exit, process.terminationStatus == 1 {
      let kind = last.prefix { $0 != ":" }
      return Ending(output: said, errors: complaint, kind: String(kind), summary: last)
    }
    let reason = complaint.split(separator: "\n").first.map(String.init) ?? "no message"
    return Ending(output: said, errors: complaint, kind: "crash", summary: "crash: \(reason)")
  }
}
