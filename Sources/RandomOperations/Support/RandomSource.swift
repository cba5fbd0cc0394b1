/// Random numbers that follow from a seed alone: SplitMix64.
package struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  /// A source for one part of something that has a seed.
  package init(_ seed: UInt64, _ part: UInt64) {
    state = Self.mixed(seed &* 0x9E37_79B9_7F4A_7C15 ^ Self.mixed(part))
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// Scatters a number over all of 64 bits.
  package static func mixed(_ number: UInt64) -> UInt64 {
    var bits = number
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension RandomSource {
  /// A number from zero up to a limit, without it.
  package mutating func number(below limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

  /// Whether something happens that happens once in so many times.
  package mutating func once(in count: Int) -> Bool { number(below: count) == 0 }

  package mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[number(below: elements.count)]
  }

  /// Picks among numbers so that the choice mostly stays what it is when others come or go.
  ///
  /// A failure is made small by leaving operations out; those that remain shall still do what they did.
  package mutating func pickStably(_ numbers: [Int]) -> Int? {
    let seed = next()
    return numbers.min { Self.weight($0, seed) < Self.weight($1, seed) }
  }

  /// Picks some of a list of numbers, each of which stays or goes by itself.
  package mutating func pickSome(_ numbers: [Int], atMost count: Int) -> [Int] {
    let seed = next()
    return Array(numbers.sorted { Self.weight($0, seed) < Self.weight($1, seed) }.prefix(count))
  }

  private static func weight(_ number: Int, _ seed: UInt64) -> UInt64 {
    mixed(seed ^ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15)
  }
}
