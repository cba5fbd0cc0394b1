import DocumentedCrashes
import Foundation

/// This executable as a child process that runs one procedure.
enum Child {
  /// Has a child run a procedure, in a folder for temporary files that is removed afterwards.
  static func run(
    _ address: ProcedureAddress, timeout: Double
  ) throws -> (ProcessEnding, output: String, error: String) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("hazards-\(UUID().uuidString)", isDirectory: true)
    let temporary = folder.appendingPathComponent("tmp", isDirectory: true)
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    // Files rather than pipes: a child that writes much cannot block, whoever reads when.
    let outputFile = folder.appendingPathComponent("output")
    let errorFile = folder.appendingPathComponent("error")
    try Data().write(to: outputFile)
    try Data().write(to: errorFile)

    let process = Process()
    process.executableURL = try executable
    process.arguments = [HazardsCommand.procedureOption, address.description]
    var environment = ProcessInfo.processInfo.environment
    environment["TMPDIR"] = temporary.path
    // A backtrace takes a second for each death, and says nothing that the report shows.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let isLate = ended.wait(timeout: .now() + timeout) == .timedOut
    if isLate {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
    }
    let ending: ProcessEnding =
      if isLate { .timedOut(timeout) } else if process.terminationReason == .uncaughtSignal {
        .signalled(process.terminationStatus)
      } else { .exited(process.terminationStatus) }
    return (
      ending, String(decoding: try Data(contentsOf: outputFile), as: UTF8.self),
      String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
    )
  }

  /// Runs a procedure in this process, which may end it.
  static func runHere(_ address: ProcedureAddress) -> ProcedureMessage {
    #if !canImport(Darwin)
      // A death that is wanted leaves no core file.
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #endif
    return ProcedureMessage(running: address.procedure!)
  }

  /// The running executable, wherever it was started from.
  private static var executable: URL {
    get throws {
      if let url = Bundle.main.executableURL { return url }
      return URL(
        fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      )
    }
  }
}
