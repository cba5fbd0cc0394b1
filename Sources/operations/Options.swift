internal import Foundation
internal import RandomOperations

/// What the command line asks for.
struct Options {
  /// How many operations are performed in all.
  var operations = 100_000
  /// How many operations make a sequence, which begins with an empty store.
  var length = 100
  /// The seed of the first sequence.
  var seed: UInt64 = 1
  /// The only schema; nil for all in turn.
  var schema: Int?
  /// How many processes work at the same time.
  var jobs = 2
  /// Whether a failure is made smaller.
  var shrinks = true

  // For the processes that the first one starts.
  var worker: Int?
  var progress: String?
  /// The operations of one sequence that are performed, by place, and how much each does.
  var kept: [(serial: Int, size: Int)]?

  var isWorker: Bool { worker != nil || kept != nil }

  static let usage = """
    Performs random operations on random schemas and compares the engine with a plain reference.

        swift run -c release operations [--operations 100000] [--length 100] [--seed 1]
                                        [--schema 3] [--jobs 2] [--no-shrinking]

    A difference is printed with the line that repeats it, and the shortest sequence that shows it.
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if name == "--no-shrinking" {
        shrinks = false
        continue
      }
      guard let text = rest.popFirst() else { throw UsageError() }
      switch name {
      case "--operations": operations = try Self.number(text)
      case "--length": length = try Self.number(text)
      case "--seed": seed = UInt64(try Self.number(text))
      case "--schema": schema = try Self.number(text)
      case "--jobs": jobs = try Self.number(text)
      case "--worker": worker = try Self.number(text)
      case "--progress": progress = text
      case "--keep":
        kept = try text.split(separator: ",").map { pair in
          let parts = try pair.split(separator: ":").map { try Self.number(String($0)) }
          guard parts.count == 2 else { throw UsageError() }
          return (parts[0], parts[1])
        }
      default: throw UsageError()
      }
    }
    guard length > 0, jobs > 0, schema.map({ SampleSchema.named($0) != nil }) ?? true else {
      throw UsageError()
    }
  }

  private static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number >= 0 else { throw UsageError() }
    return number
  }

  /// The schema that a seed's sequence works on.
  func schema(for seed: UInt64) -> SampleSchema {
    if let schema { return SampleSchema.named(schema)! }
    return SampleSchema.all[Int(seed % UInt64(SampleSchema.all.count))]
  }
}

struct UsageError: Error, CustomStringConvertible {
  var description: String { Options.usage }
}
