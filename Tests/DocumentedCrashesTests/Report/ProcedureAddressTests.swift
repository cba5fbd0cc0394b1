import DocumentedCrashes
import Testing

struct ProcedureAddressTests {
  @Test(arguments: DocumentedCrashes.all.flatMap(\.addresses))
  func `an address reads back from its text, and leads to a procedure`(
    address: ProcedureAddress
  ) throws {
    #expect(ProcedureAddress(address.description) == address)
    #expect(address.procedure != nil)
  }

  @Test(arguments: ["", "a/b", "a/workaround/x", "a/remedy/0", "a/control/0/1"])
  func `another text is no address`(text: String) {
    #expect(ProcedureAddress(text) == nil)
  }

  @Test(arguments: [
    ProcedureMessage(.sound, "all is well"), ProcedureMessage(.faulty, "two\nlines, \"quoted\""),
    ProcedureMessage(.failed, ""),
  ])
  func `a message is found in a process's output`(message: ProcedureMessage) {
    #expect(!message.line.contains("\n"))
    #expect(ProcedureMessage(in: "a log line\n\(message.line)\nanother") == message)
  }

  @Test func `no message is found where there is none`() {
    #expect(ProcedureMessage(in: "procedure-message:{\"verdict\":\nsound") == nil)
  }

  @Test func `an error that a procedure throws becomes a message`() {
    let control = ProcedureMessage(running: DocumentedCrash.insertWrittenTwiceByRetry.control)
    #expect(control.verdict == .sound)
  }
}
