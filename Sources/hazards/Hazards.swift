import DocumentedCrashes
import Foundation

/// The executable's commands.
enum Hazards {
  /// Carries a command out.
  ///
  /// - Returns: The exit status.
  static func run(_ command: HazardsCommand) throws -> Int32 {
    switch command {
    case .help: print(HazardsCommand.usage)
    case .list(json: true): print(try HazardReport.json(DocumentedCrashes.all))
    case .list(json: false):
      let width = DocumentedCrashes.all.map(\.id.count).max() ?? 0
      for crash in DocumentedCrashes.all {
        print(crash.id.padding(toLength: width + 2, withPad: " ", startingAt: 0) + crash.title)
      }
    case .show(let id, let json):
      let crash = DocumentedCrashes.crash(withID: id)!
      print(json ? try HazardReport.json([crash]) : crash.explained(width: min(terminalWidth, 100)))
    case .procedure(let address):
      print(Child.runHere(address).line)
    case .run(let ids, let json, let timeout):
      let crashes = DocumentedCrashes.all.filter { ids.isEmpty || ids.contains($0.id) }
      let report = try report(on: crashes, timeout: timeout)
      print(json ? try report.json() : report.table(width: terminalWidth))
      return report.isExpected ? 0 : 1
    }
    return 0
  }

  private static func report(on crashes: [DocumentedCrash], timeout: Double) throws -> HazardReport
  {
    let total = crashes.reduce(0) { $0 + $1.addresses.count }
    var done = 0
    return HazardReport(
      try crashes.map { crash in
        try CrashResult.collect(crash) { address, name in
          done += 1
          note("[\(done)/\(total)] \(address.crash), \(address.kind.rawValue): \(name)")
        } launch: { address in
          try Child.run(address, timeout: timeout)
        }
      })
  }

  /// Writes a line to the standard error.
  static func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// The columns of the terminal, or a width that suits a file.
  private static var terminalWidth: Int {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else { return 160 }
    return max(Int(size.ws_col), 90)
  }
}
