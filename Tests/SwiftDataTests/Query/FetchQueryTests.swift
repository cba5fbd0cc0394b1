import Foundation
import Testing

@testable import SwiftData

/// The statement that a descriptor becomes, and what the query says of itself.
@Suite struct FetchQueryTests {
  private let layout: SchemaLayout

  init() throws {
    layout = try SchemaLayout(schema: Schema([Music.Album.self]))
  }

  private func query(
    _ predicate: Predicate<Music.Album>?, limit: Int? = nil, offset: Int? = nil
  ) throws -> FetchQuery {
    var descriptor = FetchDescriptor(predicate: predicate)
    descriptor.fetchLimit = limit
    descriptor.fetchOffset = offset
    return try FetchQuery(descriptor, in: layout)
  }

  @Test func `captured values are bound and never part of the text`() throws {
    let title = "'; DROP TABLE ZALBUM; --"
    let (sql, bindings) = try query(#Predicate { $0.title == title && $0.year > 1999 })
      .statement(selecting: .identifiers, paged: false)
    #expect(!sql.contains("DROP") && !sql.contains("1999"))
    #expect(bindings == [.text(title), .integer(1999)])
  }

  @Test func `a limit of zero means all, as on Apple's systems`() throws {
    let (sql, _) = try query(nil, limit: 0).statement(selecting: .rows, paged: true)
    #expect(!sql.contains("LIMIT"))
  }

  @Test func `a page limits rows and counts`() throws {
    let query = try query(nil, limit: 3, offset: 4)
    let rows = query.statement(selecting: .identifiers, paged: true)
    #expect(rows.sql.hasSuffix("ORDER BY t0.Z_PK LIMIT ? OFFSET ?"))
    #expect(rows.bindings == [.integer(3), .integer(4)])
    let count = query.statement(selecting: .count, paged: true)
    #expect(count.sql == "SELECT COUNT(*) FROM (SELECT 1 FROM ZALBUM t0 LIMIT ? OFFSET ?)")
    #expect(
      query.statement(selecting: .count, paged: false).sql == "SELECT COUNT(*) FROM ZALBUM t0")
  }

  @Test func `an optional is compared so that an index can serve`() throws {
    let (sql, _) = try query(#Predicate { $0.stars == 3 }).statement(
      selecting: .count, paged: false)
    #expect(sql == "SELECT COUNT(*) FROM ZALBUM t0 WHERE (t0.ZSTARS = ?)")
  }

  @Test func `one join serves every step over the same relationship`() throws {
    let (sql, _) = try query(#Predicate { $0.artist?.name == "Bo" && $0.artist?.born == 1950 })
      .statement(selecting: .count, paged: false)
    #expect(sql.components(separatedBy: "JOIN").count == 2)
  }

  @Test func `the key of a related model needs no join`() throws {
    let (sql, _) = try query(#Predicate { $0.artist == nil }).statement(
      selecting: .count, paged: false)
    #expect(sql == "SELECT COUNT(*) FROM ZALBUM t0 WHERE (t0.ZARTIST IS NULL)")
  }

  @Test func `an identifier of another store or entity matches no row`() throws {
    let album = PersistentIdentifier(
      .row(store: .named("A"), entity: .named("Album"), key: 7))
    let artist = PersistentIdentifier(
      .row(store: .named("A"), entity: .named("Artist"), key: 7))
    let query = try query(#Predicate { $0.persistentModelID == album })
    #expect(query.statement(selecting: .count, paged: false, store: "A").bindings == [.integer(7)])
    #expect(query.statement(selecting: .count, paged: false, store: "B").bindings.isEmpty)
    let other = try self.query(#Predicate { $0.persistentModelID == artist })
    #expect(other.statement(selecting: .count, paged: false).bindings == [.integer(0)])
  }

  @Test func `a temporary identifier matches no row`() throws {
    let identifier = Music.Album(title: "new").persistentModelID
    let query = try query(#Predicate { $0.persistentModelID == identifier })
    #expect(query.statement(selecting: .count, paged: false).sql.hasSuffix("WHERE (0)"))
  }

  @Test func `entities that a query reads by the way are named`() throws {
    #expect(try query(#Predicate { $0.year > 1 }).referencedEntities.isEmpty)
    #expect(try query(#Predicate { $0.artist == nil }).referencedEntities.isEmpty)
    #expect(try query(#Predicate { $0.artist?.name == "Bo" }).referencedEntities == ["Artist"])
    #expect(try query(#Predicate { $0.tracks.isEmpty }).referencedEntities == ["Track"])
    let sorted = FetchDescriptor(sortBy: [SortDescriptor(\Music.Album.artist?.name)])
    #expect(try FetchQuery(sorted, in: layout).referencedEntities == ["Artist"])
  }

  @Test func `hazards of supported predicates are noted`() throws {
    #expect(
      try query(#Predicate { $0.artist == nil }).hazards == [.relationshipComparedWithNil])
    #expect(
      try query(#Predicate { $0.artist?.mentor?.name == "Bo" }).hazards
        == [.chainOfOptionalRelationships])
    #expect(try query(#Predicate { $0.artist?.name == "Bo" }).hazards.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a chain of a thousand conditions works`(isConjunction: Bool) throws {
    typealias Tree = any StandardPredicateExpression<Bool>
    func and(
      _ left: some StandardPredicateExpression<Bool>,
      _ right: some StandardPredicateExpression<Bool>
    ) -> Tree { PredicateExpressions.Conjunction(lhs: left, rhs: right) }
    func or(
      _ left: some StandardPredicateExpression<Bool>,
      _ right: some StandardPredicateExpression<Bool>
    ) -> Tree { PredicateExpressions.Disjunction(lhs: left, rhs: right) }
    let predicate = Predicate<Music.Album> { album in
      var tree: Tree = PredicateExpressions.KeyPath(root: album, keyPath: \.isLive)
      for number in 0..<1000 {
        let next = PredicateExpressions.NotEqual(
          lhs: PredicateExpressions.KeyPath(root: album, keyPath: \.year),
          rhs: PredicateExpressions.Value(number))
        tree = isConjunction ? and(tree, next) : or(tree, next)
      }
      return tree
    }
    let library = try MusicLibrary(albumCount: 20)
    let (sql, memory, swift) = try library.selections(by: predicate)
    #expect(sql == swift && memory == swift)
    #expect(sql.isEmpty == false)
  }

  @Test func `a hundred thousand captured identifiers work`() throws {
    let library = try MusicLibrary(albumCount: 20)
    let store = try #require(library.albums[0].persistentModelID.store)
    let identifiers = (3...100_002).map {
      PersistentIdentifier(.row(store: store, entity: .named("Album"), key: $0))
    }
    let predicate = #Predicate<Music.Album> { identifiers.contains($0.persistentModelID) }
    let (sql, memory, swift) = try library.selections(by: predicate)
    #expect(sql.count == 18 && sql == swift && memory == swift)
  }
}
