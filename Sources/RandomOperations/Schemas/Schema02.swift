// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema02 {
  @Model final class Fir {
    var uid: Int
    var maybeNumbers: [Int]?
    var places: [Place] = []
    @Attribute(originalName: "formerInt") var int64: Int64 = 2
    @Attribute(.unique) var key: UUID
    var alders: [Alder] = []

    init(number: Int) {
      uid = number
      key = UUID.unique(number)
    }
  }

  @Model final class Alder {
    var uid: Int
    var maybeSpot: Spot?
    var int8: Int8 = 8
    var moods: [Mood] = [Mood.loud]
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    var maybeDouble: Double? = 0.5
    var place: Place = Place.somewhere
    var fir: Fir?

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Willow {
    var uid: Int
    var text: String = "b"
    var maybeFlag: Bool?
    var maybes: [Int?] = []
    var maybeData: Data?
    var int16: Int16 = 0
    var maybeDate: Date?
    @Attribute(.unique) var serial: Int
    @Relationship(deleteRule: .deny)
    var gorse: Gorse?
    var gorse2: Gorse?
    @Relationship(deleteRule: .cascade, maximumModelCount: 3, inverse: \Willow.willow)
    var willows: [Willow] = []
    @Relationship(deleteRule: .cascade)
    var willow: Willow?

    init(number: Int) {
      uid = number
      serial = Int.unique(number)
    }
  }

  @Model final class Gorse {
    #Index<Gorse>([\.flag], [\.uint64, \.flag])
    var uid: Int
    var flag: Bool = true
    var maybeToken: UUID?
    var maybeLevel: Level?
    var maybeEvent: Event?
    var uint64: UInt64 = 5
    var scores: [String: Int] = [:]
    @Attribute(.unique) var serial: Int
    @Relationship(deleteRule: .cascade, inverse: \Gorse.gorse)
    var gorses: [Gorse] = []
    var gorse: Gorse?
    @Relationship(deleteRule: .deny, inverse: \Willow.gorse)
    var willow: Willow?
    @Relationship(deleteRule: .deny, inverse: \Willow.gorse2)
    var willows: [Willow] = []

    init(number: Int) {
      uid = number
      serial = Int.unique(number)
    }
  }
}

// MARK: - For operations

extension Schema02 {
  static let sample = SampleSchema(
    2, [firEntity, alderEntity, willowEntity, gorseEntity])

  private static let firEntity = EntityOf<Fir>(
    "Fir", number: \.uid,
    attributes: [
      PlainAttribute("maybeNumbers", \Fir.maybeNumbers, initial: nil),
      PlainAttribute("places", \Fir.places, initial: []),
      ComparableAttribute("int64", \Fir.int64, initial: 2),
      EquatableAttribute(uniqueByNumber: "key", \Fir.key),
    ],
    relationships: [
      ToMany(
        "alders", \Fir.alders,
        RelationshipShape(to: 1, isToMany: true, inverse: 0))
    ],
    make: { number, _ in
      Fir(number: number)
    })

  private static let alderEntity = EntityOf<Alder>(
    "Alder", number: \.uid,
    attributes: [
      PlainAttribute("maybeSpot", \Alder.maybeSpot, initial: nil),
      ComparableAttribute("int8", \Alder.int8, initial: 8),
      PlainAttribute("moods", \Alder.moods, initial: [Mood.loud]),
      ComparableAttribute("date", \Alder.date, initial: Date(timeIntervalSinceReferenceDate: 0)),
      OptionalAttribute("maybeDouble", \Alder.maybeDouble, initial: 0.5),
      PlainAttribute("place", \Alder.place, initial: Place.somewhere),
    ],
    relationships: [
      ToOne(
        "fir", \Alder.fir,
        RelationshipShape(to: 0, isToMany: false, inverse: 0))
    ],
    make: { number, _ in
      Alder(number: number)
    })

  private static let willowEntity = EntityOf<Willow>(
    "Willow", number: \.uid,
    attributes: [
      TextAttribute("text", \Willow.text, initial: "b"),
      EquatableAttribute("maybeFlag", \Willow.maybeFlag, initial: nil),
      PlainAttribute("maybes", \Willow.maybes, initial: []),
      PlainAttribute("maybeData", \Willow.maybeData, initial: nil),
      ComparableAttribute("int16", \Willow.int16, initial: 0),
      OptionalAttribute("maybeDate", \Willow.maybeDate, initial: nil),
      ComparableAttribute(uniqueByNumber: "serial", \Willow.serial),
    ],
    relationships: [
      ToOne(
        "gorse", \Willow.gorse,
        RelationshipShape(to: 3, isToMany: false, rule: .deny, inverse: 2)),
      ToOne(
        "gorse2", \Willow.gorse2,
        RelationshipShape(to: 3, isToMany: false, inverse: 3)),
      ToMany(
        "willows", \Willow.willows,
        RelationshipShape(to: 2, isToMany: true, rule: .cascade, inverse: 3, maximum: 3)),
      ToOne(
        "willow", \Willow.willow,
        RelationshipShape(to: 2, isToMany: false, rule: .cascade, inverse: 2)),
    ],
    make: { number, _ in
      Willow(number: number)
    })

  private static let gorseEntity = EntityOf<Gorse>(
    "Gorse", number: \.uid,
    attributes: [
      EquatableAttribute("flag", \Gorse.flag, initial: true),
      EquatableAttribute("maybeToken", \Gorse.maybeToken, initial: nil),
      PlainAttribute("maybeLevel", \Gorse.maybeLevel, initial: nil),
      PlainAttribute("maybeEvent", \Gorse.maybeEvent, initial: nil),
      ComparableAttribute("uint64", \Gorse.uint64, initial: 5),
      PlainAttribute("scores", \Gorse.scores, initial: [:]),
      ComparableAttribute(uniqueByNumber: "serial", \Gorse.serial),
    ],
    relationships: [
      ToMany(
        "gorses", \Gorse.gorses,
        RelationshipShape(to: 3, isToMany: true, rule: .cascade, inverse: 1)),
      ToOne(
        "gorse", \Gorse.gorse,
        RelationshipShape(to: 3, isToMany: false, inverse: 0)),
      ToOne(
        "willow", \Gorse.willow,
        RelationshipShape(to: 2, isToMany: false, rule: .deny, inverse: 0)),
      ToMany(
        "willows", \Gorse.willows,
        RelationshipShape(to: 2, isToMany: true, rule: .deny, inverse: 1)),
    ],
    make: { number, _ in
      Gorse(number: number)
    })
}
