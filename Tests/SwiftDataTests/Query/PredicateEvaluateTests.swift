import Foundation
import SwiftData
import Testing

/// A predicate that is evaluated by another, which joins conditions from parts.
@Suite struct PredicateEvaluateTests {
  typealias Album = Music.Album
  private let library: MusicLibrary

  init() throws { library = try MusicLibrary() }

  private let live = #Predicate<Music.Album> { $0.isLive }
  private let recent = #Predicate<Music.Album> { $0.year > 2005 }

  private func both(
    _ first: Predicate<Album>, _ second: Predicate<Album>
  ) -> Predicate<Album> {
    Predicate { album in
      PredicateExpressions.build_Conjunction(
        lhs: PredicateExpressions.build_evaluate(PredicateExpressions.build_Arg(first), album),
        rhs: PredicateExpressions.build_evaluate(PredicateExpressions.build_Arg(second), album))
    }
  }

  private func either(
    _ first: Predicate<Album>, _ second: Predicate<Album>
  ) -> Predicate<Album> {
    Predicate { album in
      PredicateExpressions.build_Disjunction(
        lhs: PredicateExpressions.build_evaluate(PredicateExpressions.build_Arg(first), album),
        rhs: PredicateExpressions.build_evaluate(PredicateExpressions.build_Arg(second), album))
    }
  }

  private func opposite(_ predicate: Predicate<Album>) -> Predicate<Album> {
    Predicate { album in
      PredicateExpressions.build_Negation(
        PredicateExpressions.build_evaluate(PredicateExpressions.build_Arg(predicate), album))
    }
  }

  private func expectSame(
    _ joined: Predicate<Album>, _ written: Predicate<Album>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try library.selections(by: written).swift
    let (sql, memory, swift) = try library.selections(by: joined)
    #expect(sql == expected, sourceLocation: sourceLocation)
    #expect(memory == expected, sourceLocation: sourceLocation)
    #expect(swift == expected, sourceLocation: sourceLocation)
    #expect(!expected.isEmpty, sourceLocation: sourceLocation)
    #expect(expected.count < library.albums.count, sourceLocation: sourceLocation)
  }

  @Test func `joined predicates select what one with all conditions selects`() throws {
    try expectSame(both(live, recent), #Predicate { $0.isLive && $0.year > 2005 })
    try expectSame(either(live, recent), #Predicate { $0.isLive || $0.year > 2005 })
    try expectSame(opposite(live), #Predicate { !$0.isLive })
  }

  @Test func `a joined predicate is joined again`() throws {
    let rated = #Predicate<Music.Album> { $0.stars != nil }
    try expectSame(
      both(either(live, recent), opposite(rated)),
      #Predicate { ($0.isLive || $0.year > 2005) && $0.stars == nil })
  }

  @Test func `a predicate is evaluated for the models of a relationship`() throws {
    let long = #Predicate<Music.Track> { $0.seconds > 200 }
    let joined = Predicate<Album> { album in
      PredicateExpressions.build_contains(
        PredicateExpressions.build_KeyPath(root: album, keyPath: \.tracks)
      ) { track in
        PredicateExpressions.build_evaluate(PredicateExpressions.build_Arg(long), track)
      }
    }
    try expectSame(joined, #Predicate { $0.tracks.contains { $0.seconds > 200 } })
  }

  @Test func `a predicate with a closure is evaluated twice in one`() throws {
    let long = #Predicate<Music.Album> { $0.tracks.contains { $0.seconds > 200 } }
    try expectSame(both(long, long), long)
  }

  @Test func `conditions are gathered in a loop`() throws {
    var joined = Predicate<Album>.true
    for year in 1990..<2020 where year % 3 != 0 {
      joined = both(joined, #Predicate { $0.year != year })
    }
    try expectSame(joined, #Predicate { $0.year % 3 == 0 })
  }

  @Test func `true and false are predicates like others`() throws {
    try expectSame(both(.true, live), live)
    try expectSame(either(.false, live), live)
    #expect(try library.selections(by: both(.false, live)).sql.isEmpty)
  }

  @Test func `a predicate that depends on the model is refused`() throws {
    let predicate = Predicate<Album> { [live, recent] album in
      PredicateExpressions.build_evaluate(
        PredicateExpressions.build_Conditional(
          PredicateExpressions.build_KeyPath(root: album, keyPath: \.isLive),
          PredicateExpressions.build_Arg(live), PredicateExpressions.build_Arg(recent)),
        album)
    }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try library.context.fetch(FetchDescriptor(predicate: predicate))
    }
  }

  @Test func `a predicate in a predicate is not encoded where predicates are not`() throws {
    let expression = PredicateExpressions.build_evaluate(
      PredicateExpressions.build_Arg(live), PredicateExpressions.Variable<Album>())
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(expression) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(type(of: expression), from: Data("[1, 2]".utf8))
    }
    #expect(expression.description.hasPrefix("PredicateEvaluate(predicate: "))
  }
}
