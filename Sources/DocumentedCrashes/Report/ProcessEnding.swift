import Foundation

/// How a process ended.
package enum ProcessEnding: Sendable, Hashable {
  case exited(Int32)
  case signalled(Int32)
  /// It was ended because it took longer than that many seconds.
  case timedOut(Double)

  /// Whether the process died of itself rather than returned.
  package var isDeath: Bool {
    if case .signalled = self { true } else { false }
  }
}

extension ProcessEnding: CustomStringConvertible {
  package var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): Self.name(ofSignal: signal)
    case .timedOut(let seconds): "no end within \(seconds.formatted()) s"
    }
  }

  /// The name of a signal, or its number where it is not one that a process dies of by itself.
  package static func name(ofSignal signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
      SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGPIPE: "SIGPIPE", SIGTERM: "SIGTERM",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}

extension ProcessEnding {
  /// The line in which a dying process says why, from what it wrote to its standard error.
  package static func message(in standardError: String) -> String? {
    let lines = standardError.split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    for line in lines {
      // The place in the source comes first, which says nothing about the fault.
      if let range = line.range(of: "Fatal error") { return String(line[range.lowerBound...]) }
      if line.hasPrefix("Could not cast value") { return withoutAddresses(line) }
    }
    return lines.first { !$0.isEmpty }
  }

  /// Takes the addresses of type metadata out, which differ in every process.
  private static func withoutAddresses(_ line: String) -> String {
    line.replacing(#/ \(0x[0-9a-fA-F]+\)/#, with: "")
  }
}
