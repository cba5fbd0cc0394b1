// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema13 {
  @Model final class Rowan {
    #Unique<Rowan>([\.code, \.serial])
    var uid: Int
    var maybeUInt64: UInt64?
    var int8: Int8 = 8
    var mood: Mood = Mood.calm
    var maybeDecimal: Decimal?
    var uint: UInt = 1
    var code: String
    var serial: Int

    init(number: Int) {
      uid = number
      code = String.unique(number)
      serial = Int.unique(number)
    }
  }

  @Model final class Willow {
    var uid: Int
    var maybeDate: Date?
    var float: Float = 0.5
    var link: URL = URL.samples[0]
    var maybeInt: Int?
    var uint64: UInt64 = 5
    @Relationship(inverse: \Fir.willow)
    var firs: [Fir] = []
    @Relationship(deleteRule: .cascade, inverse: \Willow.willow)
    var willows: [Willow]?
    var willow: Willow?

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Fir {
    var uid: Int
    @Attribute(originalName: "formerInt") var int64: Int64 = 2
    var maybeMood: Mood?
    var event: Event = Event.nothing
    var words: [String] = ["a"]
    var maybeDouble: Double? = 0.5
    @Relationship(deleteRule: .deny, inverse: \Fir.fir)
    var firs: [Fir] = []
    var fir: Fir?
    @Relationship(deleteRule: .deny)
    var willow: Willow?
    var rowans: [Rowan] = []
    @Relationship(deleteRule: .cascade, inverse: \Fir.firs6)
    var firs5: [Fir] = []
    var firs6: [Fir] = []

    init(number: Int) {
      uid = number
    }
  }
}

// MARK: - For operations

extension Schema13 {
  static let sample = SampleSchema(
    13, [rowanEntity, willowEntity, firEntity])

  private static let rowanEntity = EntityOf<Rowan>(
    "Rowan", number: \.uid,
    attributes: [
      OptionalAttribute("maybeUInt64", \Rowan.maybeUInt64, initial: nil),
      ComparableAttribute("int8", \Rowan.int8, initial: 8),
      PlainAttribute("mood", \Rowan.mood, initial: Mood.calm),
      OptionalAttribute("maybeDecimal", \Rowan.maybeDecimal, initial: nil),
      ComparableAttribute("uint", \Rowan.uint, initial: 1),
      TextAttribute(uniqueByNumber: "code", \Rowan.code),
      ComparableAttribute(uniqueByNumber: "serial", \Rowan.serial),
    ],
    relationships: [

    ],
    make: { number, _ in
      Rowan(number: number)
    })

  private static let willowEntity = EntityOf<Willow>(
    "Willow", number: \.uid,
    attributes: [
      OptionalAttribute("maybeDate", \Willow.maybeDate, initial: nil),
      ComparableAttribute("float", \Willow.float, initial: 0.5),
      EquatableAttribute("link", \Willow.link, initial: URL.samples[0]),
      OptionalAttribute("maybeInt", \Willow.maybeInt, initial: nil),
      ComparableAttribute("uint64", \Willow.uint64, initial: 5),
    ],
    relationships: [
      ToMany(
        "firs", \Willow.firs,
        RelationshipShape(to: 2, isToMany: true, inverse: 2)),
      OptionalMany(
        "willows", \Willow.willows,
        RelationshipShape(to: 1, isToMany: true, rule: .cascade, inverse: 2)),
      ToOne(
        "willow", \Willow.willow,
        RelationshipShape(to: 1, isToMany: false, inverse: 1)),
    ],
    make: { number, _ in
      Willow(number: number)
    })

  private static let firEntity = EntityOf<Fir>(
    "Fir", number: \.uid,
    attributes: [
      ComparableAttribute("int64", \Fir.int64, initial: 2),
      PlainAttribute("maybeMood", \Fir.maybeMood, initial: nil),
      PlainAttribute("event", \Fir.event, initial: Event.nothing),
      PlainAttribute("words", \Fir.words, initial: ["a"]),
      OptionalAttribute("maybeDouble", \Fir.maybeDouble, initial: 0.5),
    ],
    relationships: [
      ToMany(
        "firs", \Fir.firs,
        RelationshipShape(to: 2, isToMany: true, rule: .deny, inverse: 1)),
      ToOne(
        "fir", \Fir.fir,
        RelationshipShape(to: 2, isToMany: false, inverse: 0)),
      ToOne(
        "willow", \Fir.willow,
        RelationshipShape(to: 1, isToMany: false, rule: .deny, inverse: 0)),
      ToMany(
        "rowans", \Fir.rowans,
        RelationshipShape(to: 0, isToMany: true)),
      ToMany(
        "firs5", \Fir.firs5,
        RelationshipShape(to: 2, isToMany: true, rule: .cascade, inverse: 5)),
      ToMany(
        "firs6", \Fir.firs6,
        RelationshipShape(to: 2, isToMany: true, inverse: 4)),
    ],
    make: { number, _ in
      Fir(number: number)
    })
}
