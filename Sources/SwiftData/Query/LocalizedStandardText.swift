internal import Foundation

/// The standard search and order of texts as a person sees them, the same on every machine.
///
/// Apple's systems ask the user's locale. Tests need one answer, so this is the root locale's: letters
/// without regard to case and diacritics at first, whole numbers by value, and the difference in
/// diacritics, then in case, then in bytes where nothing else tells two texts apart.
enum LocalizedStandardText {
  /// Whether a text has another in it, whatever the case and the diacritics.
  static func contains(_ text: String, _ part: String) -> Bool {
    var text = folded(text)
    var part = folded(part)
    return !part.isEmpty
      && text.withUTF8 { text in
        part.withUTF8 { LiteralSearch.position(of: $0, in: text) != nil }
      }
  }

  static func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
    var left = lhs
    var right = rhs
    let ascii: ComparisonResult? = left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.allSatisfy({ $0 < 128 }), right.allSatisfy({ $0 < 128 }) else { return nil }
        return compareRanks(left, right)
      }
    }
    if let ascii, ascii != .orderedSame { return ascii }
    if ascii == nil {
      let result = compareRanks(
        Array(folded(lhs).unicodeScalars), Array(folded(rhs).unicodeScalars))
      if result != .orderedSame { return result }
    }
    return compareVariants(lhs, rhs)
  }

  /// A text without case and diacritics.
  static func folded(_ text: String) -> String {
    let lowercased = text.lowercased()
    if lowercased.utf8.allSatisfy({ $0 < 128 }) { return lowercased }
    var scalars = String.UnicodeScalarView()
    for scalar in lowercased.decomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.value >= 128 {
        if scalar.properties.generalCategory == .nonspacingMark { continue }
        if let letters = expansions[scalar] {
          scalars.append(contentsOf: letters.unicodeScalars)
          continue
        }
      }
      scalars.append(scalar)
    }
    return String(scalars)
  }

  /// Letters that canonical decomposition leaves whole and the root locale sorts with others.
  private static let expansions: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i",
    "ς": "σ",
  ]

  /// The order of ASCII: blanks, punctuation, symbols, digits, letters without regard to case.
  private static let asciiRanks: [UInt32] = {
    let order = "\t\n\u{b}\u{c}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789"
    var ranks = [UInt32](repeating: 0, count: 128)
    for (rank, scalar) in order.unicodeScalars.enumerated() {
      ranks[Int(scalar.value)] = UInt32(rank) + 1
    }
    for letter in 0..<26 {
      ranks[Int(UInt8(ascii: "a")) + letter] = 100 + UInt32(letter)
      ranks[Int(UInt8(ascii: "A")) + letter] = 100 + UInt32(letter)
    }
    return ranks
  }()

  private static func compareRanks<Units: RandomAccessCollection>(
    _ lhs: Units, _ rhs: Units
  ) -> ComparisonResult where Units.Element: TextUnit, Units.Index == Int {
    var left = lhs.startIndex
    var right = rhs.startIndex
    while left < lhs.endIndex, right < rhs.endIndex {
      if lhs[left].isDigit, rhs[right].isDigit {
        let leftNumber = number(in: lhs, at: &left)
        let rightNumber = number(in: rhs, at: &right)
        if leftNumber.count != rightNumber.count {
          return leftNumber.count < rightNumber.count ? .orderedAscending : .orderedDescending
        }
        for (a, b) in zip(leftNumber, rightNumber) where a.code != b.code {
          return a.code < b.code ? .orderedAscending : .orderedDescending
        }
        continue
      }
      let leftRank = rank(lhs[left].code)
      let rightRank = rank(rhs[right].code)
      if leftRank != rightRank {
        return leftRank < rightRank ? .orderedAscending : .orderedDescending
      }
      left += 1
      right += 1
    }
    if left < lhs.endIndex { return .orderedDescending }
    return right < rhs.endIndex ? .orderedAscending : .orderedSame
  }

  private static func rank(_ code: UInt32) -> UInt32 {
    code < 128 ? asciiRanks[Int(code)] : 1000 + code
  }

  /// The digits of a whole number without leading zeros; the index moves behind them.
  private static func number<Units: RandomAccessCollection>(
    in units: Units, at index: inout Int
  ) -> Units.SubSequence where Units.Element: TextUnit, Units.Index == Int {
    while index < units.endIndex, units[index].code == 48 { index += 1 }
    let start = index
    while index < units.endIndex, units[index].isDigit { index += 1 }
    return units[start..<index]
  }

  /// Orders texts that are the same but for diacritics, case and leading zeros.
  private static func compareVariants(_ lhs: String, _ rhs: String) -> ComparisonResult {
    if lhs.utf8.elementsEqual(rhs.utf8) { return .orderedSame }
    let left = lhs.lowercased().decomposedStringWithCanonicalMapping
    let right = rhs.lowercased().decomposedStringWithCanonicalMapping
    let marks = compareScalars(left, right) { $0.value }
    if marks != .orderedSame { return marks }
    let cases = compareScalars(lhs, rhs) { $0.properties.isUppercase ? 1 : 0 }
    if cases != .orderedSame { return cases }
    return compareScalars(lhs, rhs) { $0.value }
  }

  private static func compareScalars(
    _ lhs: String, _ rhs: String, by key: (Unicode.Scalar) -> UInt32
  ) -> ComparisonResult {
    let left = lhs.unicodeScalars.lazy.map(key)
    let right = rhs.unicodeScalars.lazy.map(key)
    if left.lexicographicallyPrecedes(right) { return .orderedAscending }
    return right.lexicographicallyPrecedes(left) ? .orderedDescending : .orderedSame
  }
}

/// A byte of an ASCII text or a scalar of any.
private protocol TextUnit {
  var code: UInt32 { get }
}

extension TextUnit {
  fileprivate var isDigit: Bool { (48...57).contains(code) }
}

extension UInt8: TextUnit {
  fileprivate var code: UInt32 { UInt32(self) }
}

extension Unicode.Scalar: TextUnit {
  fileprivate var code: UInt32 { value }
}
