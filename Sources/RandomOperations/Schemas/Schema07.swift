// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema07 {
  @Model final class Ivy {
    #Index<Ivy>([\.uint32], [\.uint16, \.uint32])
    var uid: Int
    var events: [String: Event] = [:]
    var uint32: UInt32 = 2
    var uint16: UInt16 = 0
    @Attribute(.unique) var key: UUID
    @Relationship(deleteRule: .cascade, inverse: \Juniper.ivys)
    var junipers: [Juniper]?
    @Relationship(deleteRule: .cascade, inverse: \Juniper.ivy)
    var junipers2: [Juniper] = []

    init(number: Int) {
      uid = number
      key = UUID.unique(number)
    }
  }

  @Model final class Juniper {
    var uid: Int
    var maybeDate: Date?
    var blobs: [Data] = []
    var int32: Int32 = 3
    var maybeLink: URL?
    var ivys: [Ivy] = []
    @Relationship(deleteRule: .cascade)
    var rowans: [Rowan] = []
    @Relationship(deleteRule: .cascade)
    var ivy: Ivy

    init(number: Int, ivy: Ivy) {
      uid = number
      self.ivy = ivy
    }
  }

  @Model final class Rowan {
    var uid: Int
    var int16: Int16 = 0
    var maybes: [Int?] = []
    var maybeLevel: Level?
    var numbers: [Int] = []
    @Attribute(.unique) var serial: Int
    var juniper: Juniper?

    init(number: Int) {
      uid = number
      serial = Int.unique(number)
    }
  }

  @Model final class Tansy {
    var uid: Int
    var spot: Spot = Spot(row: 1, column: 2)
    var maybeInt16: Int16? = 7
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute(.externalStorage) var picture: Data?
    var moods: [Mood] = [Mood.loud]
    var float: Float = 0.5
    @Relationship(deleteRule: .cascade, inverse: \Tansy.tansy)
    var tansys: [Tansy] = []
    var tansy: Tansy?
    @Relationship(deleteRule: .cascade)
    var rowan: Rowan?

    init(number: Int) {
      uid = number
    }
  }
}

// MARK: - For operations

extension Schema07 {
  static let sample = SampleSchema(
    7, [ivyEntity, juniperEntity, rowanEntity, tansyEntity])

  private static let ivyEntity = EntityOf<Ivy>(
    "Ivy", number: \.uid,
    attributes: [
      PlainAttribute("events", \Ivy.events, initial: [:]),
      ComparableAttribute("uint32", \Ivy.uint32, initial: 2),
      ComparableAttribute("uint16", \Ivy.uint16, initial: 0),
      EquatableAttribute(uniqueByNumber: "key", \Ivy.key),
    ],
    relationships: [
      OptionalMany(
        "junipers", \Ivy.junipers,
        RelationshipShape(to: 1, isToMany: true, rule: .cascade, inverse: 0)),
      ToMany(
        "junipers2", \Ivy.junipers2,
        RelationshipShape(to: 1, isToMany: true, rule: .cascade, inverse: 2)),
    ],
    make: { number, _ in
      Ivy(number: number)
    })

  private static let juniperEntity = EntityOf<Juniper>(
    "Juniper", number: \.uid,
    attributes: [
      OptionalAttribute("maybeDate", \Juniper.maybeDate, initial: nil),
      PlainAttribute("blobs", \Juniper.blobs, initial: []),
      ComparableAttribute("int32", \Juniper.int32, initial: 3),
      EquatableAttribute("maybeLink", \Juniper.maybeLink, initial: nil),
    ],
    relationships: [
      ToMany(
        "ivys", \Juniper.ivys,
        RelationshipShape(to: 0, isToMany: true, inverse: 0)),
      ToMany(
        "rowans", \Juniper.rowans,
        RelationshipShape(to: 2, isToMany: true, rule: .cascade, inverse: 0)),
      RequiredOne(
        "ivy", \Juniper.ivy,
        RelationshipShape(to: 0, isToMany: false, isRequired: true, rule: .cascade, inverse: 1),
        set: { $0.ivy = $1 }),
    ],
    make: { number, required in
      Juniper(number: number, ivy: required[0] as! Ivy)
    })

  private static let rowanEntity = EntityOf<Rowan>(
    "Rowan", number: \.uid,
    attributes: [
      ComparableAttribute("int16", \Rowan.int16, initial: 0),
      PlainAttribute("maybes", \Rowan.maybes, initial: []),
      PlainAttribute("maybeLevel", \Rowan.maybeLevel, initial: nil),
      PlainAttribute("numbers", \Rowan.numbers, initial: []),
      ComparableAttribute(uniqueByNumber: "serial", \Rowan.serial),
    ],
    relationships: [
      ToOne(
        "juniper", \Rowan.juniper,
        RelationshipShape(to: 1, isToMany: false, inverse: 1))
    ],
    make: { number, _ in
      Rowan(number: number)
    })

  private static let tansyEntity = EntityOf<Tansy>(
    "Tansy", number: \.uid,
    attributes: [
      PlainAttribute("spot", \Tansy.spot, initial: Spot(row: 1, column: 2)),
      OptionalAttribute("maybeInt16", \Tansy.maybeInt16, initial: 7),
      ComparableAttribute("date", \Tansy.date, initial: Date(timeIntervalSinceReferenceDate: 0)),
      PlainAttribute("picture", \Tansy.picture, initial: nil),
      PlainAttribute("moods", \Tansy.moods, initial: [Mood.loud]),
      ComparableAttribute("float", \Tansy.float, initial: 0.5),
    ],
    relationships: [
      ToMany(
        "tansys", \Tansy.tansys,
        RelationshipShape(to: 3, isToMany: true, rule: .cascade, inverse: 1)),
      ToOne(
        "tansy", \Tansy.tansy,
        RelationshipShape(to: 3, isToMany: false, inverse: 0)),
      ToOne(
        "rowan", \Tansy.rowan,
        RelationshipShape(to: 2, isToMany: false, rule: .cascade)),
    ],
    make: { number, _ in
      Tansy(number: number)
    })
}
