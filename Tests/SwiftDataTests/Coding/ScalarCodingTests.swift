import Foundation
import Testing

@testable import SwiftData

@Suite struct ScalarCodingTests {
  private func expectRoundTrip<Value: Codable & Equatable>(
    _ value: Value, as stored: StoredValue, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let harness = CodecHarness<Value>()
    let slots = try harness.encode(value)
    #expect(slots == [stored], sourceLocation: sourceLocation)
    #expect(try harness.decode(slots) == value, sourceLocation: sourceLocation)
    let optional = CodecHarness<Value?>()
    #expect(try optional.encode(value) == slots, sourceLocation: sourceLocation)
    #expect(try optional.decode(slots) == value, sourceLocation: sourceLocation)
    #expect(try optional.encode(nil) == [.null], sourceLocation: sourceLocation)
    #expect(try optional.decode([.null]) == Value?.none, sourceLocation: sourceLocation)
  }

  @Test func `integers are stored as integers`() throws {
    try expectRoundTrip(Int.min, as: .integer(.min))
    try expectRoundTrip(Int8(-3), as: .integer(-3))
    try expectRoundTrip(Int16(300), as: .integer(300))
    try expectRoundTrip(Int32.max, as: .integer(2_147_483_647))
    try expectRoundTrip(Int64.max, as: .integer(.max))
    try expectRoundTrip(UInt8.max, as: .integer(255))
    try expectRoundTrip(UInt16.max, as: .integer(65_535))
    try expectRoundTrip(UInt32.max, as: .integer(4_294_967_295))
    try expectRoundTrip(UInt64.max, as: .integer(-1))
    try expectRoundTrip(UInt(7), as: .integer(7))
    try expectRoundTrip(true, as: .integer(1))
  }

  @Test func `numbers and dates are stored as doubles`() throws {
    try expectRoundTrip(0.1, as: .real(0.1))
    try expectRoundTrip(Float(0.1), as: .real(Double(Float(0.1))))
    try expectRoundTrip(
      Date(timeIntervalSinceReferenceDate: 777_036_120.925461), as: .real(777_036_120.925461))
  }

  @Test func `texts and bytes are stored as they are`() throws {
    let uuid = UUID()
    try expectRoundTrip("grüße", as: .text("grüße"))
    try expectRoundTrip(URL(string: "https://example.com/a")!, as: .text("https://example.com/a"))
    try expectRoundTrip(uuid, as: .uuid(uuid))
    try expectRoundTrip(Data([1, 2]), as: .blob(Data([1, 2])))
  }

  @Test func `enums are stored as their raw values`() throws {
    try expectRoundTrip(Coded.Cadence.weekly, as: .text("weekly"))
    try expectRoundTrip(Coded.Priority.high, as: .integer(7))
  }

