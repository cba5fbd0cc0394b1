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
    var work = state
    for index in 0..<64 {
      let (a, e) = (work[0], work[4])
      let sumE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let choice = e & work[5] ^ ~e & work[6]
      let first = work[7] &+ sumE &+ choice &+ round[index] &+ words[index]
      let sumA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let majority = a & work[1] ^ a & work[2] ^ work[1] & work[2]
      work = [
        first &+ sumA &+ majority, a, work[1], work[2], work[3] &+ first, e, work[5], work[6],
      ]
    }
    for index in 0..<8 { state[index] = state[index] &+ work[index] }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }
}
