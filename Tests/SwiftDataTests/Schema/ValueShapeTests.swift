import Foundation
import Testing

@testable import SwiftData

@Suite struct `Shapes of values` {
  @Test(
    arguments: [
      (Sample(Bool.self), .bool), (Sample(Int.self), .int), (Sample(Int8.self), .int8),
      (Sample(Int16.self), .int16),
      (Sample(Int32.self), .int32), (Sample(Int64.self), .int64), (Sample(UInt.self), .uint),
      (Sample(UInt8.self), .uint8),
      (Sample(UInt16.self), .uint16), (Sample(UInt32.self), .uint32),
      (Sample(UInt64.self), .uint64),
      (Sample(Double.self), .double), (Sample(Float.self), .float), (Sample(CGFloat.self), .double),
      (Sample(Decimal.self), .decimal), (Sample(Date.self), .date),
      (Sample(String.self), .string), (Sample(URL.self), .url), (Sample(UUID.self), .uuid),
      (Sample(Data.self), .data),
    ] as [(Sample, ScalarKind)])
  func `one column holds a scalar`(sample: Sample, kind: ScalarKind) {
    #expect(outline(sample.type) == kind.rawValue)
  }

  @Test func `a structure has its stored properties, with the offsets of the compiler`() {
    guard case .structure(_, let fields) = ValueShape(of: Place.self) else {
      Issue.record("no structure")
      return
    }
    #expect(fields.map(\.name) == ["name", "isOpen", "latitude", "visits"])
    #expect(
      fields.map(\.offset) == [
        MemoryLayout<Place>.offset(of: \.name), MemoryLayout<Place>.offset(of: \.isOpen),
        MemoryLayout<Place>.offset(of: \.latitude), MemoryLayout<Place>.offset(of: \.visits),
      ])
    #expect(fields.map { ObjectIdentifier($0.type) }.last == ObjectIdentifier(Int?.self))
  }

  @Test func `structures nest`() {
    #expect(
      outline(Ride.self)
        == "{from: {name: string, isOpen: bool, latitude: double, visits: int?}, "
        + "to: {name: string, isOpen: bool, latitude: double, visits: int?}?, tags: [collection]}")
  }

  @Test func `a generic structure has the types of its arguments`() {
    #expect(
      outline(Pair<Int8, String>.self) == "{first: int8, second: string?, many: [collection]}")
    guard case .structure(_, let fields) = ValueShape(of: Pair<Int8, String>.self) else {
      Issue.record("no structure")
      return
    }
    #expect(fields[1].offset == MemoryLayout<Pair<Int8, String>>.offset(of: \.second))
    #expect(outline(Pair<Pair<Bool, Bool>, UUID>.self).hasPrefix("{first: {first: bool"))
  }

  @Test func `a type in a generic type has the types of the outer arguments`() {
    #expect(outline(Pair<Date, URL>.Inner.self) == "{left: date, right: [url(url: url) | none]}")
  }

  @Test func `cases with payload come before those without, each in declared order`() {
    #expect(
      outline(Urgency.self)
        == "[high(dueDate: date) | urgent(dueDate: date, reason: string) | low | medium]")
  }

  @Test func `values without a label are named by their position`() {
    #expect(
      outline(Shape.self)
        == "[circle(_0: double) | rectangle(width: double, _1: double) | mark(_0: "
        + "{name: string, isOpen: bool, latitude: double, visits: int?}?) | none]")
  }

  @Test func `a payload that is a tuple of one case value is taken apart`() {
    #expect(outline(Nesting.self) == "[pair(_0: {left: int, right: string}, _1: bool)]")
  }

  @Test func `an enum without payloads and raw values has a case for each`() {
    #expect(outline(Weekday.self) == "[monday | tuesday]")
  }

  @Test func `an enum without cases has none`() {
    #expect(outline(Nothing.self) == "[]")
  }

  @Test func `indirect cases have their payload`() {
    #expect(
      outline(Boxed.self)
        == "[large(_0: {name: string, isOpen: bool, latitude: double, visits: int?}) | "
        + "small(count: int) | empty]"
    )
  }

  @Test func `raw values are stored in place of their enum`() {
    #expect(outline(Level.self) == "raw int")
    #expect(outline(Flavor.self) == "raw string")
    #expect(outline(Flavor?.self) == "raw string?")
    #expect(outline(Letter.self) == "[a | b]")
  }

  @Test func `an option set is stored as its raw value if it is Codable`() {
    #expect(outline(Days.self) == "raw int")
    #expect(outline(PlainDays.self) == "{rawValue: int}")
  }

  @Test func `collections are one column whatever they hold`() {
    #expect(outline([Int].self) == "[collection]")
    #expect(outline([String: [Place]].self) == "[collection]")
    #expect(outline(Set<UUID>?.self) == "[collection]?")
    #expect(outline([Engine].self) == "[collection]")
  }

  @Test func `a tuple in a structure has elements as parts`() {
    #expect(outline(WithTuple.self) == "{range: {lower: int, _1: string}}")
  }
}

