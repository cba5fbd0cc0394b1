// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema01 {
  @Model final class Oak {
    #Index<Oak>([\.uint])
    var uid: Int
    var place: Place = Place.somewhere
    var words: [String] = ["a"]
    var uint: UInt = 1
    @Relationship(deleteRule: .cascade, inverse: \Pine.oaks)
    var pines: [Pine] = []

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Pine {
    var uid: Int
    var events: [String: Event] = [:]
    var maybeLink: URL?
    var maybeMood: Mood?
    var maybePlace: Place?
    var maybeToken: UUID?
    var oaks: [Oak]?
    @Relationship(maximumModelCount: 3, inverse: \Pine.pine)
    var pines: [Pine] = []
    var pine: Pine?

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Juniper {
    var uid: Int
    var int8: Int8 = 8
    var decimal: Decimal = 0.25
    var maybeDecimal: Decimal?
    var maybeDate: Date?
    var maybeInt: Int?
    @Attribute(.unique) var code: String
    var birch: Birch?

    init(number: Int) {
      uid = number
      code = String.unique(number)
    }
  }

  @Model final class Birch {
    #Index<Birch>([\.float], [\.text, \.float])
    var uid: Int
    var float: Float = 0.5
    var maybeUInt64: UInt64?
    var text: String = "b"
    var maybeData: Data?
    var wordSet: Set<String> = []
    @Relationship(deleteRule: .deny, inverse: \Juniper.birch)
    var junipers: [Juniper] = []

    init(number: Int) {
      uid = number
    }
  }
}

// MARK: - For operations

extension Schema01 {
  static let sample = SampleSchema(
    1, [oakEntity, pineEntity, juniperEntity, birchEntity])

  private static let oakEntity = EntityOf<Oak>(
    "Oak", number: \.uid,
    attributes: [
      PlainAttribute("place", \Oak.place, initial: Place.somewhere),
      PlainAttribute("words", \Oak.words, initial: ["a"]),
      ComparableAttribute("uint", \Oak.uint, initial: 1),
    ],
    relationships: [
      ToMany(
        "pines", \Oak.pines,
        RelationshipShape(to: 1, isToMany: true, rule: .cascade, inverse: 0))
    ],
    make: { number, _ in
      Oak(number: number)
    })

  private static let pineEntity = EntityOf<Pine>(
    "Pine", number: \.uid,
    attributes: [
      PlainAttribute("events", \Pine.events, initial: [:]),
      EquatableAttribute("maybeLink", \Pine.maybeLink, initial: nil),
      PlainAttribute("maybeMood", \Pine.maybeMood, initial: nil),
      PlainAttribute("maybePlace", \Pine.maybePlace, initial: nil),
      EquatableAttribute("maybeToken", \Pine.maybeToken, initial: nil),
    ],
    relationships: [
      OptionalMany(
        "oaks", \Pine.oaks,
        RelationshipShape(to: 0, isToMany: true, inverse: 0)),
      ToMany(
        "pines", \Pine.pines,
        RelationshipShape(to: 1, isToMany: true, inverse: 2, maximum: 3)),
      ToOne(
        "pine", \Pine.pine,
        RelationshipShape(to: 1, isToMany: false, inverse: 1)),
    ],
    make: { number, _ in
      Pine(number: number)
    })

  private static let juniperEntity = EntityOf<Juniper>(
    "Juniper", number: \.uid,
    attributes: [
      ComparableAttribute("int8", \Juniper.int8, initial: 8),
      ComparableAttribute("decimal", \Juniper.decimal, initial: 0.25),
      OptionalAttribute("maybeDecimal", \Juniper.maybeDecimal, initial: nil),
      OptionalAttribute("maybeDate", \Juniper.maybeDate, initial: nil),
      OptionalAttribute("maybeInt", \Juniper.maybeInt, initial: nil),
      TextAttribute(uniqueByNumber: "code", \Juniper.code),
    ],
    relationships: [
      ToOne(
        "birch", \Juniper.birch,
        RelationshipShape(to: 3, isToMany: false, inverse: 0))
    ],
    make: { number, _ in
      Juniper(number: number)
    })

  private static let birchEntity = EntityOf<Birch>(
    "Birch", number: \.uid,
    attributes: [
      ComparableAttribute("float", \Birch.float, initial: 0.5),
      OptionalAttribute("maybeUInt64", \Birch.maybeUInt64, initial: nil),
      TextAttribute("text", \Birch.text, initial: "b"),
      PlainAttribute("maybeData", \Birch.maybeData, initial: nil),
      PlainAttribute("wordSet", \Birch.wordSet, initial: []),
    ],
    relationships: [
      ToMany(
        "junipers", \Birch.junipers,
        RelationshipShape(to: 2, isToMany: true, rule: .deny, inverse: 0))
    ],
    make: { number, _ in
      Birch(number: number)
    })
}
