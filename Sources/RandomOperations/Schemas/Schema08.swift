// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema08 {
  @Model final class Willow {
    var uid: Int
    @Attribute(originalName: "formerInt") var int64: Int64 = 2
    var maybeToken: UUID?
    var moods: [Mood] = [Mood.loud]
    var events: [String: Event] = [:]
    var uint16: UInt16 = 0
    @Relationship(inverse: \Willow.willows2)
    var willows: [Willow] = []
    @Relationship(deleteRule: .cascade)
    var willows2: [Willow] = []
    @Relationship(inverse: \Ivy.willow)
    var ivys: [Ivy] = []
    var ivys4: [Ivy] = []
    @Relationship(deleteRule: .cascade, inverse: \Ivy.willow5)
    var ivys5: [Ivy] = []

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Ivy {
    var uid: Int
    var flag: Bool = true
    var uint8: UInt8 = 255
    var wordSet: Set<String> = []
    @Attribute(.unique) var code: String
    var willow: Willow?
    @Relationship(inverse: \Ivy.ivy)
    var ivys: [Ivy]?
    var ivy: Ivy?
    @Relationship(inverse: \Willow.ivys4)
    var willows: [Willow] = []
    var willow5: Willow?

    init(number: Int) {
      uid = number
      code = String.unique(number)
    }
  }

  @Model final class Hazel {
    var uid: Int
    var maybeFloat: Float?
    var text: String = "b"
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    var event: Event = Event.nothing
    var uint64: UInt64 = 5

    init(number: Int) {
      uid = number
    }
  }
}

// MARK: - For operations

extension Schema08 {
  static let sample = SampleSchema(
    8, [willowEntity, ivyEntity, hazelEntity])

  private static let willowEntity = EntityOf<Willow>(
    "Willow", number: \.uid,
    attributes: [
      ComparableAttribute("int64", \Willow.int64, initial: 2),
      EquatableAttribute("maybeToken", \Willow.maybeToken, initial: nil),
      PlainAttribute("moods", \Willow.moods, initial: [Mood.loud]),
      PlainAttribute("events", \Willow.events, initial: [:]),
      ComparableAttribute("uint16", \Willow.uint16, initial: 0),
    ],
    relationships: [
      ToMany(
        "willows", \Willow.willows,
        RelationshipShape(to: 0, isToMany: true, inverse: 1)),
      ToMany(
        "willows2", \Willow.willows2,
        RelationshipShape(to: 0, isToMany: true, rule: .cascade, inverse: 0)),
      ToMany(
        "ivys", \Willow.ivys,
        RelationshipShape(to: 1, isToMany: true, inverse: 0)),
      ToMany(
        "ivys4", \Willow.ivys4,
        RelationshipShape(to: 1, isToMany: true, inverse: 3)),
      ToMany(
        "ivys5", \Willow.ivys5,
        RelationshipShape(to: 1, isToMany: true, rule: .cascade, inverse: 4)),
    ],
    make: { number, _ in
      Willow(number: number)
    })

  private static let ivyEntity = EntityOf<Ivy>(
    "Ivy", number: \.uid,
    attributes: [
      EquatableAttribute("flag", \Ivy.flag, initial: true),
      ComparableAttribute("uint8", \Ivy.uint8, initial: 255),
      PlainAttribute("wordSet", \Ivy.wordSet, initial: []),
      TextAttribute(uniqueByNumber: "code", \Ivy.code),
    ],
    relationships: [
      ToOne(
        "willow", \Ivy.willow,
        RelationshipShape(to: 0, isToMany: false, inverse: 2)),
      OptionalMany(
        "ivys", \Ivy.ivys,
        RelationshipShape(to: 1, isToMany: true, inverse: 2)),
      ToOne(
        "ivy", \Ivy.ivy,
        RelationshipShape(to: 1, isToMany: false, inverse: 1)),
      ToMany(
        "willows", \Ivy.willows,
        RelationshipShape(to: 0, isToMany: true, inverse: 3)),
      ToOne(
        "willow5", \Ivy.willow5,
        RelationshipShape(to: 0, isToMany: false, inverse: 4)),
    ],
    make: { number, _ in
      Ivy(number: number)
    })

  private static let hazelEntity = EntityOf<Hazel>(
    "Hazel", number: \.uid,
    attributes: [
      OptionalAttribute("maybeFloat", \Hazel.maybeFloat, initial: nil),
      TextAttribute("text", \Hazel.text, initial: "b"),
      ComparableAttribute("date", \Hazel.date, initial: Date(timeIntervalSinceReferenceDate: 0)),
      PlainAttribute("event", \Hazel.event, initial: Event.nothing),
      ComparableAttribute("uint64", \Hazel.uint64, initial: 5),
    ],
    relationships: [

    ],
    make: { number, _ in
      Hazel(number: number)
    })
}
