// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema10 {
  @Model final class Spruce {
    var uid: Int
    var double: Double = 1.5
    @Attribute(.externalStorage) var picture: Data?
    var moods: [Mood] = [Mood.loud]
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Relationship(inverse: \Spruce.spruce)
    var spruces: [Spruce] = []
    var spruce: Spruce?

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Hazel {
    var uid: Int
    var decimal: Decimal = 0.25
    var mood: Mood = Mood.calm
    var uint: UInt = 1

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Gorse {
    var uid: Int
    var maybeMood: Mood?
    var uint32: UInt32 = 2
    var maybeDouble: Double? = 0.5
    var token: UUID = UUID.unique(1)
    var float: Float = 0.5
    var maybeLevel: Level?
    @Attribute(.unique) var key: UUID
    @Relationship(inverse: \Tansy.gorses)
    var tansys: [Tansy] = []
    @Relationship(inverse: \Gorse.gorse3)
    var gorse: Gorse?
    var gorse3: Gorse?

    init(number: Int) {
      uid = number
      key = UUID.unique(number)
    }
  }

  @Model final class Tansy {
    #Index<Tansy>([\.maybeFlag], [\.int64, \.maybeFlag])
    var uid: Int
    var maybeFlag: Bool?
    var text: String = "b"
    var maybeData: Data?
    var maybeInt16: Int16? = 7
    var words: [String] = ["a"]
    @Attribute(originalName: "formerInt") var int64: Int64 = 2
    var gorses: [Gorse] = []

    init(number: Int) {
      uid = number
    }
  }
}

// MARK: - For operations

extension Schema10 {
  static let sample = SampleSchema(
    10, [spruceEntity, hazelEntity, gorseEntity, tansyEntity])

  private static let spruceEntity = EntityOf<Spruce>(
    "Spruce", number: \.uid,
    attributes: [
      ComparableAttribute("double", \Spruce.double, initial: 1.5),
      PlainAttribute("picture", \Spruce.picture, initial: nil),
      PlainAttribute("moods", \Spruce.moods, initial: [Mood.loud]),
      ComparableAttribute("date", \Spruce.date, initial: Date(timeIntervalSinceReferenceDate: 0)),
    ],
    relationships: [
      ToMany(
        "spruces", \Spruce.spruces,
        RelationshipShape(to: 0, isToMany: true, inverse: 1)),
      ToOne(
        "spruce", \Spruce.spruce,
        RelationshipShape(to: 0, isToMany: false, inverse: 0)),
    ],
    make: { number, _ in
      Spruce(number: number)
    })

  private static let hazelEntity = EntityOf<Hazel>(
    "Hazel", number: \.uid,
    attributes: [
      ComparableAttribute("decimal", \Hazel.decimal, initial: 0.25),
      PlainAttribute("mood", \Hazel.mood, initial: Mood.calm),
      ComparableAttribute("uint", \Hazel.uint, initial: 1),
    ],
    relationships: [

    ],
    make: { number, _ in
      Hazel(number: number)
    })

  private static let gorseEntity = EntityOf<Gorse>(
    "Gorse", number: \.uid,
    attributes: [
      PlainAttribute("maybeMood", \Gorse.maybeMood, initial: nil),
      ComparableAttribute("uint32", \Gorse.uint32, initial: 2),
      OptionalAttribute("maybeDouble", \Gorse.maybeDouble, initial: 0.5),
      EquatableAttribute("token", \Gorse.token, initial: UUID.unique(1)),
      ComparableAttribute("float", \Gorse.float, initial: 0.5),
      PlainAttribute("maybeLevel", \Gorse.maybeLevel, initial: nil),
      EquatableAttribute(uniqueByNumber: "key", \Gorse.key),
    ],
    relationships: [
      ToMany(
        "tansys", \Gorse.tansys,
        RelationshipShape(to: 3, isToMany: true, inverse: 0)),
      ToOne(
        "gorse", \Gorse.gorse,
        RelationshipShape(to: 2, isToMany: false, inverse: 2)),
      ToOne(
        "gorse3", \Gorse.gorse3,
        RelationshipShape(to: 2, isToMany: false, inverse: 1)),
    ],
    make: { number, _ in
      Gorse(number: number)
    })

  private static let tansyEntity = EntityOf<Tansy>(
    "Tansy", number: \.uid,
    attributes: [
      EquatableAttribute("maybeFlag", \Tansy.maybeFlag, initial: nil),
      TextAttribute("text", \Tansy.text, initial: "b"),
      PlainAttribute("maybeData", \Tansy.maybeData, initial: nil),
      OptionalAttribute("maybeInt16", \Tansy.maybeInt16, initial: 7),
      PlainAttribute("words", \Tansy.words, initial: ["a"]),
      ComparableAttribute("int64", \Tansy.int64, initial: 2),
    ],
    relationships: [
      ToMany(
        "gorses", \Tansy.gorses,
        RelationshipShape(to: 2, isToMany: true, inverse: 0))
    ],
    make: { number, _ in
      Tansy(number: number)
    })
}
