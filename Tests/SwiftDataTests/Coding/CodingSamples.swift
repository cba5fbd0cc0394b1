import Foundation

@testable import SwiftData

/// Encodes and decodes through a codec of a type's own shape, as a model's property does.
struct CodecHarness<Value: Codable> {
  let codec = ValueCodec(shape: ValueShape(of: Value.self), attributeName: "property")

  func encode(_ value: Value) throws -> ContiguousArray<StoredValue> {
    var slots = ContiguousArray(repeating: StoredValue.integer(99), count: codec.leaves.count + 2)
    try codec.encode(value, into: &slots, at: 1)
    return ContiguousArray(slots[1..<slots.count - 1])
  }

  func decode(
    _ slots: ContiguousArray<StoredValue>, soundOptionals: Bool = false
  ) throws -> Value {
    // Other properties' slots around it, which must not be touched.
    let all: ContiguousArray<StoredValue> = [.text("before")] + slots + [.text("after")]
    return try codec.decode(Value.self, from: all, at: 1, soundOptionals: soundOptionals)
  }

  func roundTrip(_ value: Value) throws -> Value { try decode(encode(value)) }
}

/// Types to store.
enum Coded {
  // MARK: - The structures of the documented crash

  struct Service: Codable, Equatable {
    enum CodingKeys: String, CodingKey { case name, logo, url }

    var name: String
    var logo: String?
    var url: URL

    static let example = Service(
      name: "Example", logo: "example", url: URL(string: "https://example.com")!)
  }

  struct DNSData: Codable, Equatable {
    var nameServers: [String]
    var dnsProvider: Service
    var mailProvider: Service?

    static let withoutMail = DNSData(
      nameServers: ["ns.example.com"], dnsProvider: .example, mailProvider: nil)
  }

  /// The same with the documented workaround.
  struct GuardedDNSData: Codable, Equatable {
    var nameServers: [String]
    var dnsProvider: Service
    var mailProvider: Service?

    init(nameServers: [String], dnsProvider: Service, mailProvider: Service?) {
      self.nameServers = nameServers
      self.dnsProvider = dnsProvider
      self.mailProvider = mailProvider
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      nameServers = try container.decode([String].self, forKey: .nameServers)
      dnsProvider = try container.decode(Service.self, forKey: .dnsProvider)
      let mail = try container.nestedContainer(
        keyedBy: Service.CodingKeys.self, forKey: .mailProvider)
      mailProvider =
        mail.allKeys.isEmpty
        ? nil : try container.decodeIfPresent(Service.self, forKey: .mailProvider)
    }
  }

  // MARK: - Enums

  enum Cadence: String, Codable { case daily, weekly }

  enum Priority: Int, Codable { case low = 1, high = 7 }

  enum Channel: Codable, Equatable {
    case email
    case phone(number: String, extension: Int?)
    case nothing
    case custom(String, Int)
  }

  enum Reminder: Codable, Equatable {
    case off
    case on(weekday: Int?)
  }

  // MARK: - A structure with a leaf of every kind

  struct Everything: Codable, Equatable {
    struct Inner: Codable, Equatable {
      var label: String
      var deep: Deep?
    }

    struct Deep: Codable, Equatable {
      var amount: Decimal
      var cadence: Cadence
    }

    var flag: Bool
    var small: Int8
    var large: UInt64
    var ratio: Float
    var day: Date
    var link: URL?
    var key: UUID
    var bytes: Data
    var cadence: Cadence
    var priority: Priority?
    var channel: Channel
    var inner: Inner
    var tags: [String]
    var scores: [String: Int]?

    static let full = Everything(
      flag: true, small: -5, large: .max, ratio: 0.1,
      day: Date(timeIntervalSinceReferenceDate: 777_024_000.25),
      link: URL(string: "https://example.com/a?b"), key: UUID(), bytes: Data([0, 255, 3]),
      cadence: .weekly, priority: .high, channel: .phone(number: "5", extension: nil),
      inner: Inner(label: "x", deep: Deep(amount: 12.5, cadence: .daily)), tags: ["a", "b/c"],
      scores: ["one": 1])
  }
}
