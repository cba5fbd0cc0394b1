import Foundation
import SwiftData
import Testing

/// Conditions that are combined at random select the same models however they are evaluated.
@Suite struct RandomPredicateTests {
  private typealias Tree = any StandardPredicateExpression<Bool>
  private typealias Album = PredicateExpressions.Variable<Music.Album>

  @Test(arguments: 0..<8) func `random combinations have one result`(seed: Int) throws {
    let library = try MusicLibrary(albumCount: 40)
    var random = SplitMix(state: UInt64(seed))
    for _ in 0..<25 {
      let predicate = Predicate<Music.Album> { Self.tree(depth: 4, of: $0, &random) }
      let (sql, memory, swift) = try library.selections(by: predicate)
      #expect(sql == swift, "\(predicate)")
      #expect(memory == swift, "\(predicate)")
    }
  }

  @Test(arguments: ["not", "and, or", "or, not", "ternary's test", "then", "else", "=="])
  func `a nested predicate runs in SQLite or is refused`(nesting: String) throws {
    let library = try MusicLibrary(albumCount: 10)
    var refused = 0
    for depth in [1, 5, 10, 15, 20, 25, 30, 35, 40, 60, 100, 300] {
      let predicate = Predicate<Music.Album> { album in
        (0..<depth).reduce(Self.isLive(album)) { Self.nest($0, nesting, Self.isLive(album), $1) }
      }
      do {
        let (sql, memory, swift) = try library.selections(by: predicate)
        #expect(sql == swift && memory == swift)
      } catch SwiftDataError.unsupportedPredicate {
        #expect(depth > 10)
        refused += 1
      }
    }
    #expect(refused < 10)
  }

  /// Puts a condition into another one.
  private static func nest(_ tree: Tree, _ nesting: String, _ other: Tree, _ level: Int) -> Tree {
    let opposite = not(other)
    switch nesting {
    case "not": return not(tree)
    case "and, or": return level % 2 == 0 ? and(tree, other) : or(tree, other)
    case "or, not":
      let nested = or(other, tree)
      return not(nested)
    case "ternary's test": return conditional(tree, other, opposite)
    case "then": return conditional(other, tree, opposite)
    case "else": return conditional(other, opposite, tree)
    default: return equal(tree, other)
    }
  }

  private static func isLive(_ album: Album) -> Tree {
    PredicateExpressions.KeyPath(root: album, keyPath: \.isLive)
  }

  private static func equal(
    _ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>
  ) -> Tree { PredicateExpressions.Equal(lhs: left, rhs: right) }

  private static func tree(depth: Int, of album: Album, _ random: inout SplitMix) -> Tree {
    if depth == 0 { return leaf(of: album, &random) }
    let left = tree(depth: depth - 1, of: album, &random)
    let right = tree(depth: depth - 1, of: album, &random)
    return switch random.next() % 6 {
    case 0, 1: and(left, right)
    case 2, 3: or(left, right)
    case 4: not(left)
    default: conditional(leaf(of: album, &random), left, right)
    }
  }

  private static func leaf(of album: Album, _ random: inout SplitMix) -> Tree {
    typealias E = PredicateExpressions
    let number: Int? = random.maybe { Int($0.next() % 6) }
    let text = random.pick(SplitMix.titles)!
    let stars = E.build_KeyPath(root: album, keyPath: \.stars)
    let artist = E.build_KeyPath(root: album, keyPath: \.artist)
    switch random.next() % 11 {
    case 0:
      return E.build_Equal(lhs: stars, rhs: E.build_Arg(number))
    case 1:
      return E.build_NotEqual(lhs: stars, rhs: E.build_Arg(number))
    case 2:
      let known = E.build_NilCoalesce(lhs: stars, rhs: E.build_Arg(2))
      return E.build_Comparison(lhs: known, rhs: E.build_Arg(3), op: .lessThan)
    case 3:
      let isOwned = E.build_KeyPath(root: album, keyPath: \.isOwned)
      return E.build_Equal(lhs: isOwned, rhs: E.build_Arg(true as Bool?))
    case 4:
      let name = E.build_flatMap(artist) { E.build_KeyPath(root: $0, keyPath: \.name) }
      return E.build_NotEqual(lhs: name, rhs: E.build_Arg("Bo" as String?))
    case 5:
      let isMentored = E.build_flatMap(artist) {
        E.build_NotEqual(
          lhs: E.build_KeyPath(root: $0, keyPath: \.mentor), rhs: E.build_NilLiteral())
      }
      return E.build_NilCoalesce(lhs: isMentored, rhs: E.build_Arg(number == nil))
    case 6:
      let subtitle = E.build_KeyPath(root: album, keyPath: \.subtitle)
      let contains = E.build_flatMap(subtitle) { E.build_contains($0, E.build_Arg(text)) }
      return E.build_NilCoalesce(lhs: contains, rhs: E.build_Arg(number == nil))
    case 7:
      let mentor = E.build_flatMap(artist) { E.build_KeyPath(root: $0, keyPath: \.mentor) }
      return E.build_Equal(lhs: mentor, rhs: E.build_NilLiteral())
    case 8:
      return E.build_allSatisfy(E.build_KeyPath(root: album, keyPath: \.tracks)) {
        E.build_Equal(lhs: E.build_KeyPath(root: $0, keyPath: \.note), rhs: E.build_NilLiteral())
      }
    case 9:
      return E.build_contains(E.build_KeyPath(root: album, keyPath: \.genres)) {
        E.build_Equal(lhs: E.build_KeyPath(root: $0, keyPath: \.name), rhs: E.build_Arg("Fado"))
      }
    default:
      return E.build_contains(E.build_Arg([1, nil] as [Int?]), stars)
    }
  }

  private static func and(
    _ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>
  ) -> Tree { PredicateExpressions.Conjunction(lhs: left, rhs: right) }

  private static func or(
    _ left: some StandardPredicateExpression<Bool>, _ right: some StandardPredicateExpression<Bool>
  ) -> Tree { PredicateExpressions.Disjunction(lhs: left, rhs: right) }

  private static func not(_ tree: some StandardPredicateExpression<Bool>) -> Tree {
    PredicateExpressions.Negation(tree)
  }

  private static func conditional(
    _ test: some StandardPredicateExpression<Bool>, _ then: some StandardPredicateExpression<Bool>,
    _ otherwise: some StandardPredicateExpression<Bool>
  ) -> Tree {
    PredicateExpressions.Conditional(test: test, trueBranch: then, falseBranch: otherwise)
  }
}
