// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema06 {
  @Model final class Birch {
    #Index<Birch>([\.int32], [\.maybeDate, \.int32])
    var uid: Int
    var int32: Int32 = 3
    @Attribute(.externalStorage) var picture: Data?
    var mood: Mood = Mood.calm
    var maybeDate: Date?
    var hazel: Hazel?
    var cedar: Cedar?

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Hazel {
    #Unique<Hazel>([\.code, \.serial])
    #Index<Hazel>([\.link], [\.maybeInt, \.link])
    var uid: Int
    var link: URL = URL.samples[0]
    var place: Place = Place.somewhere
    var maybeEvent: Event?
    var maybeNumbers: [Int]?
    var uint8: UInt8 = 255
    var maybeInt: Int?
    var code: String
    var serial: Int
    var birchs: [Birch]?

    init(number: Int) {
      uid = number
      code = String.unique(number)
      serial = Int.unique(number)
    }
  }

  @Model final class Cedar {
    var uid: Int
    var int8: Int8 = 8
    var moods: [Mood] = [Mood.loud]
    var maybeDouble: Double? = 0.5
    var scores: [String: Int] = [:]
    var maybeLevel: Level?
    var maybes: [Int?] = []
    @Attribute(.unique) var code: String
    @Relationship(deleteRule: .cascade)
    var birch: Birch?

    init(number: Int) {
      uid = number
      code = String.unique(number)
    }
  }
}

// MARK: - For operations

extension Schema06 {
  static let sample = SampleSchema(
    6, [birchEntity, hazelEntity, cedarEntity])

  private static let birchEntity = EntityOf<Birch>(
    "Birch", number: \.uid,
    attributes: [
      ComparableAttribute("int32", \Birch.int32, initial: 3),
      PlainAttribute("picture", \Birch.picture, initial: nil),
      PlainAttribute("mood", \Birch.mood, initial: Mood.calm),
      OptionalAttribute("maybeDate", \Birch.maybeDate, initial: nil),
    ],
    relationships: [
      ToOne(
        "hazel", \Birch.hazel,
        RelationshipShape(to: 1, isToMany: false, inverse: 0)),
      ToOne(
        "cedar", \Birch.cedar,
        RelationshipShape(to: 2, isToMany: false, inverse: 0)),
    ],
    make: { number, _ in
      Birch(number: number)
    })

  private static let hazelEntity = EntityOf<Hazel>(
    "Hazel", number: \.uid,
    attributes: [
      EquatableAttribute("link", \Hazel.link, initial: URL.samples[0]),
      PlainAttribute("place", \Hazel.place, initial: Place.somewhere),
      PlainAttribute("maybeEvent", \Hazel.maybeEvent, initial: nil),
      PlainAttribute("maybeNumbers", \Hazel.maybeNumbers, initial: nil),
      ComparableAttribute("uint8", \Hazel.uint8, initial: 255),
      OptionalAttribute("maybeInt", \Hazel.maybeInt, initial: nil),
      TextAttribute(uniqueByNumber: "code", \Hazel.code),
      ComparableAttribute(uniqueByNumber: "serial", \Hazel.serial),
    ],
    relationships: [
      OptionalMany(
        "birchs", \Hazel.birchs,
        RelationshipShape(to: 0, isToMany: true, inverse: 0))
    ],
    make: { number, _ in
      Hazel(number: number)
    })

  private static let cedarEntity = EntityOf<Cedar>(
    "Cedar", number: \.uid,
    attributes: [
      ComparableAttribute("int8", \Cedar.int8, initial: 8),
      PlainAttribute("moods", \Cedar.moods, initial: [Mood.loud]),
      OptionalAttribute("maybeDouble", \Cedar.maybeDouble, initial: 0.5),
      PlainAttribute("scores", \Cedar.scores, initial: [:]),
      PlainAttribute("maybeLevel", \Cedar.maybeLevel, initial: nil),
      PlainAttribute("maybes", \Cedar.maybes, initial: []),
      TextAttribute(uniqueByNumber: "code", \Cedar.code),
    ],
    relationships: [
      ToOne(
        "birch", \Cedar.birch,
        RelationshipShape(to: 0, isToMany: false, rule: .cascade, inverse: 1))
    ],
    make: { number, _ in
      Cedar(number: number)
    })
}
