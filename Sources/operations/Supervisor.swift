internal import Foundation
internal import RandomOperations

/// Starts the processes that do the work, and looks into what they report.
struct Supervisor {
  private let options: Options
  private let folder: URL

  init(_ options: Options) throws {
    self.options = options
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("operations-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// - Returns: The exit code.
  func run() throws -> Int32 {
    defer { try? FileManager.default.removeItem(at: folder) }
    let start = Date()
    let children = try (0..<options.jobs).map { worker in
      try Child(
        arguments(seed: options.seed) + [
          "--operations", "\(options.operations)", "--jobs", "\(options.jobs)",
          "--worker", "\(worker)", "--progress", progressPath(worker),
        ], temporaryFolder: folder)
    }
    var counts: [String: Int] = [:]
    var last = options.seed
    var failures: [(ended: Child.Ending, seed: UInt64, schema: Int, done: Int)] = []
    for (worker, child) in children.enumerated() {
      let ending = child.wait()
      guard let progress = Progress.read(path: progressPath(worker)) else {
        print(ending.output + ending.errors)
        return 2
      }
      last = max(last, progress.seed)
      if ending.kind == nil {
        for line in ending.output.split(separator: "\n") {
          let parts = line.split(separator: " ")
          counts[String(parts[0]), default: 0] += Int(parts[1]) ?? 0
        }
      } else {
        failures.append((ending, progress.seed, progress.schema, progress.done))
      }
    }
    for failure in failures {
      print("after about \(failure.done * options.jobs) operations: \(failure.ended.summary)")
      let schema = options.schema.map { " --schema \($0)" } ?? ""
      print(
        "repeat with: swift run -c release operations --seed \(failure.seed) --length \(options.length) --operations \(options.length) --jobs 1\(schema)"
      )
      if options.shrinks { try shrink(failure.seed, failure.ended.kind!) }
    }
    guard failures.isEmpty else { return 1 }
    let total = counts.values.reduce(0, +)
    for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
      print("\(kind.padding(toLength: 20, withPad: " ", startingAt: 0)) \(count)")
    }
    let seconds = Date().timeIntervalSince(start).formatted(.number.precision(.fractionLength(1)))
    print(
      "\(total) operations on \(options.schema == nil ? SampleSchema.all.count : 1) schemas, seeds \(options.seed) to \(last), in \(seconds) s: no difference"
    )
    return 0
  }

  private func progressPath(_ worker: Int) -> String {
    folder.appendingPathComponent("progress-\(worker)").path
  }

  private func arguments(seed: UInt64) -> [String] {
    ["--seed", "\(seed)", "--length", "\(options.length)"]
      + (options.schema.map { ["--schema", "\($0)"] } ?? [])
  }

  /// Finds the shortest part of a sequence that fails in the same way, and prints what it does.
  private func shrink(_ seed: UInt64, _ kind: String) throws {
    func replay(_ operations: [Step]) -> Child.Ending? {
      let kept = operations.map { "\($0.serial):\($0.size)" }.joined(separator: ",")
      return try? Child(arguments(seed: seed) + ["--keep", kept], temporaryFolder: folder).wait()
    }
    let all = Step.sequence(seed: seed, count: options.length)
    guard replay(all)?.kind == kind else {
      print("it does not fail alone: the process was not in the same state")
      return
    }
    let shortest = Shrinker { replay($0)?.kind }.shrink(all, failingWith: kind)
    let kept = shortest.map { "\($0.serial):\($0.size)" }.joined(separator: ",")
    let common = arguments(seed: seed).joined(separator: " ")
    print("shrunk to \(shortest.count) operations: \(common) --keep \(kept)")
    if let ending = replay(shortest) { print(ending.output + ending.errors) }
  }
}
