// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema03 {
  @Model final class Willow {
    #Unique<Willow>([\.code, \.serial])
    var uid: Int
    var int: Int = -1
    var maybeInt: Int?
    var maybeUInt64: UInt64?
    @Attribute(.spotlight) var order: String = ""
    var maybeData: Data?
    var maybeInt16: Int16? = 7
    var code: String
    var serial: Int

    init(number: Int) {
      uid = number
      code = String.unique(number)
      serial = Int.unique(number)
    }
  }

  @Model final class Spruce {
    #Index<Spruce>([\.float], [\.text, \.float])
    var uid: Int
    var spot: Spot = Spot(row: 1, column: 2)
    var float: Float = 0.5
    var int32: Int32 = 3
    var event: Event = Event.nothing
    var text: String = "b"
    @Relationship(deleteRule: .deny)
    var larch: Larch?
    var maple: Maple?

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Maple {
    var uid: Int
    var level: Level = Level.middle
    @Attribute(originalName: "formerInt") var int64: Int64 = 2
    var places: [Place] = []
    var numbers: [Int] = []
    @Relationship(deleteRule: .cascade)
    var willows: [Willow] = []

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Larch {
    var uid: Int
    var uint64: UInt64 = 5
    var maybeEvent: Event?
    var flag: Bool = true
    var decimal: Decimal = 0.25
    var place: Place = Place.somewhere
    @Relationship(deleteRule: .cascade, inverse: \Spruce.larch)
    var spruces: [Spruce]?

    init(number: Int) {
      uid = number
    }
  }
}

// MARK: - For operations

extension Schema03 {
  static let sample = SampleSchema(
    3, [willowEntity, spruceEntity, mapleEntity, larchEntity])

  private static let willowEntity = EntityOf<Willow>(
    "Willow", number: \.uid,
    attributes: [
      ComparableAttribute("int", \Willow.int, initial: -1),
      OptionalAttribute("maybeInt", \Willow.maybeInt, initial: nil),
      OptionalAttribute("maybeUInt64", \Willow.maybeUInt64, initial: nil),
      TextAttribute("order", \Willow.order, initial: ""),
      PlainAttribute("maybeData", \Willow.maybeData, initial: nil),
      OptionalAttribute("maybeInt16", \Willow.maybeInt16, initial: 7),
      TextAttribute(uniqueByNumber: "code", \Willow.code),
      ComparableAttribute(uniqueByNumber: "serial", \Willow.serial),
    ],
    relationships: [

    ],
    make: { number, _ in
      Willow(number: number)
    })

  private static let spruceEntity = EntityOf<Spruce>(
    "Spruce", number: \.uid,
    attributes: [
      PlainAttribute("spot", \Spruce.spot, initial: Spot(row: 1, column: 2)),
      ComparableAttribute("float", \Spruce.float, initial: 0.5),
      ComparableAttribute("int32", \Spruce.int32, initial: 3),
      PlainAttribute("event", \Spruce.event, initial: Event.nothing),
      TextAttribute("text", \Spruce.text, initial: "b"),
    ],
    relationships: [
      ToOne(
        "larch", \Spruce.larch,
        RelationshipShape(to: 3, isToMany: false, rule: .deny, inverse: 0)),
      ToOne(
        "maple", \Spruce.maple,
        RelationshipShape(to: 2, isToMany: false)),
    ],
    make: { number, _ in
      Spruce(number: number)
    })

  private static let mapleEntity = EntityOf<Maple>(
    "Maple", number: \.uid,
    attributes: [
      PlainAttribute("level", \Maple.level, initial: Level.middle),
      ComparableAttribute("int64", \Maple.int64, initial: 2),
      PlainAttribute("places", \Maple.places, initial: []),
      PlainAttribute("numbers", \Maple.numbers, initial: []),
    ],
    relationships: [
      ToMany(
        "willows", \Maple.willows,
        RelationshipShape(to: 0, isToMany: true, rule: .cascade))
    ],
    make: { number, _ in
      Maple(number: number)
    })

  private static let larchEntity = EntityOf<Larch>(
    "Larch", number: \.uid,
    attributes: [
      ComparableAttribute("uint64", \Larch.uint64, initial: 5),
      PlainAttribute("maybeEvent", \Larch.maybeEvent, initial: nil),
      EquatableAttribute("flag", \Larch.flag, initial: true),
      ComparableAttribute("decimal", \Larch.decimal, initial: 0.25),
      PlainAttribute("place", \Larch.place, initial: Place.somewhere),
    ],
    relationships: [
      OptionalMany(
        "spruces", \Larch.spruces,
        RelationshipShape(to: 1, isToMany: true, rule: .cascade, inverse: 0))
    ],
    make: { number, _ in
      Larch(number: number)
    })
}
