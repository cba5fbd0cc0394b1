internal import Foundation

/// A function that a query calls, in SQL and in memory alike.
///
/// Texts are compared literally, scalar by scalar, as Core Data's operators do: `contains` and
/// `starts(with:)` tell a composed letter from its decomposed form, which `String` takes for equal.
enum QueryFunction: String, Sendable, CaseIterable {
  /// Whether a text has another in it. The empty text is in every text.
  case contains
  /// Whether a text begins with another.
  case hasPrefix
  /// Whether a text has another in it, whatever the case and the diacritics. The empty text is in none.
  case localizedStandardContains = "swiftdata_localized_standard_contains"
  /// The number of characters that a person would count.
  case characterCount = "swiftdata_character_count"
  /// A real number from its bits, for a list that is passed as JSON.
  case real = "swiftdata_real"
  /// A blob from hexadecimal digits, for a list that is passed as JSON.
  case blob = "swiftdata_blob"

  /// Whether SQLite has it and it needs no registration.
  var isBuiltIn: Bool { self == .contains || self == .hasPrefix }

  var argumentCount: Int {
    switch self {
    case .contains, .hasPrefix, .localizedStandardContains: 2
    case .characterCount, .real, .blob: 1
    }
  }

  /// The value for some arguments; NULL where one is NULL or of the wrong kind.
  func callAsFunction(_ arguments: [StoredValue]) -> StoredValue {
    switch (self, arguments.first, arguments.last) {
    case (.contains, .text(let text), .text(let part)):
      .integer(LiteralSearch.position(of: part, in: text) != nil ? 1 : 0)
    case (.hasPrefix, .text(let text), .text(let prefix)):
      .integer(text.utf8.starts(with: prefix.utf8) ? 1 : 0)
    case (.localizedStandardContains, .text(let text), .text(let part)):
      .integer(LocalizedStandardText.contains(text, part) ? 1 : 0)
    case (.characterCount, .text(let text), _):
      .integer(Int64(text.count))
    case (.real, .integer(let bits), _):
      .real(Double(bitPattern: UInt64(bitPattern: bits)))
    case (.blob, .text(let digits), _):
      .blob(Data(hexadecimal: digits))
    default:
      .null
    }
  }
}

/// The functions that a connection registers.
enum QueryFunctions {
  static let all:
    [(
      name: String, argumentCount: Int, deterministic: Bool,
      body: @Sendable ([StoredValue]) -> StoredValue
    )] = QueryFunction.allCases.filter { !$0.isBuiltIn }.map { function in
      (
        name: function.rawValue, argumentCount: function.argumentCount, deterministic: true,
        body: { function($0) }
      )
    }
}

/// An order of texts that a query sorts by.
enum QueryCollation: String, Sendable {
  /// As file lists show names: without regard to case at first, and numbers by value.
  case localizedStandard = "SwiftDataLocalizedStandard"

  func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
    LocalizedStandardText.compare(lhs, rhs)
  }
}

/// The collations that a connection registers.
enum QueryCollations {
  static let all: [(name: String, compare: @Sendable (String, String) -> ComparisonResult)] = [
    (
      name: QueryCollation.localizedStandard.rawValue,
      compare: { QueryCollation.localizedStandard.compare($0, $1) }
    )
  ]
}

/// The search for bytes in a text.
enum LiteralSearch {
  /// The offset of the first occurrence, or nil.
  static func position(of part: String, in text: String) -> Int? {
    var part = part
    var text = text
    return text.withUTF8 { text in part.withUTF8 { position(of: $0, in: text) } }
  }

  static func position(
    of part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard let first = part.first else { return 0 }
    guard part.count <= text.count else { return nil }
    for start in 0...(text.count - part.count) where text[start] == first {
      if memcmp(text.baseAddress! + start, part.baseAddress!, part.count) == 0 { return start }
    }
    return nil
  }
}

extension Data {
  /// The bytes that hexadecimal digits write; digits that are none end them.
  fileprivate init(hexadecimal digits: String) {
    self.init(capacity: digits.utf8.count / 2)
    var high: UInt8?
    for byte in digits.utf8 {
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return }
      if let first = high {
        append(first << 4 | UInt8(digit))
        high = nil
      } else {
        high = UInt8(digit)
      }
    }
  }
}