  @Test func `a whole number from a numeric column reads as a date, a double and a decimal`() throws
  {
    #expect(
      try CodecHarness<Date>().decode([.integer(777_024_000)])
        == Date(timeIntervalSinceReferenceDate: 777_024_000))
    #expect(try CodecHarness<Double>().decode([.integer(3)]) == 3)
    #expect(try CodecHarness<Decimal>().decode([.integer(3)]) == 3)
  }

  @Test func `sixteen bytes read as data and as a UUID in either form`() throws {
    let uuid = UUID()
    let data = withUnsafeBytes(of: uuid.uuid) { Data($0) }
    #expect(try CodecHarness<Data>().decode([.uuid(uuid)]) == data)
    #expect(try CodecHarness<UUID>().decode([.blob(data)]) == uuid)
  }

  @Test func `a decimal is exact until it has been in the store`() throws {
    let price = Decimal(string: "68901.23")!
    let harness = CodecHarness<Decimal>()
    let slots = try harness.encode(price)
    #expect(try harness.decode(slots) == price)
    let fromStore = slots[0].columnForm(.decimal)
    #expect(fromStore == .real(68901.23))
    #expect(try harness.decode([fromStore]) == Decimal(string: "68901.22999999998976"))
  }

  @Test func `a decimal that a double holds is stored as the double`() throws {
    try expectRoundTrip(Decimal(string: "12.5")!, as: .real(12.5))
  }

  @Test func `NULL in a property that is not optional is an error that names it`() {
    let error = #expect(throws: ValueDecodingError.self) {
      try CodecHarness<Coded.Cadence>().decode([.null])
    }
    #expect(error?.property == "property")
    #expect(error?.description.contains("'Cadence' is not optional") == true)
    #expect(throws: ValueDecodingError.self) { try CodecHarness<String>().decode([.null]) }
    #expect(throws: ValueDecodingError.self) { try CodecHarness<URL>().decode([.null]) }
  }

  @Test func `a raw value without a case is an error that names the value`() {
    let error = #expect(throws: ValueDecodingError.self) {
      try CodecHarness<Coded.Cadence?>().decode([.text("yearly")])
    }
    #expect(error?.description.contains("'yearly'") == true)
  }

  @Test(arguments: [
    StoredValue.integer(4), .real(1.5), .text(""), .blob(Data([1, 2, 3])), .uuid(UUID()),
  ])
  func `a value of another kind is an error, not a crash`(stored: StoredValue) {
    func attempt<Value: Codable>(_ type: Value.Type) -> Bool {
      do {
        _ = try CodecHarness<Value>().decode([stored])
        return true
      } catch {
        return error is ValueDecodingError
      }
    }
    #expect(attempt(Int8.self))
    #expect(attempt(String?.self))
    #expect(attempt(URL.self))
    #expect(attempt(UUID?.self))
    #expect(attempt(Data.self))
    #expect(attempt(Date.self))
    #expect(attempt(Decimal?.self))
    #expect(attempt(Coded.Priority.self))
    #expect(attempt([Int].self))
    #expect(attempt([String: Int]?.self))
  }

  @Test func `an integer out of a type's range is an error`() {
    #expect(throws: ValueDecodingError.self) { try CodecHarness<Int8>().decode([.integer(300)]) }
    #expect(throws: ValueDecodingError.self) { try CodecHarness<UInt16>().decode([.integer(-1)]) }
  }

  @Test func `a default value of a literal's own type is converted`() throws {
    var slots: ContiguousArray<StoredValue> = [.null]
    try CodecHarness<Double>().codec.encode(3 as Any, into: &slots, at: 0)
    #expect(slots == [.real(3)])
    try CodecHarness<Int16?>().codec.encode(3 as Any, into: &slots, at: 0)
    #expect(slots == [.integer(3)])
    try CodecHarness<Decimal>().codec.encode(3 as Any, into: &slots, at: 0)
    #expect(slots == [.real(3)])
    try CodecHarness<Coded.Cadence?>().codec.encode(Coded.Cadence.daily as Any, into: &slots, at: 0)
    #expect(slots == [.text("daily")])
    try CodecHarness<String?>().codec.encode(String?.none as Any, into: &slots, at: 0)
    #expect(slots == [.null])
  }

  @Test func `a value of another type is refused and leaves the slot alone`() {
    var slots: ContiguousArray<StoredValue> = [.integer(1)]
    let error = #expect(throws: ValueEncodingError.self) {
      try CodecHarness<Int>().codec.encode("one" as Any, into: &slots, at: 0)
    }
    #expect(error?.description.contains("the property is of type 'Int'") == true)
    #expect(slots == [.integer(1)])
  }

  @Test func `a value read without a static type has the declared type`() throws {
    func any<Value: Codable>(_ type: Value.Type, _ stored: StoredValue) throws -> Any {
      try CodecHarness<Value>().codec.decodeAny(from: [stored], at: 0)
    }
    let number = try any(Int.self, .integer(1))
    let date = try any(Date?.self, .null)
    let cadence = try any(Coded.Cadence.self, .text("daily"))
    let noCadence = try any(Coded.Cadence?.self, .null)
    #expect(number is Int)
    #expect(type(of: date) == Date?.self)
    #expect(cadence as? Coded.Cadence == .daily)
    #expect(type(of: noCadence) == Coded.Cadence?.self)
  }
}