@Suite struct `Values that cannot be stored` {
  @Test(
    arguments: [
      (Sample(Engine.self), "Class property within Persisted Struct/Enum is not supported: Engine"),
      (Sample(Car.self), "Class property within Persisted Struct/Enum is not supported: Engine"),
      (Sample(Car?.self), "Class property within Persisted Struct/Enum is not supported: Engine"),
      (
        Sample(Vehicle.self), "Class property within Persisted Struct/Enum is not supported: Engine"
      ),
      (Sample(Weak.self), "Class property within Persisted Struct/Enum is not supported: Engine"),
      (
        Sample(PersistentIdentifier.self),
        "Class property within Persisted Struct/Enum is not supported: PersistentIdentifier"
      ),
      (Sample(Drawing.self), "Unexpected property within Persisted Struct/Enum: Drawable"),
      (Sample(Anything.self), "Unexpected property within Persisted Struct/Enum: Any"),
      (Sample(Callback.self), "Unexpected property within Persisted Struct/Enum: () -> ()"),
      (Sample(Metatype.self), "Unexpected property within Persisted Struct/Enum: Engine.Type"),
      (Sample(List.self), "Recursive type within Persisted Struct/Enum is not supported: List"),
    ] as [(Sample, String)])
  func `the reason is the one that schema generation dies with`(sample: Sample, reason: String) {
    #expect(ValueShape(of: sample.type).unsupportedReason == reason)
  }

  @Test func `DateComponents hold a calendar, which is an existential or a class`() throws {
    let reason = try #require(ValueShape(of: DateComponents.self).unsupportedReason)
    #expect(reason == "Unexpected property within Persisted Struct/Enum: _CalendarProtocol")
  }

  @Test func `a generic type that contains ever larger ones ends`() {
    #expect(ValueShape(of: Growing<Int>.self).unsupportedReason?.hasPrefix("Recursive") == true)
  }

  @Test(
    arguments: [
      Sample(Int128.self), Sample(Character.self), Sample(Substring.self), Sample(Duration.self),
      Sample(Range<Int>.self), Sample(Never.self),
      Sample(Void.self), Sample((Int, Int).self), Sample((() -> Void).self), Sample(Any.self),
      Sample(AnyObject.self), Sample(Any.Type.self),
      Sample(NSObject.self), Sample(AnyHashable.self), Sample(Locale.self), Sample(TimeZone.self),
      Sample(Calendar.self), Sample(IndexSet.self),
      Sample(AttributedString.self), Sample(UnsafeRawPointer.self), Sample((any Error).self),
      Sample(AnyKeyPath.self),
      Sample(Result<Int, any Error>.self), Sample(SIMD4<Float>.self),
      Sample(Unmanaged<Engine>.self), Sample(Mirror.self),
      Sample(Measurement<UnitMass>.self), Sample(CGRect.self), Sample((any Collection<Int>).self),
    ] as [Sample])
  func `every type has a shape`(sample: Sample) {
    #expect(!outline(sample.type).isEmpty)
  }
}

/// A type as argument of a test.
struct Sample: Sendable, CustomTestStringConvertible {
  let type: any Any.Type

  init(_ type: any Any.Type) { self.type = type }

  var testDescription: String { "\(type)" }
}

/// A shape as text, for comparison.
private func outline(_ type: any Any.Type) -> String { outline(ValueShape(of: type)) }

private func outline(_ shape: ValueShape) -> String {
  func list(_ fields: [ValueShape.Field]) -> String {
    fields.map { "\($0.name): \(outline($0.shape))" }.joined(separator: ", ")
  }
  return switch shape {
  case .scalar(let kind): kind.rawValue
  case .rawValue(_, let kind): "raw \(kind.rawValue)"
  case .structure(_, let fields): "{\(list(fields))}"
  case .enumeration(_, let cases):
    "["
      + cases.map { $0.payload.isEmpty ? $0.name : "\($0.name)(\(list($0.payload)))" }
      .joined(separator: " | ") + "]"
  case .optional(let wrapped): outline(wrapped) + "?"
  case .collection: "[collection]"
  case .unsupported(let type, let reason): "unsupported \(type): \(reason)"
  }
}

private struct Place: Codable, Hashable {
  var name: String
  var isOpen: Bool
  var latitude: Double
  var visits: Int?
}

private struct Ride: Codable {
  var from: Place
  var to: Place?
  var tags: [String]
  var isShort: Bool { tags.isEmpty }
}

private struct Pair<First, Second> {
  var first: First
  var second: Second?
  var many: [Second]

  struct Inner {
    var left: First
    var right: Choice
  }

  enum Choice {
    case none
    case url(url: Second)
  }
}

private enum Urgency: Codable {
  case low
  case medium
  case high(dueDate: Date)
  case urgent(dueDate: Date, reason: String)
}

private enum Shape {
  case none
  case circle(Double)
  case rectangle(width: Double, Double)
  case mark(Place?)
}

private enum Nesting {
  case pair((left: Int, right: String), Bool)
}

private enum Weekday: Codable { case monday, tuesday }

private enum Nothing {}

private enum Boxed {
  case empty
  indirect case large(Place)
  indirect case small(count: Int)
}

private enum Level: Int, Codable { case low, high }

private enum Flavor: String, Codable { case sweet, sour }

private enum Letter: Character { case a = "a", b = "b" }

private struct Days: OptionSet, Codable { let rawValue: Int }

private struct PlainDays: OptionSet { let rawValue: Int }

private struct WithTuple { var range: (lower: Int, String) }

private class Engine {}

private struct Car { var doors: Int, engine: Engine? }

private enum Vehicle {
  case none
  case car(Car)
}

private struct Weak { weak var engine: Engine? }

private protocol Drawable {}

private struct Drawing { var parts: any Drawable }

private struct Anything { var value: Any }

private struct Callback { var call: () -> Void }

private struct Metatype { var type: Engine.Type }

private indirect enum List {
  case end
  case node(Int, List)
}

private indirect enum Growing<Element> {
  case end
  case more(Growing<Box<Element>>)
}

private struct Box<Element> { var element: Element }
