// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema12 {
  @Model final class Birch {
    #Unique<Birch>([\.code, \.serial])
    var uid: Int
    var maybeLink: URL?
    var uint: UInt = 1
    var maybeSpot: Spot?
    var maybeDate: Date?
    var code: String
    var serial: Int
    var willow: Willow?
    @Relationship(deleteRule: .cascade)
    var rowan: Rowan?

    init(number: Int) {
      uid = number
      code = String.unique(number)
      serial = Int.unique(number)
    }
  }

  @Model final class Willow {
    #Index<Willow>([\.int32], [\.order, \.int32])
    var uid: Int
    var int32: Int32 = 3
    var level: Level = Level.middle
    @Attribute(.spotlight) var order: String = ""
    var spot: Spot = Spot(row: 1, column: 2)
    @Attribute(.unique) var code: String
    var birchs: [Birch] = []
    @Relationship(inverse: \Willow.willows3)
    var willows: [Willow]?
    var willows3: [Willow] = []

    init(number: Int) {
      uid = number
      code = String.unique(number)
    }
  }

  @Model final class Rowan {
    #Index<Rowan>([\.double], [\.maybeDouble, \.double])
    var uid: Int
    var double: Double = 1.5
    var float: Float = 0.5
    var int8: Int8 = 8
    var maybeDecimal: Decimal?
    var maybeDouble: Double? = 0.5
    @Relationship(inverse: \Larch.rowan)
    var larch: Larch?
    @Relationship(deleteRule: .deny)
    var larch2: Larch?
    @Relationship(inverse: \Birch.rowan)
    var birchs: [Birch]?

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Larch {
    var uid: Int
    var event: Event = Event.nothing
    var maybeInt16: Int16? = 7
    var maybeNumbers: [Int]?
    @Relationship(deleteRule: .deny)
    var rowan: Rowan?
    @Relationship(maximumModelCount: 3, inverse: \Rowan.larch2)
    var rowans: [Rowan]?

    init(number: Int) {
      uid = number
    }
  }
}

// MARK: - For operations

extension Schema12 {
  static let sample = SampleSchema(
    12, [birchEntity, willowEntity, rowanEntity, larchEntity])

  private static let birchEntity = EntityOf<Birch>(
    "Birch", number: \.uid,
    attributes: [
      EquatableAttribute("maybeLink", \Birch.maybeLink, initial: nil),
      ComparableAttribute("uint", \Birch.uint, initial: 1),
      PlainAttribute("maybeSpot", \Birch.maybeSpot, initial: nil),
      OptionalAttribute("maybeDate", \Birch.maybeDate, initial: nil),
      TextAttribute(uniqueByNumber: "code", \Birch.code),
      ComparableAttribute(uniqueByNumber: "serial", \Birch.serial),
    ],
    relationships: [
      ToOne(
        "willow", \Birch.willow,
        RelationshipShape(to: 1, isToMany: false, inverse: 0)),
      ToOne(
        "rowan", \Birch.rowan,
        RelationshipShape(to: 2, isToMany: false, rule: .cascade, inverse: 2)),
    ],
    make: { number, _ in
      Birch(number: number)
    })

  private static let willowEntity = EntityOf<Willow>(
    "Willow", number: \.uid,
    attributes: [
      ComparableAttribute("int32", \Willow.int32, initial: 3),
      PlainAttribute("level", \Willow.level, initial: Level.middle),
      TextAttribute("order", \Willow.order, initial: ""),
      PlainAttribute("spot", \Willow.spot, initial: Spot(row: 1, column: 2)),
      TextAttribute(uniqueByNumber: "code", \Willow.code),
    ],
    relationships: [
      ToMany(
        "birchs", \Willow.birchs,
        RelationshipShape(to: 0, isToMany: true, inverse: 0)),
      OptionalMany(
        "willows", \Willow.willows,
        RelationshipShape(to: 1, isToMany: true, inverse: 2)),
      ToMany(
        "willows3", \Willow.willows3,
        RelationshipShape(to: 1, isToMany: true, inverse: 1)),
    ],
    make: { number, _ in
      Willow(number: number)
    })

  private static let rowanEntity = EntityOf<Rowan>(
    "Rowan", number: \.uid,
    attributes: [
      ComparableAttribute("double", \Rowan.double, initial: 1.5),
      ComparableAttribute("float", \Rowan.float, initial: 0.5),
      ComparableAttribute("int8", \Rowan.int8, initial: 8),
      OptionalAttribute("maybeDecimal", \Rowan.maybeDecimal, initial: nil),
      OptionalAttribute("maybeDouble", \Rowan.maybeDouble, initial: 0.5),
    ],
    relationships: [
      ToOne(
        "larch", \Rowan.larch,
        RelationshipShape(to: 3, isToMany: false, inverse: 0)),
      ToOne(
        "larch2", \Rowan.larch2,
        RelationshipShape(to: 3, isToMany: false, rule: .deny, inverse: 1)),
      OptionalMany(
        "birchs", \Rowan.birchs,
        RelationshipShape(to: 0, isToMany: true, inverse: 1)),
    ],
    make: { number, _ in
      Rowan(number: number)
    })

  private static let larchEntity = EntityOf<Larch>(
    "Larch", number: \.uid,
    attributes: [
      PlainAttribute("event", \Larch.event, initial: Event.nothing),
      OptionalAttribute("maybeInt16", \Larch.maybeInt16, initial: 7),
      PlainAttribute("maybeNumbers", \Larch.maybeNumbers, initial: nil),
    ],
    relationships: [
      ToOne(
        "rowan", \Larch.rowan,
        RelationshipShape(to: 2, isToMany: false, rule: .deny, inverse: 0)),
      OptionalMany(
        "rowans", \Larch.rowans,
        RelationshipShape(to: 2, isToMany: true, inverse: 1, maximum: 3)),
    ],
    make: { number, _ in
      Larch(number: number)
    })
}
