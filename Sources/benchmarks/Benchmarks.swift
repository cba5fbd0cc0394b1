import Foundation

/// Compares the engine with the same work on SQLite's C API.
///
///     swift run -c release benchmarks [--rounds 15] [--filter text]
@main
enum Benchmarks {
  static var all: [Benchmark] { creation + insertion + fetching + indexedFetching + rollback }

  static func main() throws {
    let options: Options
    do {
      options = try Options(CommandLine.arguments.dropFirst())
    } catch {
      print("\(error)\n\(Options.usage)")
      exit(64)
    }
    if options.showsHelp { return print(Options.usage) }
    let chosen = all.filter { benchmark in
      options.filter.map { benchmark.name.localizedCaseInsensitiveContains($0) } ?? true
    }
    print(Report.header(rounds: options.rounds))
    for benchmark in chosen {
      print(Report.row(try benchmark.measure(rounds: options.rounds)))
      // Each row is seen when it is there, also through a pipe.
      fflush(nil)
    }
  }
}

/// The command line's options.
struct Options {
  static let usage = "usage: benchmarks [--rounds NUMBER] [--filter TEXT]"

  var rounds = 15
  var filter: String?
  var showsHelp = false

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let option = rest.popFirst() {
      switch option {
      case "--rounds":
        guard let value = rest.popFirst(), let number = Int(value), number > 0 else {
          throw UsageError(description: "--rounds takes a number above zero")
        }
        rounds = number
      case "--filter":
        guard let value = rest.popFirst() else {
          throw UsageError(description: "--filter takes a part of a benchmark's name")
        }
        filter = value
      case "--help", "-h":
        showsHelp = true
      default:
        throw UsageError(description: "there is no option \(option)")
      }
    }
  }

  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }
}
