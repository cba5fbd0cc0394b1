import Foundation
@testable import SwiftData

/// A stored library of music that is the same at each run and has many values missing.
struct MusicLibrary {
  let container: ModelContainer
  let context: ModelContext
  let albums: [Music.Album]
  let artists: [Music.Artist]
  let genres: [Music.Genre]

  init(albumCount: Int = 60) throws {
    let configuration = ModelConfiguration(UUID().uuidString, isStoredInMemoryOnly: true)
    container = try ModelContainer(for: Music.Album.self, configurations: configuration)
    context = ModelContext(container)
    var random = SplitMix(state: 7)
    let context = context
    let genres = ["Jazz", "Fado", "Choro"].map { Music.Genre(name: $0) }
    for genre in genres { context.insert(genre) }
    var artists: [Music.Artist] = []
    for name in ["Ana", "Bo", "Cléo", "Dag", "ea"] {
      let artist = Music.Artist(
        name: name, born: random.maybe { Int($0.next() % 50) + 1950 },
        address: random.maybe { $0.address() }, mentor: random.maybe { $0.pick(artists) } ?? nil)
      context.insert(artist)
      artists.append(artist)
    }
    var albums: [Music.Album] = []
    for number in 0..<albumCount {
      let album = random.album(number, artist: random.maybe { $0.pick(artists) } ?? nil)
      context.insert(album)
      albums.append(album)
      album.genres = genres.filter { _ in random.next() % 3 == 0 }
      for track in 0..<random.next() % 4 {
        context.insert(
          Music.Track(
            name: random.pick(SplitMix.titles)!, seconds: Int(random.next() % 400),
            note: random.maybe { "\($0.next() % 3)" }, album: track == 3 ? nil : album))
      }
    }
    try context.save()
    self.albums = albums
    self.artists = artists
    self.genres = genres
  }

  /// The titles that a predicate selects, by the three ways to evaluate it.
  func selections(
    by predicate: Predicate<Music.Album>
  ) throws -> (sql: [String], memory: [String], swift: [String]) {
    let descriptor = FetchDescriptor(predicate: predicate)
    let query = try FetchQuery(descriptor, in: context.core.layout)
    return (
      try context.fetch(descriptor).map(\.title).sorted(),
      try albums.filter { try query.matches($0.modelStorage) }.map(\.title).sorted(),
      try albums.filter { try predicate.evaluate($0) }.map(\.title).sorted()
    )
  }
}

/// A small generator of random numbers that gives the same sequence at each run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  static let titles = ["Blue", "blue", "Élan", "elan", "", "Zoë", "100%", "a_b", "日本", "Straße"]

  mutating func maybe<Value>(_ make: (inout SplitMix) -> Value) -> Value? {
    next() % 3 == 0 ? nil : make(&self)
  }

  mutating func pick<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values[Int(next() % UInt64(values.count))]
  }

  mutating func address() -> Music.Address {
    Music.Address(
      city: pick(["Oslo", "Lisboa", "Rio"])!, number: maybe { Int($0.next() % 5) },
      position: maybe { Music.Position(latitude: Double($0.next() % 9), longitude: 1) })
  }

  mutating func album(_ number: Int, artist: Music.Artist?) -> Music.Album {
    Music.Album(
      title: pick(Self.titles)! + " \(number)", subtitle: maybe { $0.pick(Self.titles)! },
      year: Int(next() % 30) + 1990, stars: maybe { Int($0.next() % 6) },
      rating: Double(next() % 100) / 10, level: Int8(truncatingIfNeeded: next()),
      price: Decimal(Int(next() % 40)) / 2,
      released: Date(timeIntervalSinceReferenceDate: Double(next() % 1000)),
      remastered: maybe { Date(timeIntervalSinceReferenceDate: Double($0.next() % 1000)) },
      isLive: next() % 2 == 0, isOwned: maybe { $0.next() % 2 == 0 },
      code: UUID(uuidString: "00000000-0000-0000-0000-0000000000\(10 + number % 90)")!,
      link: maybe { URL(string: "https://example.org/\($0.next() % 4)")! },
      medium: next() % 2 == 0 ? .vinyl : .tape, payment: maybe { _ in .cash },
      address: address(), studio: maybe { $0.address() }, artist: artist)
  }
}
