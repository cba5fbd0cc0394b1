// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema04 {
  @Model final class Gorse {
    var uid: Int
    var maybeInt16: Int16? = 7
    var words: [String] = ["a"]
    var float: Float = 0.5
    var maybes: [Int?] = []

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Oak {
    var uid: Int
    var uint8: UInt8 = 255
    var places: [Place] = []
    var text: String = "b"
    var events: [String: Event] = [:]
    @Attribute(.externalStorage) var picture: Data?
    @Attribute(.unique) var serial: Int

    init(number: Int) {
      uid = number
      serial = Int.unique(number)
    }
  }

  @Model final class Maple {
    var uid: Int
    var link: URL = URL.samples[0]
    var maybeData: Data?
    var maybeLink: URL?
    var maybeDate: Date?
    var maybeInt: Int?
    var spot: Spot = Spot(row: 1, column: 2)
    @Attribute(.unique) var serial: Int
    var oak: Oak?
    @Relationship(inverse: \Maple.maple)
    var maples: [Maple] = []
    @Relationship(deleteRule: .deny)
    var maple: Maple?

    init(number: Int) {
      uid = number
      serial = Int.unique(number)
    }
  }
}

// MARK: - For operations

extension Schema04 {
  static let sample = SampleSchema(
    4, [gorseEntity, oakEntity, mapleEntity])

  private static let gorseEntity = EntityOf<Gorse>(
    "Gorse", number: \.uid,
    attributes: [
      OptionalAttribute("maybeInt16", \Gorse.maybeInt16, initial: 7),
      PlainAttribute("words", \Gorse.words, initial: ["a"]),
      ComparableAttribute("float", \Gorse.float, initial: 0.5),
      PlainAttribute("maybes", \Gorse.maybes, initial: []),
    ],
    relationships: [

    ],
    make: { number, _ in
      Gorse(number: number)
    })

  private static let oakEntity = EntityOf<Oak>(
    "Oak", number: \.uid,
    attributes: [
      ComparableAttribute("uint8", \Oak.uint8, initial: 255),
      PlainAttribute("places", \Oak.places, initial: []),
      TextAttribute("text", \Oak.text, initial: "b"),
      PlainAttribute("events", \Oak.events, initial: [:]),
      PlainAttribute("picture", \Oak.picture, initial: nil),
      ComparableAttribute(uniqueByNumber: "serial", \Oak.serial),
    ],
    relationships: [

    ],
    make: { number, _ in
      Oak(number: number)
    })

  private static let mapleEntity = EntityOf<Maple>(
    "Maple", number: \.uid,
    attributes: [
      EquatableAttribute("link", \Maple.link, initial: URL.samples[0]),
      PlainAttribute("maybeData", \Maple.maybeData, initial: nil),
      EquatableAttribute("maybeLink", \Maple.maybeLink, initial: nil),
      OptionalAttribute("maybeDate", \Maple.maybeDate, initial: nil),
      OptionalAttribute("maybeInt", \Maple.maybeInt, initial: nil),
      PlainAttribute("spot", \Maple.spot, initial: Spot(row: 1, column: 2)),
      ComparableAttribute(uniqueByNumber: "serial", \Maple.serial),
    ],
    relationships: [
      ToOne(
        "oak", \Maple.oak,
        RelationshipShape(to: 1, isToMany: false)),
      ToMany(
        "maples", \Maple.maples,
        RelationshipShape(to: 2, isToMany: true, inverse: 2)),
      ToOne(
        "maple", \Maple.maple,
        RelationshipShape(to: 2, isToMany: false, rule: .deny, inverse: 1)),
    ],
    make: { number, _ in
      Maple(number: number)
    })
}
