/// Which of the operations that a failure applies to fail, counted from 1 while the failure is armed.
public struct Occasions: Sendable {
  private let covered: ClosedRange<Int>
  /// What is wrong with the number that the occasions were made of, if no operation can have it.
  private(set) var impossibleNumber: String?

  private init(_ covered: ClosedRange<Int>) { self.covered = covered }

  /// Covers nothing if there is no such number.
  private init(_ covered: ClosedRange<Int>, of number: Int, _ call: String) {
    self.covered = covered
    guard number < 1 else { return }
    impossibleNumber =
      "\(call)(\(number)) fails nothing, because operations are counted from 1. Pass 1 or more."
  }

  /// Every one.
  public static let always = Occasions(1...Int.max)

  /// The first alone: a retry goes through.
  public static let once = Occasions(1...1)

  /// The n-th alone: those before and after it go through.
  ///
  /// A number below 1 is no operation's: the plan is recorded as an issue, as one that was not reached.
  public static func nth(_ number: Int) -> Occasions {
    Occasions(max(1, number)...max(1, number), of: number, ".nth")
  }

  /// The first n: as many retries fail, the next goes through.
  public static func first(_ count: Int) -> Occasions {
    Occasions(1...max(1, count), of: count, ".first")
  }

  /// The n-th and all after it: the store breaks and stays broken.
  public static func from(_ number: Int) -> Occasions {
    Occasions(max(1, number)...Int.max, of: number, ".from")
  }

  func contains(_ number: Int) -> Bool { impossibleNumber == nil && covered.contains(number) }
}

extension Occasions: CustomStringConvertible {
  public var description: String {
    if impossibleNumber != nil { return "on no occasion" }
    return switch (covered.lowerBound, covered.upperBound) {
    case (1, .max): "always"
    case (let first, .max): "from number \(first) on"
    case (let first, let last) where first == last: "number \(first)"
    case (_, let last): "the first \(last)"
    }
  }
}
