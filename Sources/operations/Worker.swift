internal import Foundation
internal import RandomOperations

/// Performs sequences, in a process of its own because a fault may end it.
struct Worker {
  private let options: Options
  private let progress: Progress?
  private let folder = FileManager.default.temporaryDirectory

  init(_ options: Options) {
    self.options = options
    progress = options.progress.map(Progress.init(path:))
  }

  /// - Returns: The exit code: 0 for no difference, 1 for one, which is printed.
  func run() throws -> Int32 {
    if let kept = options.kept { return try replay(kept) }
    var counts: [Step.Kind: Int] = [:]
    var done = 0
    var seed = options.seed + UInt64(options.worker!)
    while done < options.operations / options.jobs {
      let schema = options.schema(for: seed)
      let session = try Session(.init(schema: schema, seed: seed, folder: folder))
      do {
        try session.perform(Step.sequence(seed: seed, count: options.length)) { operation in
          done += 1
          counts[operation.kind, default: 0] += 1
          progress?.note(seed: seed, schema: schema.number, done: done)
        }
      } catch let difference as Difference {
        print(difference)
        return 1
      }
      seed += UInt64(options.jobs)
    }
    for (kind, count) in counts { print("\(kind.rawValue) \(count)") }
    return 0
  }

  /// Performs some operations of one sequence and prints what they do.
  private func replay(_ kept: [(serial: Int, size: Int)]) throws -> Int32 {
    let sizes = Dictionary(uniqueKeysWithValues: kept.map { ($0.serial, $0.size) })
    let operations = Step.sequence(seed: options.seed, count: options.length)
      .compactMap { operation -> Step? in
        guard let size = sizes[operation.serial] else { return nil }
        var operation = operation
        operation.size = size
        return operation
      }
    let schema = options.schema(for: options.seed)
    let session = try Session(
      .init(schema: schema, seed: options.seed, folder: folder), isLogging: true)
    var printed = 0
    func printLines() {
      let text = session.lines[printed...].map { "    " + $0 + "\n" }.joined()
      FileHandle.standardOutput.write(Data(text.utf8))
      printed = session.lines.count
    }
    do {
      // What comes before a crash is printed before it.
      try session.perform(operations) { _ in printLines() }
    } catch let difference as Difference {
      printLines()
      print(difference)
      return 1
    }
    return 0
  }
}

/// A file that says how far a process has come, should it end without a word.
final class Progress {
  private let descriptor: Int32

  init(path: String) { descriptor = open(path, O_CREAT | O_WRONLY, 0o600) }

  func note(seed: UInt64, schema: Int, done: Int) {
    var numbers = (seed, UInt64(schema), UInt64(done))
    withUnsafeBytes(of: &numbers) { _ = pwrite(descriptor, $0.baseAddress!, $0.count, 0) }
  }

  deinit { close(descriptor) }

  static func read(path: String) -> (seed: UInt64, schema: Int, done: Int)? {
    guard let data = FileManager.default.contents(atPath: path), data.count == 24 else {
      return nil
    }
    let numbers = data.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
    return (numbers[0], Int(numbers[1]), Int(numbers[2]))
  }
}
