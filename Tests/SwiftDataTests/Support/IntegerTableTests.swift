import Testing

@testable import SwiftData

@Suite struct IntegerTableTests {
  @Test func `a key has the value that was set last, and the former one is returned`() {
    var table = IntegerTable<String>()
    #expect(table.updateValue("a", forKey: 7) == nil)
    #expect(table.updateValue("b", forKey: 7) == "a")
    #expect(table[7] == "b")
    #expect(table[8] == nil)
    #expect(table.count == 1)
  }

  @Test func `an empty table has no value for any key`() {
    let table = IntegerTable<Int>()
    #expect(table[0] == nil)
    #expect(table.isEmpty)
  }

  @Test func `a removed key is gone and can be set again`() {
    var table = IntegerTable<Int>()
    table.updateValue(1, forKey: 1)
    #expect(table.removeValue(forKey: 1) == 1)
    #expect(table.removeValue(forKey: 1) == nil)
    #expect(table[1] == nil)
    table.updateValue(2, forKey: 1)
    #expect(table[1] == 2)
  }

  @Test func `extreme keys are keys like others`() {
    var table = IntegerTable<Int64>()
    let keys: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    for key in keys { table.updateValue(key, forKey: key) }
    for key in keys { #expect(table[key] == key) }
  }

  @Test func `reserved room changes no entry`() {
    var table = IntegerTable<Int64>()
    for key in Int64(0)..<20 { table.updateValue(key, forKey: key) }
    table.reserve(10_000)
    for key in Int64(0)..<20 { #expect(table[key] == key) }
    #expect(table.count == 20)
  }

  @Test func `filtering keeps the entries that satisfy the condition`() {
    var table = IntegerTable<Int64>()
    for key in Int64(0)..<100 { table.updateValue(key, forKey: key) }
    table.filter { $0.isMultiple(of: 3) }
    #expect(table.count == 34)
    #expect(table[33] == 33)
    #expect(table[34] == nil)
  }

  /// Keys that crowd into neighbouring slots, as rows, addresses and multiples of a power of two do.
  static let strides: [Int64] = [1, 2, 16, 48, 1 << 32, 0x1_0000_0001, -64]

  @Test(arguments: strides)
  func `it agrees with a dictionary over any order of changes`(stride: Int64) {
    var random = SeededGenerator(seed: UInt64(bitPattern: stride))
    var table = IntegerTable<Int>()
    var dictionary: [Int64: Int] = [:]
    for step in 0..<4_000 {
      let key = Int64.random(in: -150...150, using: &random) &* stride
      if Int.random(in: 0..<5, using: &random) < 3 {
        #expect(
          table.updateValue(step, forKey: key) == dictionary.updateValue(step, forKey: key))
      } else {
        #expect(table.removeValue(forKey: key) == dictionary.removeValue(forKey: key))
      }
      #expect(table.count == dictionary.count)
    }
    for (key, value) in dictionary { #expect(table[key] == value) }
    var all: [Int64: Int] = [:]
    table.forEach { all[$0] = $1 }
    #expect(all == dictionary)
  }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
