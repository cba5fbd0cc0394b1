import Foundation
import Testing

@testable import SwiftData

/// What SwiftData refuses is refused with the same error, and never evaluated in memory.
@Suite struct PredicateRefusalTests {
  private let layout: SchemaLayout

  init() throws {
    layout = try SchemaLayout(schema: Schema([Music.Album.self]))
  }

  private func refusal(of predicate: Predicate<Music.Album>) -> SwiftDataError? {
    do {
      _ = try FetchQuery(FetchDescriptor(predicate: predicate), in: layout)
      return nil
    } catch {
      return error as? SwiftDataError
    }
  }

  @Test func `a transient property is refused with the message of Apple's trap`() {
    let error = refusal(of: #Predicate { $0.plays > 1 })
    #expect(error == .unsupportedKeyPath)
    #expect(error?.queryRefusal?.trapMessage?.hasPrefix("Couldn't find \\Album.") == true)
  }

  @Test func `a computed property is refused`() {
    #expect(refusal(of: #Predicate { $0.shout == "A!" }) == .unsupportedKeyPath)
  }

  @Test func `a forced unwrap is refused with a remedy`() throws {
    let error = try #require(refusal(of: #Predicate { $0.stars! > 1 }))
    #expect(error == .unsupportedPredicate)
    #expect(error.queryRefusal?.trapMessage == nil)
    #expect(error.description.contains("ForcedUnwrap operator is not supported"))
  }

  @Test func `the raw value of an enum is refused with the message of Apple's trap`() {
    let error = refusal(of: #Predicate { $0.medium.rawValue == "vinyl" })
    #expect(
      error?.queryRefusal?.trapMessage
        == "Failed to validate \\Album.medium.rawValue because rawValue is not a member of Medium")
  }

  @Test func `a whole enum is refused`() {
    let tape = Music.Medium.tape
    let media: [Music.Medium] = [.tape]
    #expect(refusal(of: #Predicate { $0.medium == tape }) == .unsupportedPredicate)
    #expect(refusal(of: #Predicate { media.contains($0.medium) }) == .unsupportedPredicate)
  }

  @Test func `an enum with associated values is refused`() {
    let cash: Music.Payment? = .cash
    #expect(refusal(of: #Predicate { $0.payment == cash }) == .unsupportedPredicate)
    #expect(refusal(of: #Predicate { $0.payment == nil }) == .unsupportedPredicate)
  }

  @Test func `a member of a value type is refused with the message of Apple's trap`() {
    let error = refusal(of: #Predicate { $0.code.uuidString == "1" })
    #expect(error == .unsupportedKeyPath)
    #expect(error?.queryRefusal?.trapMessage?.contains("points to a value type: UUID") == true)
  }

  @Test func `a computed member of a structure is refused`() {
    #expect(refusal(of: #Predicate { $0.address.label == "Oslo" }) == .unsupportedKeyPath)
  }

  @Test func `a whole structure is refused`() {
    let oslo = Music.Address(city: "Oslo")
    #expect(refusal(of: #Predicate { $0.address == oslo }) == .unsupportedPredicate)
  }

  @Test func `contains of a stored array is refused with Apple's crash`() {
    let error = refusal(of: #Predicate { $0.tags.contains("a") })
    #expect(error == .unsupportedPredicate)
    #expect(error?.queryRefusal?.trapMessage?.hasPrefix("EXC_BAD_ACCESS") == true)
    #expect(refusal(of: #Predicate { $0.tags.isEmpty }) == .unsupportedPredicate)
  }

  @Test func `bytes in a file of their own are only tested for nil`() {
    let bytes = Data([1])
    #expect(refusal(of: #Predicate { $0.cover == bytes }) == .unsupportedPredicate)
    #expect(refusal(of: #Predicate { $0.cover == nil }) == nil)
    #expect(refusal(of: #Predicate { $0.booklet == bytes }) == nil)
  }

  @Test func `an optional to-many relationship is refused with the message of Apple's trap`() {
    for predicate in [
      #Predicate<Music.Album> { $0.guests == nil },
      #Predicate<Music.Album> { $0.guests?.isEmpty == true },
      #Predicate<Music.Album> { $0.guests?.contains { $0.name == "Bo" } ?? false },
    ] {
      let error = refusal(of: predicate)
      #expect(error == .unsupportedPredicate)
      #expect(error?.queryRefusal?.trapMessage == "to-many key not allowed here")
    }
  }

  @Test func `a to-many test that is compared with false is refused`() {
    #expect(refusal(of: #Predicate { $0.tracks.isEmpty == false }) == .unsupportedPredicate)
    #expect(
      refusal(of: #Predicate { $0.tracks.contains { $0.seconds > 1 } == false })
        == .unsupportedPredicate)
    #expect(refusal(of: #Predicate { !$0.tracks.isEmpty }) == nil)
  }

  @Test func `a closure over a captured collection is refused with the message of Apple's trap`() {
    let names = ["a"]
    for predicate in [
      #Predicate<Music.Album> { album in names.contains { album.title.contains($0) } },
      #Predicate<Music.Album> { album in
        names.allSatisfy { name in album.genres.contains { $0.name == name } }
      },
    ] {
      #expect(
        refusal(of: predicate)?.queryRefusal?.trapMessage
          == "Unsupported subquery collection expression type")
    }
  }

  @Test func `a to-many operator in the closure of another is refused`() {
    #expect(
      refusal(of: #Predicate { $0.genres.contains { $0.albums.count > 3 } })
        == .unsupportedPredicate)
    #expect(
      refusal(of: #Predicate { $0.tracks.allSatisfy { $0.name.count <= 10 } })
        == .unsupportedPredicate)
  }

  @Test func `a subscript is refused`() {
    let plays = ["a": 1]
    #expect(refusal(of: #Predicate { plays[$0.title] == 1 }) == .unsupportedPredicate)
    #expect(refusal(of: #Predicate { plays[$0.title, default: 0] > 1 }) == .unsupportedPredicate)
    #expect(refusal(of: #Predicate { $0.tags[0] == "a" }) == .unsupportedPredicate)
  }

  @Test func `a regular expression is refused`() {
    #expect(refusal(of: #Predicate { $0.title.contains(/a+/) }) == .unsupportedPredicate)
  }

  @Test func `a member of a date is refused with the message of Apple's trap`() {
    let error = refusal(of: #Predicate { $0.released.timeIntervalSince1970 > 1 })
    #expect(error == .unsupportedKeyPath)
    #expect(error?.queryRefusal?.trapMessage?.contains("points to a value type: Date") == true)
  }

  @Test func `a forced unwrap of a relationship is refused`() {
    #expect(refusal(of: #Predicate { $0.artist!.name == "Bo" }) == .unsupportedPredicate)
  }

  @Test func `a transformed text is refused`() {
    #expect(refusal(of: #Predicate { $0.title.capitalized == "A" }) == .unsupportedKeyPath)
  }

  @Test func `a cast of a value is refused`() {
    let predicate = Predicate<Music.Album> {
      PredicateExpressions.TypeCheck<_, Music.Artist>(
        PredicateExpressions.build_KeyPath(root: $0, keyPath: \.title))
    }
    #expect(refusal(of: predicate) == .unsupportedPredicate)
  }

  @Test func `an error names the entity, the property and a remedy`() throws {
    let error = try #require(refusal(of: #Predicate { $0.medium.rawValue == "vinyl" }))
    #expect(error.queryRefusal?.property == "Album.medium")
    #expect(error.description.contains("in a query of 'Album'"))
    #expect(error.description.contains("persist the raw value"))
  }

  @Test func `a predicate that is nested too deep is refused instead of crashing`() {
    typealias Tree = any StandardPredicateExpression<Bool>
    func negation(_ tree: some StandardPredicateExpression<Bool>) -> Tree {
      PredicateExpressions.Negation(tree)
    }
    let predicate = Predicate<Music.Album> { album in
      var tree: Tree = PredicateExpressions.KeyPath(root: album, keyPath: \.isLive)
      for _ in 0..<1000 { tree = negation(tree) }
      return tree
    }
    #expect(refusal(of: predicate) == .unsupportedPredicate)
  }

  @Test func `a model that the schema does not have is refused`() throws {
    let layout = try SchemaLayout(schema: Schema([Lonely.self]))
    #expect(throws: SwiftDataError.unknownSchema) {
      try FetchQuery(FetchDescriptor<Music.Album>(), in: layout)
    }
  }
}

@Model private final class Lonely {
  var name = ""

  init() {}
}
