import Foundation
import Testing

@testable import SwiftData

@Suite struct CompositeCodingTests {
  @Test func `a structure has a leaf for each stored property, whatever the depth`() {
    let codec = CodecHarness<Coded.DNSData>().codec
    #expect(
      codec.leaves.map(\.name) == ["nameServers", "name", "logo", "url", "name", "logo", "url"])
    #expect(codec.leaves.map(\.storage) == [.binary] + Array(repeating: .string, count: 6))
    #expect(codec.leaves[4].path == ["mailProvider", "name"])
  }

  @Test func `an enum has a leaf for each associated value, then one for each bare case`() {
    let leaves = CodecHarness<Coded.Channel>().codec.leaves
    #expect(leaves.map(\.name) == ["number", "extension", "_0", "_1", "email", "nothing"])
    #expect(leaves.map(\.storage) == [.string, .integer, .string, .integer, .string, .string])
    #expect(leaves[0].path == ["phone", "number"])
  }

  @Test func `a structure with a leaf of every kind comes back equal`() throws {
    #expect(try CodecHarness<Coded.Everything>().roundTrip(.full) == .full)
    #expect(try CodecHarness<Coded.Everything?>().roundTrip(.full) == .full)
  }

  @Test func `a graphics number in a structure is stored like any other number`() throws {
    struct Frame: Codable, Equatable {
      var x: CGFloat
      var width: CGFloat?
      var columns: [CGFloat]
    }
    let harness = CodecHarness<Frame>()
    let frame = Frame(x: 1.25, width: nil, columns: [1, 2.5])
    let slots = try harness.encode(frame)
    #expect(slots[0] == .real(1.25))
    #expect(slots[1] == .null)
    #expect(try harness.decode(slots) == frame)
    #expect(try harness.roundTrip(Frame(x: 0, width: 8, columns: [])).width == 8)
  }

  @Test func `an optional structure that is nil is nothing but NULLs`() throws {
    let harness = CodecHarness<Coded.Everything?>()
    let slots = try harness.encode(nil)
    #expect(slots.allSatisfy { $0.isNull })
    #expect(try harness.decode(slots) == nil)
    #expect(try harness.decode(slots, soundOptionals: true) == nil)
  }

  @Test func `encoding nil clears what was there`() throws {
    let harness = CodecHarness<Coded.Service?>()
    var slots = try harness.encode(.example)
    try harness.codec.encode(Coded.Service?.none, into: &slots, at: 0)
    #expect(slots == [.null, .null, .null])
    slots = try harness.encode(.example)
    try harness.codec.encode(
      Coded.Service(name: "n", logo: nil, url: Coded.Service.example.url), into: &slots, at: 0)
    #expect(slots[1] == .null)
  }

  @Test(arguments: [
    (Coded.Channel.email, 4, StoredValue.text("email")), (.nothing, 5, .text("nothing")),
    (.phone(number: "5", extension: 3), 0, .text("5")), (.custom("x", 4), 2, .text("x")),
  ])
  func `only the current case of an enum has leaves`(
    channel: Coded.Channel, leaf: Int, stored: StoredValue
  ) throws {
    let harness = CodecHarness<Coded.Channel>()
    let slots = try harness.encode(channel)
    #expect(slots[leaf] == stored)
    #expect(slots.filter { !$0.isNull }.count <= 2)
    #expect(try harness.decode(slots) == channel)
  }

  @Test func `a case whose values are all nil is lost, unless the result shall be sound`() throws {
    let harness = CodecHarness<Coded.Reminder>()
    let slots = try harness.encode(.on(weekday: nil))
    #expect(slots == [.null, .null])
    #expect(throws: CompositeDecodingFault.self) { try harness.decode(slots) }
    #expect(try harness.decode(slots, soundOptionals: true) == .on(weekday: nil))
    #expect(try harness.roundTrip(.on(weekday: 2)) == .on(weekday: 2))
    #expect(try harness.roundTrip(.off) == .off)
  }

  @Test func `a collection inside a structure is JSON`() throws {
    let slots = try CodecHarness<Coded.DNSData>().encode(.withoutMail)
    #expect(slots[0] == .blob(Data(#"["ns.example.com"]"#.utf8)))
  }

  @Test func `equal dictionaries have equal bytes`() throws {
    let harness = CodecHarness<[String: Int]>()
    let keys = (0..<40).map { "key\($0)" }
    let one = try harness.encode(Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) }))
    let other = try harness.encode(
      Dictionary(uniqueKeysWithValues: keys.reversed().map { ($0, 1) }))
    #expect(one == other)
  }

  @Test func `a value read without a static type has the declared type`() throws {
    let codec = CodecHarness<Coded.DNSData?>().codec
    let slots = try CodecHarness<Coded.DNSData?>().encode(
      Coded.DNSData(nameServers: [], dnsProvider: .example, mailProvider: .example))
    let value = try codec.decodeAny(from: slots, at: 0)
    #expect((value as? Coded.DNSData)?.mailProvider == .example)
    let absent = try codec.decodeAny(from: ContiguousArray(repeating: .null, count: 7), at: 0)
    #expect(type(of: absent) == Coded.DNSData?.self)
  }
}

