package import Foundation

/// A type that attributes of the random schemas have, with values to try.
package protocol SampleValue: Hashable, Codable, Sendable {
  /// A random value, often one at an edge.
  static func sample(_ random: inout RandomSource) -> Self
  /// A value that no other number gives, for unique attributes.
  static func unique(_ number: Int) -> Self
  /// The value in Swift, for people to read.
  var literal: String { get }
}

extension SampleValue {
  package static func unique(_ number: Int) -> Self { fatalError("\(Self.self) is never unique") }

  package var literal: String { "\(self)" }

  fileprivate func isEqual(to other: any SampleValue) -> Bool { other as? Self == self }
}

/// A value of any of these types.
package struct Value: Equatable, CustomStringConvertible, Sendable {
  package let base: any SampleValue

  package init(_ base: any SampleValue) { self.base = base }

  package static func == (left: Value, right: Value) -> Bool { left.base.isEqual(to: right.base) }

  package var description: String { base.literal }
}

// MARK: - Numbers

extension Bool: SampleValue {
  package static func sample(_ random: inout RandomSource) -> Bool { random.once(in: 2) }
}

extension FixedWidthInteger {
  fileprivate static func sampleInteger(_ random: inout RandomSource) -> Self {
    switch random.number(below: 12) {
    case 0: max
    case 1: min
    case 2: Self(truncatingIfNeeded: random.next())
    default: Self(random.number(below: 6))
    }
  }
}

extension Int: SampleValue {
  package static func sample(_ random: inout RandomSource) -> Int { sampleInteger(&random) }
  package static func unique(_ number: Int) -> Int { number }
}

extension Int8: SampleValue {
  package static func sample(_ random: inout RandomSource) -> Int8 { sampleInteger(&random) }
}

extension Int16: SampleValue {
  package static func sample(_ random: inout RandomSource) -> Int16 { sampleInteger(&random) }
}

extension Int32: SampleValue {
  package static func sample(_ random: inout RandomSource) -> Int32 { sampleInteger(&random) }
}

extension Int64: SampleValue {
  package static func sample(_ random: inout RandomSource) -> Int64 { sampleInteger(&random) }
}

extension UInt: SampleValue {
  package static func sample(_ random: inout RandomSource) -> UInt { sampleInteger(&random) }
}

extension UInt8: SampleValue {
  package static func sample(_ random: inout RandomSource) -> UInt8 { sampleInteger(&random) }
}

extension UInt16: SampleValue {
  package static func sample(_ random: inout RandomSource) -> UInt16 { sampleInteger(&random) }
}

extension UInt32: SampleValue {
  package static func sample(_ random: inout RandomSource) -> UInt32 { sampleInteger(&random) }
}

extension UInt64: SampleValue {
  package static func sample(_ random: inout RandomSource) -> UInt64 { sampleInteger(&random) }
}

extension Double: SampleValue {
  package static func sample(_ random: inout RandomSource) -> Double {
    switch random.number(below: 12) {
    case 0: .greatestFiniteMagnitude
    case 1: -.leastNonzeroMagnitude
    case 2: 1 / 3
    default: Double(random.number(below: 12)) / 2 - 2
    }
  }
}

extension Float: SampleValue {
  package static func sample(_ random: inout RandomSource) -> Float {
    switch random.number(below: 12) {
    case 0: .greatestFiniteMagnitude
    case 1: 1 / 3
    default: Float(random.number(below: 12)) / 2 - 2
    }
  }
}

extension Decimal: SampleValue {
  // Quarters, which the store keeps exactly; see Docs/Differences.md for the others.
  package static func sample(_ random: inout RandomSource) -> Decimal {
    Decimal(random.number(below: 40) - 10) / 4
  }
}

// MARK: - Texts and times

extension String: SampleValue {
  package static let samples = [
    "", "a", "b", "B", "ab", "Äb", "a b", "%", "a_b", "'", "\"", "日本", "🙂", "NULL",
    String(repeating: "long ", count: 60),
  ]

  package static func sample(_ random: inout RandomSource) -> String { random.pick(samples)! }

  package static func unique(_ number: Int) -> String { "unique \(number)" }

  package var literal: String {
    count > 60 ? "\(debugDescription.prefix(12))…\"" : debugDescription
  }
}

extension Date: SampleValue {
  package static func sample(_ random: inout RandomSource) -> Date {
    switch random.number(below: 10) {
    case 0: .distantPast
    case 1: .distantFuture
    default: Date(timeIntervalSinceReferenceDate: Double(random.number(below: 8)) * 43_200.5)
    }
  }

  package var literal: String {
    "Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate))"
  }
}

extension Data: SampleValue {
  package static func sample(_ random: inout RandomSource) -> Data {
    let count = random.once(in: 40) ? 200_000 : random.number(below: 5)
    return Data(repeating: UInt8(random.number(below: 256)), count: count)
  }

  package var literal: String { "Data(repeating: \(first ?? 0), count: \(count))" }
}

extension UUID: SampleValue {
  package static func sample(_ random: inout RandomSource) -> UUID {
    unique(random.number(below: 4))
  }

  package static func unique(_ number: Int) -> UUID {
    let bits = RandomSource.mixed(UInt64(number))
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[7],
        bytes[6], bytes[5], bytes[4], bytes[3], bytes[2], bytes[1], bytes[0]
      ))
  }

  package var literal: String { "UUID(\"\(uuidString)\")" }
}

extension URL: SampleValue {
  package static let samples = [
    URL(string: "https://example.org/a?b=c#d")!, URL(string: "file:///tmp/a%20b")!,
    URL(string: "relative/path")!,
  ]

  package static func sample(_ random: inout RandomSource) -> URL { random.pick(samples)! }

  package var literal: String { "URL(\"\(absoluteString)\")" }
}

// MARK: - Composed

extension Optional: SampleValue where Wrapped: SampleValue {
  package static func sample(_ random: inout RandomSource) -> Wrapped? {
    random.once(in: 3) ? nil : Wrapped.sample(&random)
  }

  package var literal: String { map(\.literal) ?? "nil" }
}

extension Array: SampleValue where Element: SampleValue {
  package static func sample(_ random: inout RandomSource) -> [Element] {
    (0..<random.number(below: 4)).map { _ in Element.sample(&random) }
  }

  package var literal: String { "[\(map(\.literal).joined(separator: ", "))]" }
}

extension Set: SampleValue where Element: SampleValue {
  package static func sample(_ random: inout RandomSource) -> Set<Element> {
    Set([Element].sample(&random))
  }

  package var literal: String { "[\(map(\.literal).sorted().joined(separator: ", "))]" }
}

extension Dictionary: SampleValue where Key: SampleValue, Value: SampleValue {
  package static func sample(_ random: inout RandomSource) -> [Key: Value] {
    Dictionary(
      (0..<random.number(below: 4)).map { _ in (Key.sample(&random), Value.sample(&random)) },
      uniquingKeysWith: { first, _ in first })
  }

  package var literal: String {
    isEmpty
      ? "[:]"
      : "[\(map { "\($0.key.literal): \($0.value.literal)" }.sorted().joined(separator: ", "))]"
  }
}
