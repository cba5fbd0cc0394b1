// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema14 {
  @Model final class Pine {
    var uid: Int
    var int32: Int32 = 3
    var text: String = "b"
    var wordSet: Set<String> = []
    var moods: [Mood] = [Mood.loud]
    var maybeFlag: Bool?
    var maples: [Maple] = []
    @Relationship(deleteRule: .deny, maximumModelCount: 3)
    var willows: [Willow]?

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Tansy {
    #Unique<Tansy>([\.code, \.serial])
    var uid: Int
    var uint32: UInt32 = 2
    var maybeInt: Int?
    var maybeUInt64: UInt64?
    var code: String
    var serial: Int

    init(number: Int) {
      uid = number
      code = String.unique(number)
      serial = Int.unique(number)
    }
  }

  @Model final class Maple {
    #Unique<Maple>([\.code, \.serial])
    #Index<Maple>([\.maybeFloat], [\.date, \.maybeFloat])
    var uid: Int
    var maybeNumbers: [Int]?
    var maybeFloat: Float?
    var decimal: Decimal = 0.25
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    var spot: Spot = Spot(row: 1, column: 2)
    var code: String
    var serial: Int
    @Relationship(deleteRule: .cascade)
    var pines: [Pine] = []
    var tansy: Tansy?

    init(number: Int) {
      uid = number
      code = String.unique(number)
      serial = Int.unique(number)
    }
  }

  @Model final class Willow {
    var uid: Int
    var maybeMood: Mood?
    var uint16: UInt16 = 0
    var maybeData: Data?
    var maybeLevel: Level?
    var flag: Bool = true
    var maples: [Maple] = []
    @Relationship(deleteRule: .deny)
    var pines: [Pine] = []

    init(number: Int) {
      uid = number
    }
  }
}

// MARK: - For operations

extension Schema14 {
  static let sample = SampleSchema(
    14, [pineEntity, tansyEntity, mapleEntity, willowEntity])

  private static let pineEntity = EntityOf<Pine>(
    "Pine", number: \.uid,
    attributes: [
      ComparableAttribute("int32", \Pine.int32, initial: 3),
      TextAttribute("text", \Pine.text, initial: "b"),
      PlainAttribute("wordSet", \Pine.wordSet, initial: []),
      PlainAttribute("moods", \Pine.moods, initial: [Mood.loud]),
      EquatableAttribute("maybeFlag", \Pine.maybeFlag, initial: nil),
    ],
    relationships: [
      ToMany(
        "maples", \Pine.maples,
        RelationshipShape(to: 2, isToMany: true, inverse: 0)),
      OptionalMany(
        "willows", \Pine.willows,
        RelationshipShape(to: 3, isToMany: true, rule: .deny, inverse: 1, maximum: 3)),
    ],
    make: { number, _ in
      Pine(number: number)
    })

  private static let tansyEntity = EntityOf<Tansy>(
    "Tansy", number: \.uid,
    attributes: [
      ComparableAttribute("uint32", \Tansy.uint32, initial: 2),
      OptionalAttribute("maybeInt", \Tansy.maybeInt, initial: nil),
      OptionalAttribute("maybeUInt64", \Tansy.maybeUInt64, initial: nil),
      TextAttribute(uniqueByNumber: "code", \Tansy.code),
      ComparableAttribute(uniqueByNumber: "serial", \Tansy.serial),
    ],
    relationships: [

    ],
    make: { number, _ in
      Tansy(number: number)
    })

  private static let mapleEntity = EntityOf<Maple>(
    "Maple", number: \.uid,
    attributes: [
      PlainAttribute("maybeNumbers", \Maple.maybeNumbers, initial: nil),
      OptionalAttribute("maybeFloat", \Maple.maybeFloat, initial: nil),
      ComparableAttribute("decimal", \Maple.decimal, initial: 0.25),
      ComparableAttribute("date", \Maple.date, initial: Date(timeIntervalSinceReferenceDate: 0)),
      PlainAttribute("spot", \Maple.spot, initial: Spot(row: 1, column: 2)),
      TextAttribute(uniqueByNumber: "code", \Maple.code),
      ComparableAttribute(uniqueByNumber: "serial", \Maple.serial),
    ],
    relationships: [
      ToMany(
        "pines", \Maple.pines,
        RelationshipShape(to: 0, isToMany: true, rule: .cascade, inverse: 0)),
      ToOne(
        "tansy", \Maple.tansy,
        RelationshipShape(to: 1, isToMany: false)),
    ],
    make: { number, _ in
      Maple(number: number)
    })

  private static let willowEntity = EntityOf<Willow>(
    "Willow", number: \.uid,
    attributes: [
      PlainAttribute("maybeMood", \Willow.maybeMood, initial: nil),
      ComparableAttribute("uint16", \Willow.uint16, initial: 0),
      PlainAttribute("maybeData", \Willow.maybeData, initial: nil),
      PlainAttribute("maybeLevel", \Willow.maybeLevel, initial: nil),
      EquatableAttribute("flag", \Willow.flag, initial: true),
    ],
    relationships: [
      ToMany(
        "maples", \Willow.maples,
        RelationshipShape(to: 2, isToMany: true)),
      ToMany(
        "pines", \Willow.pines,
        RelationshipShape(to: 0, isToMany: true, rule: .deny, inverse: 1)),
    ],
    make: { number, _ in
      Willow(number: number)
    })
}
