/// Which of the operations that a failure applies to fail, counted from 1 while the failure is armed.
public struct Occasions: Sendable {
  private let covered: ClosedRange<Int>

  private init(_ covered: ClosedRange<Int>) { self.covered = covered }

  /// Every one.
  public static let always = Occasions(1...Int.max)

  /// The first alone: a retry goes through.
  public static let once = Occasions(1...1)

  /// The n-th alone: those before and after it go through.
  public static func nth(_ number: Int) -> Occasions { Occasions(max(1, number)...max(1, number)) }

  /// The first n: as many retries fail, the next goes through.
  public static func first(_ count: Int) -> Occasions { Occasions(1...max(1, count)) }

  /// The n-th and all after it: the store breaks and stays broken.
  public static func from(_ number: Int) -> Occasions { Occasions(max(1, number)...Int.max) }

  func contains(_ number: Int) -> Bool { covered.contains(number) }
}

extension Occasions: CustomStringConvertible {
  public var description: String {
    switch (covered.lowerBound, covered.upperBound) {
    case (1, .max): "always"
    case (let first, .max): "from number \(first) on"
    case (let first, let last) where first == last: "number \(first)"
    case (_, let last): "the first \(last)"
    }
  }
}
