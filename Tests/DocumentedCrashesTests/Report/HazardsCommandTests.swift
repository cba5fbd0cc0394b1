import DocumentedCrashes
import Testing

struct HazardsCommandTests {
  private static let id = DocumentedCrash.optionalCompositeDecode.id

  @Test func `no argument runs everything`() throws {
    #expect(
      try HazardsCommand([])
        == .run([], json: false, timeout: HazardsCommand.standardTimeout))
  }

  @Test func `run takes crashes, a format and a timeout`() throws {
    #expect(
      try HazardsCommand(["run", Self.id, "--json", "--timeout", "2.5"])
        == .run([Self.id], json: true, timeout: 2.5))
  }

  @Test func `list and show are understood`() throws {
    #expect(try HazardsCommand(["list"]) == .list(json: false))
    #expect(try HazardsCommand(["--json", "list"]) == .list(json: true))
    #expect(try HazardsCommand(["show", Self.id]) == .show(Self.id, json: false))
  }

  @Test(arguments: [["--help"], ["-h"], ["show", "--help"]])
  func `help is help wherever it stands`(arguments: [String]) throws {
    #expect(try HazardsCommand(arguments) == .help)
  }

  @Test func `a child's argument is the address of a procedure`() throws {
    let address = ProcedureAddress(crash: Self.id, kind: .workaround, index: 1)
    #expect(
      try HazardsCommand([HazardsCommand.procedureOption, address.description])
        == .procedure(address))
  }

  @Test(arguments: [
    (["--colour"], "unknown option '--colour'"),
    (["explain"], "unknown command 'explain'"),
    (["show"], "'show' takes the id of one crash"),
    (["show", "a", "b"], "'show' takes the id of one crash"),
    (["list", "a"], "'list' takes no argument"),
    (["show", "no-such-crash"], "no documented crash has the id 'no-such-crash'"),
    (["run", "no-such-crash"], "no documented crash has the id 'no-such-crash'"),
    (["--timeout"], "--timeout needs a number"),
    (["--timeout", "0"], "--timeout needs a number"),
    (["--timeout", "inf"], "--timeout needs a number"),
    (["list", "--timeout", "5"], "--timeout does not go with 'list'"),
    (["--procedure", "optional-composite-decode/workaround/99"], "needs the address"),
    (["--procedure", "optional-composite-decode"], "needs the address"),
  ])
  func `what is not understood is named`(arguments: [String], message: String) throws {
    let error = #expect(throws: HazardsCommand.UsageError.self) { try HazardsCommand(arguments) }
    #expect(try #require(error).description.contains(message))
  }

  @Test func `an unknown crash is answered with the known ones`() throws {
    let error = #expect(throws: HazardsCommand.UsageError.self) {
      try HazardsCommand(["show", "optional"])
    }
    for crash in DocumentedCrashes.all {
      #expect(try #require(error).description.contains(crash.id))
    }
  }
}