/// What a decoder that flattens does to structures inside structures.
@Suite struct CompositeHazardTests {
  @Test func `a nested structure that was nil is decoded, and needs what is NULL`() throws {
    let harness = CodecHarness<Coded.DNSData>()
    let slots = try harness.encode(.withoutMail)
    let fault = #expect(throws: CompositeDecodingFault.self) { try harness.decode(slots) }
    #expect(fault?.property == "property")
    #expect(fault?.path == ["mailProvider", "name"])
    #expect(fault?.type == String.self)
    #expect(fault?.composite == Coded.Service.self)
  }

  @Test func `a nested structure that has a value is decoded`() throws {
    let dns = Coded.DNSData(nameServers: [], dnsProvider: .example, mailProvider: .example)
    #expect(try CodecHarness<Coded.DNSData>().roundTrip(dns) == dns)
  }

  @Test func `the documented check of the nested container works`() throws {
    let without = Coded.GuardedDNSData(nameServers: ["a"], dnsProvider: .example, mailProvider: nil)
    let with = Coded.GuardedDNSData(
      nameServers: ["a"], dnsProvider: .example, mailProvider: .example)
    #expect(try CodecHarness<Coded.GuardedDNSData>().roundTrip(without) == without)
    #expect(try CodecHarness<Coded.GuardedDNSData>().roundTrip(with) == with)
  }

  @Test func `the sound result is nil`() throws {
    let harness = CodecHarness<Coded.DNSData>()
    let slots = try harness.encode(.withoutMail)
    #expect(try harness.decode(slots, soundOptionals: true) == .withoutMail)
  }

  @Test func `a nested structure of optionals alone comes back, though not nil`() throws {
    struct Note: Codable, Equatable { var text: String? }
    struct Page: Codable, Equatable {
      var title: String
      var note: Note?
    }
    let harness = CodecHarness<Page>()
    let slots = try harness.encode(Page(title: "t", note: nil))
    #expect(try harness.decode(slots).note == Note(text: nil))
    #expect(try harness.decode(slots, soundOptionals: true).note == nil)
  }

