// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema11 {
  @Model final class Tansy {
    #Index<Tansy>([\.maybeToken], [\.decimal, \.maybeToken])
    var uid: Int
    var maybeToken: UUID?
    var scores: [String: Int] = [:]
    var decimal: Decimal = 0.25
    @Relationship(deleteRule: .deny, inverse: \Hazel.tansys)
    var hazels: [Hazel] = []

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Pine {
    var uid: Int
    var level: Level = Level.middle
    var moods: [Mood] = [Mood.loud]
    var data: Data = Data()
    var maybeSpot: Spot?
    @Attribute(.unique) var key: UUID
    var hazels: [Hazel]?

    init(number: Int) {
      uid = number
      key = UUID.unique(number)
    }
  }

  @Model final class Hazel {
    #Index<Hazel>([\.int32], [\.int64, \.int32])
    var uid: Int
    var int32: Int32 = 3
    @Attribute(.externalStorage) var picture: Data?
    @Attribute(originalName: "formerInt") var int64: Int64 = 2
    var maybeLevel: Level?
    var pines: [Pine] = []
    var tansys: [Tansy] = []
    @Relationship(inverse: \Hazel.hazels4)
    var hazels: [Hazel] = []
    @Relationship(deleteRule: .cascade)
    var hazels4: [Hazel] = []

    init(number: Int) {
      uid = number
    }
  }
}

// MARK: - For operations

extension Schema11 {
  static let sample = SampleSchema(
    11, [tansyEntity, pineEntity, hazelEntity])

  private static let tansyEntity = EntityOf<Tansy>(
    "Tansy", number: \.uid,
    attributes: [
      EquatableAttribute("maybeToken", \Tansy.maybeToken, initial: nil),
      PlainAttribute("scores", \Tansy.scores, initial: [:]),
      ComparableAttribute("decimal", \Tansy.decimal, initial: 0.25),
    ],
    relationships: [
      ToMany(
        "hazels", \Tansy.hazels,
        RelationshipShape(to: 2, isToMany: true, rule: .deny, inverse: 1))
    ],
    make: { number, _ in
      Tansy(number: number)
    })

  private static let pineEntity = EntityOf<Pine>(
    "Pine", number: \.uid,
    attributes: [
      PlainAttribute("level", \Pine.level, initial: Level.middle),
      PlainAttribute("moods", \Pine.moods, initial: [Mood.loud]),
      PlainAttribute("data", \Pine.data, initial: Data()),
      PlainAttribute("maybeSpot", \Pine.maybeSpot, initial: nil),
      EquatableAttribute(uniqueByNumber: "key", \Pine.key),
    ],
    relationships: [
      OptionalMany(
        "hazels", \Pine.hazels,
        RelationshipShape(to: 2, isToMany: true, inverse: 0))
    ],
    make: { number, _ in
      Pine(number: number)
    })

  private static let hazelEntity = EntityOf<Hazel>(
    "Hazel", number: \.uid,
    attributes: [
      ComparableAttribute("int32", \Hazel.int32, initial: 3),
      PlainAttribute("picture", \Hazel.picture, initial: nil),
      ComparableAttribute("int64", \Hazel.int64, initial: 2),
      PlainAttribute("maybeLevel", \Hazel.maybeLevel, initial: nil),
    ],
    relationships: [
      ToMany(
        "pines", \Hazel.pines,
        RelationshipShape(to: 1, isToMany: true, inverse: 0)),
      ToMany(
        "tansys", \Hazel.tansys,
        RelationshipShape(to: 0, isToMany: true, inverse: 0)),
      ToMany(
        "hazels", \Hazel.hazels,
        RelationshipShape(to: 2, isToMany: true, inverse: 3)),
      ToMany(
        "hazels4", \Hazel.hazels4,
        RelationshipShape(to: 2, isToMany: true, rule: .cascade, inverse: 2)),
    ],
    make: { number, _ in
      Hazel(number: number)
    })
}
