/// One piece of work that the engine and the floor do alike.
struct Benchmark {
  /// The work that is timed; it returns a sum over what it wrote or read.
  ///
  /// What it holds is released after the clock was stopped.
  typealias Work = () throws -> Int

  let name: String
  /// How often the work repeats the operation that the name tells; the report is per operation.
  var operations = 1
  /// Prepares a run of the engine, which is not timed, and returns its work.
  let ours: () throws -> Work
  /// Prepares a run of the floor, which is not timed, and returns its work.
  let floor: () throws -> Work
  /// Lets go of what all rounds share.
  var tearDown: () -> Void = {}

  /// Runs both sides in pairs, each side first in every other round, after one round that warms up.
  ///
  /// - Throws: What a side throws, or `DifferentWork` where the sums differ: a comparison would mean nothing.
  func measure(rounds: Int) throws -> Measurement {
    defer { tearDown() }
    _ = try pair(oursFirst: true)
    let pairs = try (0..<rounds).map { try pair(oursFirst: $0.isMultiple(of: 2)) }
    return Measurement(
      name: name,
      ours: pairs.map(\.ours).median / operations,
      floor: pairs.map(\.floor).median / operations,
      ratio: pairs.map { $0.ours / $0.floor }.median)
  }

  private func pair(oursFirst: Bool) throws -> (ours: Duration, floor: Duration) {
    let first = try run(oursFirst ? ours : floor)
    let second = try run(oursFirst ? floor : ours)
    guard first.sum == second.sum else { throw DifferentWork(name: name) }
    return oursFirst ? (first.time, second.time) : (second.time, first.time)
  }

  private func run(_ prepare: () throws -> Work) throws -> (time: Duration, sum: Int) {
    let work = try prepare()
    let start = ContinuousClock.now
    let sum = try work()
    let time = start.duration(to: .now)
    return withExtendedLifetime(work) { (time, sum) }
  }
}

/// The medians of one benchmark.
struct Measurement {
  let name: String
  let ours: Duration
  let floor: Duration
  /// The median of the ratios of each pair.
  let ratio: Double
}

/// The two sides of a benchmark did not write or read the same.
struct DifferentWork: Error, CustomStringConvertible {
  let name: String

  var description: String { "\(name): the engine and the floor did not do the same work" }
}

extension Array where Element: Comparable {
  /// The element in the middle; of two, the greater.
  fileprivate var median: Element { sorted()[count / 2] }
}
