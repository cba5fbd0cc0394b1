import Foundation
import Testing

@testable import SwiftData

@Suite struct `Descriptions of models` {
  @Test func `a type has one description`() {
    #expect(ModelDescription.of(Trip.self) === ModelDescription.of(Trip.self))
  }

  @Test func `threads that meet at a new type get the same description`() async {
    let descriptions = await withTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<50 { group.addTask { ObjectIdentifier(ModelDescription.of(Fresh.self)) } }
      return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
    }
    #expect(descriptions.count == 1)
  }

  @Test func `properties are numbered in declared order, relationships apart`() throws {
    let model = ModelDescription.of(Trip.self)
    #expect(model.entityName == "Trip")
    #expect(model.properties.map(\.name) == ["name", "place", "stops", "next", "color", "date"])
    #expect(model.properties.map(\.index) == [0, 1, 2, 3, 4, 5])
    #expect(model.properties.map(\.isOptional) == [false, true, false, true, false, true])
    let relationships = model.properties.compactMap { property in
      if case .relationship(let relationship) = property.kind { relationship } else { nil }
    }
    #expect(relationships.map(\.relationshipIndex) == [0, 1])
    #expect(relationships.map(\.isToOne) == [false, true])
    #expect(relationships.map(\.relationship.destination) == ["Stop", "Trip"])
  }

  @Test func `the slots of attributes follow each other`() {
    let model = ModelDescription.of(Trip.self)
    #expect(attributes(of: model).map(\.slots) == [0..<1, 1..<3, 3..<4, 4..<5])
    #expect(model.slotCount == 5)
  }

  @Test func `default values are those of the declaration`() {
    let defaults = attributes(of: ModelDescription.of(Trip.self)).map(\.defaultValue)
    #expect(defaults.first as? String == "New")
    #expect(defaults[1] == nil)
  }

  @Test func `a transformable attribute is stored as data, a codable one as encoded bytes`() {
    let shapes = attributes(of: ModelDescription.of(Trip.self)).map(\.shape)
    guard case .scalar(.data) = shapes[2], case .optional(.collection) = shapes[3] else {
      Issue.record("\(shapes)")
      return
    }
  }

  @Test func `the transformer of an attribute is found by its class`() throws {
    let option = try #require(
      attributes(of: ModelDescription.of(Trip.self))[2].attribute.options.first)
    let transformer = ValueTransformer.named(try #require(option.transformerName))
    #expect(transformer is ColorTransformer)
  }

  private func attributes(of model: ModelDescription) -> [AttributeDescription] {
    model.properties.compactMap { property in
      if case .attribute(let attribute) = property.kind { attribute } else { nil }
    }
  }
}

