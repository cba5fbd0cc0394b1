// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema09 {
  @Model final class Birch {
    var uid: Int
    var moods: [Mood] = [Mood.loud]
    var maybeInt16: Int16? = 7
    var maybeFlag: Bool?
    var mood: Mood = Mood.calm
    @Attribute(.unique) var serial: Int
    var pine: Pine?
    @Relationship(deleteRule: .cascade)
    var pine2: Pine?

    init(number: Int) {
      uid = number
      serial = Int.unique(number)
    }
  }

  @Model final class Pine {
    var uid: Int
    var int8: Int8 = 8
    var maybeData: Data?
    var maybeNumbers: [Int]?
    var maybeLink: URL?
    var float: Float = 0.5
    @Attribute(.externalStorage) var picture: Data?
    @Relationship(inverse: \Birch.pine)
    var birchs: [Birch] = []
    @Relationship(inverse: \Birch.pine2)
    var birchs2: [Birch] = []
    var junipers: [Juniper] = []

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Juniper {
    var uid: Int
    var maybeDecimal: Decimal?
    var maybeDate: Date?
    var uint8: UInt8 = 255
    @Attribute(.unique) var serial: Int
    @Relationship(deleteRule: .cascade)
    var pines: [Pine] = []

    init(number: Int) {
      uid = number
      serial = Int.unique(number)
    }
  }
}

// MARK: - For operations

extension Schema09 {
  static let sample = SampleSchema(
    9, [birchEntity, pineEntity, juniperEntity])

  private static let birchEntity = EntityOf<Birch>(
    "Birch", number: \.uid,
    attributes: [
      PlainAttribute("moods", \Birch.moods, initial: [Mood.loud]),
      OptionalAttribute("maybeInt16", \Birch.maybeInt16, initial: 7),
      EquatableAttribute("maybeFlag", \Birch.maybeFlag, initial: nil),
      PlainAttribute("mood", \Birch.mood, initial: Mood.calm),
      ComparableAttribute(uniqueByNumber: "serial", \Birch.serial),
    ],
    relationships: [
      ToOne(
        "pine", \Birch.pine,
        RelationshipShape(to: 1, isToMany: false, inverse: 0)),
      ToOne(
        "pine2", \Birch.pine2,
        RelationshipShape(to: 1, isToMany: false, rule: .cascade, inverse: 1)),
    ],
    make: { number, _ in
      Birch(number: number)
    })

  private static let pineEntity = EntityOf<Pine>(
    "Pine", number: \.uid,
    attributes: [
      ComparableAttribute("int8", \Pine.int8, initial: 8),
      PlainAttribute("maybeData", \Pine.maybeData, initial: nil),
      PlainAttribute("maybeNumbers", \Pine.maybeNumbers, initial: nil),
      EquatableAttribute("maybeLink", \Pine.maybeLink, initial: nil),
      ComparableAttribute("float", \Pine.float, initial: 0.5),
      PlainAttribute("picture", \Pine.picture, initial: nil),
    ],
    relationships: [
      ToMany(
        "birchs", \Pine.birchs,
        RelationshipShape(to: 0, isToMany: true, inverse: 0)),
      ToMany(
        "birchs2", \Pine.birchs2,
        RelationshipShape(to: 0, isToMany: true, inverse: 1)),
      ToMany(
        "junipers", \Pine.junipers,
        RelationshipShape(to: 2, isToMany: true, inverse: 0)),
    ],
    make: { number, _ in
      Pine(number: number)
    })

  private static let juniperEntity = EntityOf<Juniper>(
    "Juniper", number: \.uid,
    attributes: [
      OptionalAttribute("maybeDecimal", \Juniper.maybeDecimal, initial: nil),
      OptionalAttribute("maybeDate", \Juniper.maybeDate, initial: nil),
      ComparableAttribute("uint8", \Juniper.uint8, initial: 255),
      ComparableAttribute(uniqueByNumber: "serial", \Juniper.serial),
    ],
    relationships: [
      ToMany(
        "pines", \Juniper.pines,
        RelationshipShape(to: 1, isToMany: true, rule: .cascade, inverse: 2))
    ],
    make: { number, _ in
      Juniper(number: number)
    })
}
