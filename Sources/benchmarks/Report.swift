import CSQLite
import Foundation

/// The printed form of the results.
enum Report {
  /// The machine and the versions, then the head of the table.
  static func header(rounds: Int) -> String {
    let process = ProcessInfo.processInfo
    return """
      machine  \(processor), \(process.activeProcessorCount) cores, \(process.physicalMemory >> 30) GiB
      system   \(process.operatingSystemVersionString)
      SQLite   \(String(cString: sqlite3_libversion()))
      Swift    \(compiler), \(build)
      rounds   \(rounds), medians of paired runs

      \(line("workload", "ours", "floor", "ratio"))
      \(String(repeating: "-", count: 80))
      """
  }

  static func row(_ measurement: Measurement) -> String {
    line(
      measurement.name, text(measurement.ours), text(measurement.floor),
      String(format: "%.2f", measurement.ratio))
  }

  private static func line(_ name: String, _ ours: String, _ floor: String, _ ratio: String)
    -> String
  {
    name.padding(toLength: 48, withPad: " ", startingAt: 0)
      + [ours, floor].map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
      + String(repeating: " ", count: max(1, 8 - ratio.count)) + ratio
  }

  private static func text(_ duration: Duration) -> String {
    String(format: "%.3f ms", duration / .milliseconds(1))
  }

  private static var processor: String {
    let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = model?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    return name ?? "processor unknown"
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }

  private static var build: String {
    #if DEBUG
      "DEBUG BUILD: these figures mean nothing, run with -c release"
    #else
      "release build"
    #endif
  }
}
