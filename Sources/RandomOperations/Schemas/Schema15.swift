// Written by `swift run schemas`: change that, not this file.
internal import Foundation
internal import SwiftData

enum Schema15 {
  @Model final class Juniper {
    var uid: Int
    var float: Float = 0.5
    var int8: Int8 = 8
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute(.unique) var code: String
    @Relationship(deleteRule: .cascade, maximumModelCount: 3)
    var maples: [Maple] = []
    var larch: Larch?
    @Relationship(maximumModelCount: 3, inverse: \Juniper.juniper)
    var junipers: [Juniper] = []
    @Relationship(deleteRule: .deny)
    var juniper: Juniper?

    init(number: Int) {
      uid = number
      code = String.unique(number)
    }
  }

  @Model final class Maple {
    #Index<Maple>([\.maybeLink], [\.int16, \.maybeLink])
    var uid: Int
    var maybeLink: URL?
    var blobs: [Data] = []
    var int16: Int16 = 0
    @Relationship(deleteRule: .cascade)
    var juniper: Juniper?

    init(number: Int) {
      uid = number
    }
  }

  @Model final class Larch {
    var uid: Int
    var int32: Int32 = 3
    var double: Double = 1.5
    var uint: UInt = 1
    var uint64: UInt64 = 5
    var places: [Place] = []
    var token: UUID = UUID.unique(1)
    @Attribute(.unique) var key: UUID
    @Relationship(deleteRule: .cascade, inverse: \Juniper.larch)
    var junipers: [Juniper] = []

    init(number: Int) {
      uid = number
      key = UUID.unique(number)
    }
  }
}

// MARK: - For operations

extension Schema15 {
  static let sample = SampleSchema(
    15, [juniperEntity, mapleEntity, larchEntity])

  private static let juniperEntity = EntityOf<Juniper>(
    "Juniper", number: \.uid,
    attributes: [
      ComparableAttribute("float", \Juniper.float, initial: 0.5),
      ComparableAttribute("int8", \Juniper.int8, initial: 8),
      ComparableAttribute("date", \Juniper.date, initial: Date(timeIntervalSinceReferenceDate: 0)),
      TextAttribute(uniqueByNumber: "code", \Juniper.code),
    ],
    relationships: [
      ToMany(
        "maples", \Juniper.maples,
        RelationshipShape(to: 1, isToMany: true, rule: .cascade, inverse: 0, maximum: 3)),
      ToOne(
        "larch", \Juniper.larch,
        RelationshipShape(to: 2, isToMany: false, inverse: 0)),
      ToMany(
        "junipers", \Juniper.junipers,
        RelationshipShape(to: 0, isToMany: true, inverse: 3, maximum: 3)),
      ToOne(
        "juniper", \Juniper.juniper,
        RelationshipShape(to: 0, isToMany: false, rule: .deny, inverse: 2)),
    ],
    make: { number, _ in
      Juniper(number: number)
    })

  private static let mapleEntity = EntityOf<Maple>(
    "Maple", number: \.uid,
    attributes: [
      EquatableAttribute("maybeLink", \Maple.maybeLink, initial: nil),
      PlainAttribute("blobs", \Maple.blobs, initial: []),
      ComparableAttribute("int16", \Maple.int16, initial: 0),
    ],
    relationships: [
      ToOne(
        "juniper", \Maple.juniper,
        RelationshipShape(to: 0, isToMany: false, rule: .cascade, inverse: 0))
    ],
    make: { number, _ in
      Maple(number: number)
    })

  private static let larchEntity = EntityOf<Larch>(
    "Larch", number: \.uid,
    attributes: [
      ComparableAttribute("int32", \Larch.int32, initial: 3),
      ComparableAttribute("double", \Larch.double, initial: 1.5),
      ComparableAttribute("uint", \Larch.uint, initial: 1),
      ComparableAttribute("uint64", \Larch.uint64, initial: 5),
      PlainAttribute("places", \Larch.places, initial: []),
      EquatableAttribute("token", \Larch.token, initial: UUID.unique(1)),
      EquatableAttribute(uniqueByNumber: "key", \Larch.key),
    ],
    relationships: [
      ToMany(
        "junipers", \Larch.junipers,
        RelationshipShape(to: 0, isToMany: true, rule: .cascade, inverse: 1))
    ],
    make: { number, _ in
      Larch(number: number)
    })
}
