// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema05 {
  @Model final class Fir {
    #Unique<Fir>([\.code, \.serial])
    var uid: Int
    var maybes: [Int?] = []
    var scores: [String: Int] = [:]
    var level: Level = Level.middle
    var uint32: UInt32 = 2
    var moods: [Mood] = [Mood.loud]
    var decimal: Decimal = 0.25
    var code: String
    var serial: Int
    @Relationship(deleteRule: .cascade)
    var pines: [Pine]?

    init(number: Int) {
      uid = number
      code = String.unique(number)
      serial = Int.unique(number)
    }
  }

  @Model final class Willow {
    #Index<Willow>([\.uint8], [\.int32, \.uint8])
    var uid: Int
    var uint8: UInt8 = 255
    var numbers: [Int] = []
    var int32: Int32 = 3

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Pine {
    #Unique<Pine>([\.code, \.serial])
    var uid: Int
    var uint16: UInt16 = 0
    var data: Data = Data()
    var maybeDouble: Double? = 0.5
    var maybeEvent: Event?
    var int: Int = -1
    var code: String
    var serial: Int
    @Relationship(deleteRule: .cascade, inverse: \Pine.pine2)
    var pine: Pine?
    var pine2: Pine?
    var willow: Willow?
    @Relationship(deleteRule: .deny)
    var fir: Fir

    init(number: Int, fir: Fir) {
      uid = number
      code = String.unique(number)
      serial = Int.unique(number)
      self.fir = fir
    }
  }
}

// MARK: - For operations

extension Schema05 {
  static let sample = SampleSchema(
    5, [firEntity, willowEntity, pineEntity])

  private static let firEntity = EntityOf<Fir>(
    "Fir", number: \.uid,
    attributes: [
      PlainAttribute("maybes", \Fir.maybes, initial: []),
      PlainAttribute("scores", \Fir.scores, initial: [:]),
      PlainAttribute("level", \Fir.level, initial: Level.middle),
      ComparableAttribute("uint32", \Fir.uint32, initial: 2),
      PlainAttribute("moods", \Fir.moods, initial: [Mood.loud]),
      ComparableAttribute("decimal", \Fir.decimal, initial: 0.25),
      TextAttribute(uniqueByNumber: "code", \Fir.code),
      ComparableAttribute(uniqueByNumber: "serial", \Fir.serial),
    ],
    relationships: [
      OptionalMany(
        "pines", \Fir.pines,
        RelationshipShape(to: 2, isToMany: true, rule: .cascade, inverse: 3))
    ],
    make: { number, _ in
      Fir(number: number)
    })

  private static let willowEntity = EntityOf<Willow>(
    "Willow", number: \.uid,
    attributes: [
      ComparableAttribute("uint8", \Willow.uint8, initial: 255),
      PlainAttribute("numbers", \Willow.numbers, initial: []),
      ComparableAttribute("int32", \Willow.int32, initial: 3),
    ],
    relationships: [

    ],
    make: { number, _ in
      Willow(number: number)
    })

  private static let pineEntity = EntityOf<Pine>(
    "Pine", number: \.uid,
    attributes: [
      ComparableAttribute("uint16", \Pine.uint16, initial: 0),
      PlainAttribute("data", \Pine.data, initial: Data()),
      OptionalAttribute("maybeDouble", \Pine.maybeDouble, initial: 0.5),
      PlainAttribute("maybeEvent", \Pine.maybeEvent, initial: nil),
      ComparableAttribute("int", \Pine.int, initial: -1),
      TextAttribute(uniqueByNumber: "code", \Pine.code),
      ComparableAttribute(uniqueByNumber: "serial", \Pine.serial),
    ],
    relationships: [
      ToOne(
        "pine", \Pine.pine,
        RelationshipShape(to: 2, isToMany: false, rule: .cascade, inverse: 1)),
      ToOne(
        "pine2", \Pine.pine2,
        RelationshipShape(to: 2, isToMany: false, inverse: 0)),
      ToOne(
        "willow", \Pine.willow,
        RelationshipShape(to: 1, isToMany: false)),
      RequiredOne(
        "fir", \Pine.fir,
        RelationshipShape(to: 0, isToMany: false, isRequired: true, rule: .deny, inverse: 0),
        set: { $0.fir = $1 }),
    ],
    make: { number, required in
      Pine(number: number, fir: required[0] as! Fir)
    })
}
