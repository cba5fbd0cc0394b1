// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema16 {
  @Model final class Birch {
    var uid: Int
    var numbers: [Int] = []
    var uint64: UInt64 = 5
    var maybeDecimal: Decimal?
    var elms: [Elm] = []
    @Relationship(inverse: \Fir.birch)
    var fir: Fir?
    var fir3: Fir?

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Elm {
    var uid: Int
    var maybeUInt64: UInt64?
    var maybeToken: UUID?
    var scores: [String: Int] = [:]
    var uint8: UInt8 = 255
    var level: Level = Level.middle
    var moods: [Mood] = [Mood.loud]
    @Attribute(.unique) var code: String
    @Relationship(deleteRule: .cascade)
    var birchs: [Birch] = []

    init(number: Int) {
      uid = number
      code = String.unique(number)
    }
  }

  @Model final class Fir {
    var uid: Int
    var int: Int = -1
    var maybeDate: Date?
    var int16: Int16 = 0
    @Attribute(originalName: "formerInt") var int64: Int64 = 2
    var events: [String: Event] = [:]
    @Attribute(.spotlight) var order: String = ""
    @Attribute(.unique) var code: String
    var birch: Birch?
    @Relationship(deleteRule: .cascade, inverse: \Birch.fir3)
    var birch2: Birch?

    init(number: Int) {
      uid = number
      code = String.unique(number)
    }
  }
}

// MARK: - For operations

extension Schema16 {
  static let sample = SampleSchema(
    16, [birchEntity, elmEntity, firEntity])

  private static let birchEntity = EntityOf<Birch>(
    "Birch", number: \.uid,
    attributes: [
      PlainAttribute("numbers", \Birch.numbers, initial: []),
      ComparableAttribute("uint64", \Birch.uint64, initial: 5),
      OptionalAttribute("maybeDecimal", \Birch.maybeDecimal, initial: nil),
    ],
    relationships: [
      ToMany(
        "elms", \Birch.elms,
        RelationshipShape(to: 1, isToMany: true, inverse: 0)),
      ToOne(
        "fir", \Birch.fir,
        RelationshipShape(to: 2, isToMany: false, inverse: 0)),
      ToOne(
        "fir3", \Birch.fir3,
        RelationshipShape(to: 2, isToMany: false, inverse: 1)),
    ],
    make: { number, _ in
      Birch(number: number)
    })

  private static let elmEntity = EntityOf<Elm>(
    "Elm", number: \.uid,
    attributes: [
      OptionalAttribute("maybeUInt64", \Elm.maybeUInt64, initial: nil),
      EquatableAttribute("maybeToken", \Elm.maybeToken, initial: nil),
      PlainAttribute("scores", \Elm.scores, initial: [:]),
      ComparableAttribute("uint8", \Elm.uint8, initial: 255),
      PlainAttribute("level", \Elm.level, initial: Level.middle),
      PlainAttribute("moods", \Elm.moods, initial: [Mood.loud]),
      TextAttribute(uniqueByNumber: "code", \Elm.code),
    ],
    relationships: [
      ToMany(
        "birchs", \Elm.birchs,
        RelationshipShape(to: 0, isToMany: true, rule: .cascade, inverse: 0))
    ],
    make: { number, _ in
      Elm(number: number)
    })

  private static let firEntity = EntityOf<Fir>(
    "Fir", number: \.uid,
    attributes: [
      ComparableAttribute("int", \Fir.int, initial: -1),
      OptionalAttribute("maybeDate", \Fir.maybeDate, initial: nil),
      ComparableAttribute("int16", \Fir.int16, initial: 0),
      ComparableAttribute("int64", \Fir.int64, initial: 2),
      PlainAttribute("events", \Fir.events, initial: [:]),
      TextAttribute("order", \Fir.order, initial: ""),
      TextAttribute(uniqueByNumber: "code", \Fir.code),
    ],
    relationships: [
      ToOne(
        "birch", \Fir.birch,
        RelationshipShape(to: 0, isToMany: false, inverse: 1)),
      ToOne(
        "birch2", \Fir.birch2,
        RelationshipShape(to: 0, isToMany: false, rule: .cascade, inverse: 2)),
    ],
    make: { number, _ in
      Fir(number: number)
    })
}
