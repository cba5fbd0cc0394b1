internal import Foundation

/// A long list of values as one JSON text, which SQLite's `json_each` turns into rows again.
///
/// JSON has no blobs and no exact form of every real number, so these are written as hexadecimal digits
/// and as bits.
struct QueryListJSON {
  let text: String
  /// The expression that makes an element of the list from a row of `json_each`.
  let element: String

  /// - Precondition: The values are all of one kind, as those of a Swift collection are.
  init(_ list: QueryList) {
    switch list.values.first {
    case .real, .integer:
      // A decimal number or a date without a fraction is a real number all the same.
      if let integers = Self.integers(list.values) {
        text = Self.list(of: integers)
        element = "value"
      } else {
        text = Self.list(
          of: list.values.map { Int64(bitPattern: ($0.real ?? .nan).bitPattern) })
        element = "\(QueryFunction.real.rawValue)(value)"
      }
    case .blob, .uuid:
      let digits = list.values.map { "\"" + ($0.data ?? Data()).hexadecimal + "\"" }
      text = "[" + digits.joined(separator: ",") + "]"
      element = "\(QueryFunction.blob.rawValue)(value)"
    case .text, .null, nil:
      text = "[" + list.values.map { Self.string($0.text ?? "") }.joined(separator: ",") + "]"
      element = "value"
    }
  }

  private static func integers(_ values: [StoredValue]) -> [Int64]? {
    var integers: [Int64] = []
    integers.reserveCapacity(values.count)
    for value in values {
      guard case .integer(let number) = value else { return nil }
      integers.append(number)
    }
    return integers
  }

  private static func list(of numbers: [Int64]) -> String {
    var text = "["
    text.reserveCapacity(numbers.count * 8)
    for number in numbers {
      if text.utf8.count > 1 { text += "," }
      text += String(number)
    }
    return text + "]"
  }

  private static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1f}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension Data {
  fileprivate var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(count * 2)
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
