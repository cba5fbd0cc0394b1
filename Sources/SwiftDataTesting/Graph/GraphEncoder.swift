internal import Foundation
internal import SwiftData

/// Turns a `Codable` value into a graph value.
///
/// A snapshot's only public view of its values is its coded form. Dates, data and identifiers are caught on
/// the way, before they become numbers and nested keys.
struct GraphEncoder: Encoder {
  /// Where an encoder puts its value, shared with the containers that it hands out.
  class Slot {
    var value: GraphValue = .null

    func setField(_ name: String, to new: GraphValue) {
      if case .fields(var fields) = value {
        fields[name] = new
        value = .fields(fields)
      } else {
        value = .fields([name: new])
      }
    }
  }

  let slot: Slot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(slot: Slot = Slot(), codingPath: [any CodingKey] = []) {
    self.slot = slot
    self.codingPath = codingPath
  }

  /// The graph value of any value.
  static func value(of value: some Encodable, at path: [any CodingKey] = []) throws -> GraphValue {
    switch value {
    case let identifier as PersistentIdentifier: return .reference(identifier)
    case let identifiers as [PersistentIdentifier]: return .references(identifiers.sorted())
    case let identifiers as Set<PersistentIdentifier>: return .references(identifiers.sorted())
    case let text as String: return .literal(text.debugDescription)
    case let date as Date: return .date(date)
    case let data as Data: return .data(data)
    case let uuid as UUID: return .literal(uuid.uuidString)
    case let url as URL: return .literal(url.absoluteString)
    case let decimal as Decimal: return .literal(decimal.description)
    default:
      let encoder = GraphEncoder(codingPath: path)
      try value.encode(to: encoder)
      return encoder.slot.value.withSortedReferences
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .fields = slot.value {} else { slot.value = .fields([:]) }
    return KeyedEncodingContainer(Keyed<Key>(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.value = .list([])
    return Unkeyed(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Single(slot: slot, codingPath: codingPath)
  }
}

extension GraphValue {
  /// A list of nothing but references is the coded form of a to-many relationship.
  fileprivate var withSortedReferences: GraphValue {
    guard case .list(let values) = self, !values.isEmpty else { return self }
    let references = values.compactMap { value -> PersistentIdentifier? in
      if case .reference(let identifier) = value { identifier } else { nil }
    }
    return references.count == values.count ? .references(references.sorted()) : self
  }
}

extension GraphEncoder {
  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: Slot
    let codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) { slot.setField(key.stringValue, to: .null) }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      slot.setField(key.stringValue, to: try GraphEncoder.value(of: value, at: codingPath + [key]))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
      nested(key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { nested(named: "super") }

    mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: Key) -> GraphEncoder { nested(named: key.stringValue) }

    private func nested(named name: String) -> GraphEncoder {
      GraphEncoder(slot: ForwardingSlot { slot.setField(name, to: $0) }, codingPath: codingPath)
    }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let slot: Slot
    let codingPath: [any CodingKey]

    private var values: [GraphValue] {
      if case .list(let values) = slot.value { values } else { [] }
    }

    var count: Int { values.count }

    private func append(_ value: GraphValue) { slot.value = .list(values + [value]) }

    mutating func encodeNil() { append(.null) }

    mutating func encode<T: Encodable>(_ value: T) throws {
      append(try GraphEncoder.value(of: value, at: codingPath))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type)
      -> KeyedEncodingContainer<NestedKey>
    {
      nested().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      nested().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { nested() }

    private func nested() -> GraphEncoder {
      let index = count
      append(.null)
      let slot = slot
      return GraphEncoder(
        slot: ForwardingSlot { new in
          guard case .list(var values) = slot.value else { return }
          values[index] = new
          slot.value = .list(values)
        }, codingPath: codingPath)
    }
  }

  private struct Single: SingleValueEncodingContainer {
    let slot: Slot
    let codingPath: [any CodingKey]

    mutating func encodeNil() { slot.value = .null }
    mutating func encode(_ value: Bool) { slot.value = .literal(String(value)) }
    mutating func encode(_ value: String) { slot.value = .literal(value.debugDescription) }
    mutating func encode(_ value: Double) { slot.value = .literal(String(value)) }
    mutating func encode(_ value: Float) { slot.value = .literal(String(value)) }
    mutating func encode(_ value: Int) { slot.value = .literal(String(value)) }
    mutating func encode(_ value: Int8) { slot.value = .literal(String(value)) }
    mutating func encode(_ value: Int16) { slot.value = .literal(String(value)) }
    mutating func encode(_ value: Int32) { slot.value = .literal(String(value)) }
    mutating func encode(_ value: Int64) { slot.value = .literal(String(value)) }
    mutating func encode(_ value: UInt) { slot.value = .literal(String(value)) }
    mutating func encode(_ value: UInt8) { slot.value = .literal(String(value)) }
    mutating func encode(_ value: UInt16) { slot.value = .literal(String(value)) }
    mutating func encode(_ value: UInt32) { slot.value = .literal(String(value)) }
    mutating func encode(_ value: UInt64) { slot.value = .literal(String(value)) }

    mutating func encode<T: Encodable>(_ value: T) throws {
      slot.value = try GraphEncoder.value(of: value, at: codingPath)
    }
  }

  /// A slot that passes on each value that it gets.
  private final class ForwardingSlot: Slot {
    private let forward: (GraphValue) -> Void

    init(_ forward: @escaping (GraphValue) -> Void) { self.forward = forward }

    override var value: GraphValue {
      didSet { forward(value) }
    }
  }
}
