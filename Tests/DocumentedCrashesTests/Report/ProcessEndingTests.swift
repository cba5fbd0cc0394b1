import DocumentedCrashes
import Foundation
import Testing

struct ProcessEndingTests {
  @Test(arguments: [
    (SIGILL, "SIGILL"), (SIGTRAP, "SIGTRAP"), (SIGABRT, "SIGABRT"), (99, "signal 99"),
  ])
  func `a signal has its name`(signal: Int32, name: String) {
    #expect(ProcessEnding.signalled(signal).description == name)
  }

  @Test func `only a signal is a death`() {
    #expect(ProcessEnding.signalled(SIGILL).isDeath)
    #expect(!ProcessEnding.exited(1).isDeath)
    #expect(!ProcessEnding.timedOut(5).isDeath)
  }

  @Test func `the message of a fatal error leaves the source's place out`() {
    let text = "a log line\nSwiftData/Model.swift:12: Fatal error: It is gone.\n*** Signal 4\n"
    #expect(ProcessEnding.message(in: text) == "Fatal error: It is gone.")
  }

  @Test func `the message of a failed cast leaves addresses out`() {
    let text = "Could not cast value of type 'A' (0x7ffc0123abcd) to 'B' (0x55d0).\n"
    #expect(ProcessEnding.message(in: text) == "Could not cast value of type 'A' to 'B'.")
  }

  @Test func `without a known message the first line stands`() {
    #expect(ProcessEnding.message(in: "\n  out of memory\nmore\n") == "out of memory")
    #expect(ProcessEnding.message(in: "") == nil)
  }
}
