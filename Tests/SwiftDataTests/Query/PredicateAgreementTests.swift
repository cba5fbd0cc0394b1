import Foundation
import SwiftData
import Testing

/// A predicate selects the same models as SQL, in memory and by `Predicate.evaluate(_:)`.
@Suite struct PredicateAgreementTests {
  private let library: MusicLibrary

  init() throws { library = try MusicLibrary() }

  @Test(arguments: PredicateSample.groups.keys.sorted())
  func `a predicate has one result however it is evaluated`(group: String) throws {
    for sample in try #require(PredicateSample.groups[group]) { try expectAgreement(sample) }
  }

  @Test func `a predicate over identifiers and captured models has one result`() throws {
    let first = library.albums[3].persistentModelID
    let artist = library.artists[1].persistentModelID
    let genre = library.genres[0].persistentModelID
    let mentor: PersistentIdentifier? = library.artists[0].persistentModelID
    let some = library.albums.prefix(5).map(\.persistentModelID)
    let none: [PersistentIdentifier] = []
    for predicate in [
      #Predicate<Music.Album> { $0.persistentModelID == first },
      #Predicate<Music.Album> { $0.id != first },
      #Predicate<Music.Album> { $0.artist?.persistentModelID == artist },
      #Predicate<Music.Album> { $0.artist?.persistentModelID != artist },
      #Predicate<Music.Album> { $0.artist?.mentor?.persistentModelID == mentor },
      #Predicate<Music.Album> { some.contains($0.persistentModelID) },
      #Predicate<Music.Album> { !some.contains($0.id) },
      #Predicate<Music.Album> { none.contains($0.id) },
      #Predicate<Music.Album> { $0.genres.contains { $0.persistentModelID == genre } },
    ] {
      try expectAgreement(PredicateSample("identifiers", predicate))
    }
  }

  private func expectAgreement(_ sample: PredicateSample) throws {
    let (sql, memory, swift) = try library.selections(by: sample.predicate)
    #expect(sql == swift, "\(sample.name) in SQL")
    #expect(memory == swift, "\(sample.name) in memory")
    if sample.isSelective {
      #expect(!swift.isEmpty && swift.count < library.albums.count, "\(sample.name) selects some")
    }
  }
}

/// A predicate with a name for the output of a test.
struct PredicateSample: Sendable {
  let name: String
  let predicate: Predicate<Music.Album>
  /// Whether it selects some albums and not all, without which agreement means little.
  let isSelective: Bool

  init(_ name: String, selective: Bool = false, _ predicate: Predicate<Music.Album>) {
    self.name = name
    self.predicate = predicate
    isSelective = selective
  }

  static let groups = [
    "arithmetic": arithmetic, "captured collections": collections, "everyday": everyday,
    "logic": logic,
    "optionals": optionals, "scalars": scalars, "structures": composites, "texts": texts,
    "to-many": toMany, "to-one": relationships,
  ]
}
