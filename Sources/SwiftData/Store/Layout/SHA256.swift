internal import Foundation

/// The hash function SHA-256 (FIPS 180-4), for names of schema versions that stay the same for
/// ever.
enum SHA256 {
  /// The first 32 bits of the fractional parts of the roots of the first primes.
  private static func constants(_ count: Int, _ root: (Double) -> Double) -> [UInt32] {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map {
      let value = root(Double($0))
      return UInt32((value - value.rounded(.down)) * 0x1p32)
    }
  }

  private static let initial = constants(8) { $0.squareRoot() }
  private static let round = constants(64) { cbrt($0) }

  static func hash(_ message: Data) -> Data {
    var padded = [UInt8](message) + [0x80]
    padded += Array(repeating: 0, count: (120 - padded.count % 64) % 64)
    let length = UInt64(message.count) * 8
    padded += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }

    var state = initial
    var words = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: padded.count, by: 64) {
      for index in 0..<16 {
        words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(padded[block + 4 * index + $1]) }
      }
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        let low = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
        let high = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
        words[index] = words[index - 16] &+ low &+ words[index - 7] &+ high
      }
      mix(words, into: &state)
    }
    return Data(
      state.flatMap { word in
        (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
      })
  }

  private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sumE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let first = h &+ sumE &+ (e & f ^ ~e & g) &+ round[index] &+ words[index]
      let sumA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let second = sumA &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }
}
