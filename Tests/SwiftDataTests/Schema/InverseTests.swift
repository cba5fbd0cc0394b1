import Foundation
import Testing

@testable import SwiftData

@Suite struct `Inverses of relationships` {
  /// The inverses of an entity's relationships, by name.
  private func inverses(
    _ entity: String, in types: [any PersistentModel.Type]
  ) throws -> [String: String?] {
    let schema = Schema(types)
    try schema.validate()
    return try #require(schema.entitiesByName[entity]).relationshipsByName
      .mapValues(\.inverseName)
  }

  @Test func `a given inverse is filled in on both sides`() throws {
    #expect(try inverses("Parent", in: [Parent.self]) == ["first": nil, "second": "owner"])
    #expect(try inverses("Child", in: [Parent.self]) == ["owner": "second", "other": nil])
  }

  @Test func `a given inverse brings its key path to the other side`() throws {
    let child = try #require(Schema([Parent.self]).entitiesByName["Child"])
    #expect(child.relationshipsByName["owner"]?.inverseKeyPath == \Parent.second)
  }

  @Test func `inverses may be given on both sides`() throws {
    #expect(try inverses("Left", in: [Left.self]) == ["right": "left"])
    #expect(try inverses("Right", in: [Left.self]) == ["left": "right"])
  }

  @Test func `the only pair between two models is inferred`() throws {
    #expect(try inverses("School", in: [School.self]) == ["pupils": "school"])
    #expect(try inverses("Pupil", in: [School.self]) == ["school": "pupils"])
  }

  @Test func `a choice of pairs infers none`() throws {
    #expect(try inverses("Team", in: [Team.self]) == ["members": nil, "reserves": nil])
    #expect(try inverses("Player", in: [Team.self]) == ["team": nil])
  }

  @Test func `a relationship without one that leads back has no inverse`() throws {
    #expect(try inverses("Item", in: [Item.self]) == ["tag": nil])
  }

  @Test func `the only two relationships of a model to itself are a pair`() throws {
    #expect(
      try inverses("Folder", in: [Folder.self]) == ["parent": "children", "children": "parent"])
  }

  @Test func `a single relationship of a model to itself has no inverse`() throws {
    #expect(try inverses("Person", in: [Person.self]) == ["friends": nil])
  }

  @Test func `a given inverse to itself may be the relationship itself`() throws {
    #expect(try inverses("Peer", in: [Peer.self]) == ["peers": "peers"])
  }

  @Test func `a given inverse leaves the remaining pair to be inferred`() throws {
    #expect(try inverses("Club", in: [Club.self]) == ["owner": "owned", "guests": "visited"])
  }

  @Test func `an inverse that leads elsewhere is a fault`() {
    #expect { try Schema([Wrong.self]).validate() } throws: { error in
      (error as? SwiftDataError)?.explanation
        == "'Wrong.pupils' names 'Pupil.school' as its inverse, but that leads to 'School'; "
        + "name one that leads to 'Wrong'."
    }
  }

  @Test func `an inverse that is no relationship is a fault`() {
    #expect { try Schema([Odd.self]).validate() } throws: { error in
      (error as? SwiftDataError)?.explanation?.contains("which is no relationship of 'Decal'")
        == true
    }
  }

  @Test func `two relationships cannot have the same inverse`() {
    #expect { try Schema([Greedy.self]).validate() } throws: { error in
      (error as? SwiftDataError)?.explanation?.contains("is the inverse of 'Greedy.one' already")
        == true
    }
  }
}

@Model private final class Parent {
  var first: [Child] = []
  @Relationship(inverse: \Child.owner) var second: [Child] = []

  init() {}
}

@Model private final class Child {
  var owner: Parent?
  var other: Decal?

  init() {}
}

/// Written by hand, because the compiler does not resolve two attached macros that name each other.
private final class Left: PersistentModel {
  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      Schema.PropertyMetadata(
        name: "right", keypath: \Left.right, metadata: Schema.Relationship(inverse: \Right.left))
    ]
  }

  var persistentBackingData: any BackingData<Left>
  var right: Right? { nil }

  init(backingData: any BackingData<Left>) { persistentBackingData = backingData }
}

private final class Right: PersistentModel {
  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      Schema.PropertyMetadata(
        name: "left", keypath: \Right.left, metadata: Schema.Relationship(inverse: \Left.right))
    ]
  }

  var persistentBackingData: any BackingData<Right>
  var left: Left? { nil }

  init(backingData: any BackingData<Right>) { persistentBackingData = backingData }
}

@Model private final class School {
  var pupils: [Pupil] = []

  init() {}
}

@Model private final class Pupil {
  var school: School

  init(school: School) { self.school = school }
}

@Model private final class Team {
  var members: [Player] = []
  var reserves: [Player]?

  init() {}
}

@Model private final class Player {
  var team: Team?

  init() {}
}

@Model private final class Item {
  var tag: Decal?

  init() {}
}

@Model private final class Decal {
  var text: String = ""

  init() {}
}

@Model private final class Folder {
  var parent: Folder?
  var children: [Folder] = []

  init() {}
}

@Model private final class Person {
  var friends: [Person] = []

  init() {}
}

private final class Peer: PersistentModel {
  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      Schema.PropertyMetadata(
        name: "peers", keypath: \Peer.peers, metadata: Schema.Relationship(inverse: \Peer.peers))
    ]
  }

  var persistentBackingData: any BackingData<Peer>
  var peers: [Peer] { [] }

  init(backingData: any BackingData<Peer>) { persistentBackingData = backingData }
}

@Model private final class Club {
  @Relationship(inverse: \Member.owned) var owner: Member?
  var guests: [Member] = []

  init() {}
}

@Model private final class Member {
  var owned: Club?
  var visited: [Club] = []

  init() {}
}

@Model private final class Wrong {
  @Relationship(inverse: \Pupil.school) var pupils: [Pupil] = []

  init() {}
}

@Model private final class Odd {
  @Relationship(inverse: \Decal.text) var labels: [Decal] = []

  init() {}
}

@Model private final class Greedy {
  @Relationship(inverse: \Prey.hunter) var one: [Prey] = []
  @Relationship(inverse: \Prey.hunter) var two: [Prey] = []

  init() {}
}

@Model private final class Prey {
  var hunter: Greedy?

  init() {}
}