  @Test func `catching the fault does not help, as it would not on a device`() throws {
    struct Tolerant: Codable {
      var service: Coded.Service?
      init(service: Coded.Service?) { self.service = service }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        service = try? container.decode(Coded.Service.self, forKey: .service)
      }
    }
    let harness = CodecHarness<Tolerant>()
    let slots = try harness.encode(Tolerant(service: nil))
    #expect(throws: CompositeDecodingFault.self) { try harness.decode(slots) }
    #expect(try harness.decode(slots, soundOptionals: true).service == nil)
  }

  @Test func `a nested enum that was nil is a fault too`() throws {
    struct Contact: Codable, Equatable {
      var name: String
      var channel: Coded.Channel?
    }
    let harness = CodecHarness<Contact>()
    let slots = try harness.encode(Contact(name: "n", channel: nil))
    let fault = #expect(throws: CompositeDecodingFault.self) { try harness.decode(slots) }
    #expect(fault?.path == ["channel"])
    #expect(try harness.decode(slots, soundOptionals: true).channel == nil)
  }

  @Test func `a type that codes with an unkeyed container is refused in both directions`() throws {
    struct Point: Codable {
      var x = 1.0
      var y = 2.0
      init() {}
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        x = try container.decode(Double.self)
        y = try container.decode(Double.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(x)
        try container.encode(y)
      }
    }
    struct Frame: Codable { var origin = Point() }
    let error = #expect(throws: CompositeCodingError.self) {
      try CodecHarness<Frame>().encode(Frame())
    }
    #expect(error?.description.hasPrefix("Composite Coder only supports Keyed Container") == true)
    #expect(error?.path == ["origin"])
    #expect(throws: CompositeCodingError.self) {
      try CodecHarness<Frame>().decode([.real(1), .real(2)])
    }
    #expect(throws: CompositeCodingError.self) { try CodecHarness<Point?>().encode(Point()) }
  }

  @Test func `a type that codes as a single value is refused`() {
    struct Wrapper: Codable {
      var text: String
      init(text: String) { self.text = text }
      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }
    #expect(throws: CompositeCodingError.self) {
      try CodecHarness<Wrapper>().encode(Wrapper(text: "t"))
    }
    #expect(throws: CompositeCodingError.self) { try CodecHarness<Wrapper>().decode([.text("t")]) }
  }

  @Test func `coding keys that differ from the stored properties are refused with the remedy`() {
    struct Geo: Codable {
      enum CodingKeys: String, CodingKey { case lat = "latitude", note }
      var lat: Double
      var note: String?
    }
    let error = #expect(throws: CompositeCodingError.self) {
      try CodecHarness<Geo>().encode(Geo(lat: 1, note: nil))
    }
    #expect(error?.description.contains("the key 'latitude'") == true)
    #expect(error?.description.contains("'lat', 'note'") == true)
    #expect(throws: CompositeCodingError.self) {
      try CodecHarness<Geo>().decode([.real(1), .null])
    }
  }

  @Test func `an optional property under another key is refused, not read as nil`() {
    struct Label: Codable {
      enum CodingKeys: String, CodingKey { case text = "label" }
      var text: String?
    }
    #expect(throws: CompositeCodingError.self) { try CodecHarness<Label>().decode([.text("t")]) }
  }

  @Test func `a value encoded as another type than its column's is refused`() {
    struct Level: Codable {
      enum CodingKeys: String, CodingKey { case value }
      var value: Int
      init(value: Int) { self.value = value }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        value = Int(try container.decode(String.self, forKey: .value)) ?? 0
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(String(value), forKey: .value)
      }
    }
    #expect(throws: CompositeCodingError.self) {
      try CodecHarness<Level>().encode(Level(value: 1))
    }
    #expect(throws: CompositeCodingError.self) { try CodecHarness<Level>().decode([.integer(1)]) }
  }

  @Test func `malformed bytes inside a structure are an error that names the property`() throws {
    let harness = CodecHarness<Coded.DNSData>()
    var slots = try harness.encode(
      Coded.DNSData(nameServers: [], dnsProvider: .example, mailProvider: .example))
    slots[0] = .blob(Data("[1]".utf8))
    let error = #expect(throws: ValueDecodingError.self) { try harness.decode(slots) }
    #expect(error?.property == "property")
    slots[0] = .integer(3)
    #expect(throws: ValueDecodingError.self) { try harness.decode(slots) }
  }
}
