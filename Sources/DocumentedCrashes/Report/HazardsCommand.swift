/// What the arguments of the `hazards` executable ask for.
package enum HazardsCommand: Sendable, Hashable {
  /// Run the procedures of crashes; none means all.
  case run([DocumentedCrash.ID], json: Bool, timeout: Double)
  case list(json: Bool)
  case show(DocumentedCrash.ID, json: Bool)
  case help
  /// Run one procedure in this process, as a child of the executable.
  case procedure(ProcedureAddress)

  /// The option with which the executable launches itself to run one procedure.
  package static let procedureOption = "--procedure"

  /// How long a procedure may take, in seconds, unless the arguments say otherwise.
  package static let standardTimeout = 120.0

  /// Why arguments cannot be understood.
  package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
  }

  package static let usage = """
    Runs the crashes that public documents describe in SwiftData, each in a process of its own, and
    the ways around them.

    USAGE: hazards [run [ID ...]] [--json] [--timeout SECONDS]
           hazards list [--json]
           hazards show ID [--json]
           hazards --help

    COMMANDS:
      run      Run every reproduction, workaround and control, or those of some crashes. Progress
               goes to standard error, a table to standard output. (The default.)
      list     List the crashes.
      show     Explain one: why it happens, and what to do about it, with code.

    OPTIONS:
      --json              Print JSON in place of text.
      --timeout SECONDS   How long one procedure may take (default: 120).
      -h, --help          Print this.

    EXIT STATUS: 0 where everything ended as expected, 1 where a result differs, 64 where the
    arguments are not understood, 70 where a process could not be launched.
    """

  /// Reads arguments.
  ///
  /// - Parameter arguments: The arguments, without the executable's name.
  /// - Throws: A ``UsageError`` that says which argument is not understood.
  package init(_ arguments: [String]) throws(UsageError) {
    var json = false
    var timeout: Double?
    var words: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help":
        self = .help
        return
      case "--json": json = true
      case "--timeout":
        guard let seconds = rest.popFirst().flatMap(Double.init), seconds > 0, seconds.isFinite
        else { throw UsageError("--timeout needs a number of seconds above 0") }
        timeout = seconds
      case Self.procedureOption:
        guard let text = rest.popFirst(), let address = ProcedureAddress(text),
          address.procedure != nil
        else { throw UsageError("\(Self.procedureOption) needs the address of a procedure") }
        self = .procedure(address)
        return
      case _ where argument.hasPrefix("-"): throw UsageError("unknown option '\(argument)'")
      default: words.append(argument)
      }
    }
    let command = words.first ?? "run"
    let ids = Array(words.dropFirst())
    if timeout != nil, command != "run" {
      throw UsageError("--timeout does not go with '\(command)'")
    }
    switch command {
    case "run":
      for id in ids { try Self.check(id) }
      self = .run(ids, json: json, timeout: timeout ?? Self.standardTimeout)
    case "list":
      if let extra = ids.first {
        throw UsageError("'list' takes no argument, and '\(extra)' was given")
      }
      self = .list(json: json)
    case "show":
      guard ids.count == 1 else { throw UsageError("'show' takes the id of one crash") }
      try Self.check(ids[0])
      self = .show(ids[0], json: json)
    default:
      throw UsageError("unknown command '\(command)'")
    }
  }

  private static func check(_ id: DocumentedCrash.ID) throws(UsageError) {
    guard DocumentedCrashes.crash(withID: id) == nil else { return }
    let known = DocumentedCrashes.all.map { "  \($0.id)" }.joined(separator: "\n")
    throw UsageError("no documented crash has the id '\(id)'. These are known:\n\(known)")
  }
}