@Suite struct `Look-up of key paths` {
  @Test func `every key path to a property finds it, whichever object it is`() {
    let model = ModelDescription.of(Trip.self)
    let literals: [AnyKeyPath] = [\Trip.name, \Trip.place, \Trip.stops, \Trip.next]
    for _ in 0..<3 { #expect(literals.map(model.index(of:)) == [0, 1, 2, 3]) }
    let others: [AnyKeyPath] = [\Trip.name, \Trip.place, \Trip.stops, \Trip.next]
    #expect(others.map(model.index(of:)) == [0, 1, 2, 3])
  }

  @Test func `a key path that is made at run time finds its property`() throws {
    let model = ModelDescription.of(Trip.self)
    for _ in 0..<2000 {
      let made = try #require((\Trip.self as AnyKeyPath).appending(path: \Trip.next))
      #expect(model.index(of: made) == 3)
    }
    #expect(model.index(of: \Trip.next) == 3)
  }

  @Test func `what the model does not persist is not found, also a second time`() {
    let model = ModelDescription.of(Trip.self)
    let transient: AnyKeyPath = \Trip.scratch
    #expect(model.index(of: transient) == nil)
    #expect(model.index(of: transient) == nil)
    #expect(model.index(of: \Trip.place?.latitude) == nil)
    #expect(model.index(of: \Stop.name) == nil)
    #expect(model.index(of: \Trip.persistentBackingData) == nil)
  }

  @Test func `an inherited property is found by the key paths of both classes`() {
    let model = ModelDescription.of(Vessel.self)
    #expect(model.properties.map(\.name) == ["name", "isFast", "draft"])
    #expect(model.declaredProperties.map(\.name) == ["draft"])
    #expect(model.index(of: \Craft.isFast) == 1)
    #expect(model.index(of: \Vessel.isFast) == 1)
    #expect(model.index(of: \Vessel.draft) == 2)
    #expect(ModelDescription.of(Craft.self).index(of: \Vessel.draft) == nil)
  }

  @Test func `readers and writers at once see right answers`() async {
    let model = ModelDescription.of(Trip.self)
    let wrong = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<2000).reduce(0) { wrong, round in
            let made = (\Trip.self as KeyPath<Trip, Trip>).appending(path: \Trip.stops)
            let found = [
              model.index(of: made), model.index(of: round % 2 == 0 ? \Trip.name : \.next),
            ]
            return wrong + (found == [2, round % 2 == 0 ? 0 : 3] ? 0 : 1)
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}

@Suite struct `Tables of addresses` {
  @Test func `entries are found until the table is full, and never change`() {
    let table = AddressTable(minimumCapacity: 8)
    let addresses = (1...100).map { UInt($0 * 16) }
    let inserted = addresses.enumerated().filter { table.insert($0.offset, at: $0.element) }
    #expect(inserted.count >= 8)
    #expect(inserted.count < addresses.count)
    // Read outside the expectations, which cannot take a table: it is not copyable.
    let found = inserted.map { table.value(at: $0.element) }
    #expect(found == inserted.map(\.offset))
    let isReplaced = table.insert(7, at: addresses[0])
    #expect(!isReplaced)
    let first = table.value(at: addresses[0])
    #expect(first == 0)
    let absent = table.value(at: 8)
    #expect(absent == nil)
  }
}

@Suite struct `Value transformers` {
  @Test func `a registered transformer is found by its name`() throws {
    let name = NSValueTransformerName(UUID().uuidString)
    #expect(ValueTransformer(forName: name) == nil)
    let transformer = ColorTransformer()
    ValueTransformer.setValueTransformer(transformer, forName: name)
    #expect(ValueTransformer(forName: name) === transformer)
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer(forName: name) == nil)
  }
}

struct Coordinates: Codable {
  var latitude: Double
  var longitude: Double
}

private struct Color { var hex: String }

final class ColorTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Color).map { Data($0.hex.utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { Color(hex: String(decoding: $0, as: UTF8.self)) }
  }
}

@Model private final class Trip {
  var name: String = "New"
  var place: Coordinates?
  var stops: [Stop] = []
  var next: Trip?
  @Attribute(.transformable(by: ColorTransformer.self)) var color: Color
  @Attribute(.codable) var date: DateComponents?
  @Transient var scratch: Int = 0

  init() { color = Color(hex: "") }
}

@Model private final class Stop {
  var name: String = ""

  init() {}
}

@Model private final class Fresh {
  var name: String = ""

  init() {}
}

private class Craft: PersistentModel {
  class var schemaMetadata: [Schema.PropertyMetadata] {
    [
      Schema.PropertyMetadata(name: "name", keypath: \Craft.name),
      Schema.PropertyMetadata(name: "isFast", keypath: \Craft.isFast),
    ]
  }

  var persistentBackingData: any BackingData<Craft>
  var name: String { "" }
  var isFast: Bool { false }

  required init(backingData: any BackingData<Craft>) { persistentBackingData = backingData }
}

private final class Vessel: Craft {
  override class var schemaMetadata: [Schema.PropertyMetadata] {
    [Schema.PropertyMetadata(name: "draft", keypath: \Vessel.draft)]
  }

  var draft: Double { 0 }
}
