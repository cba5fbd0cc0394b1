import Foundation
import SwiftData

/// Models of another shape than the journal's: values of other kinds, required to-many
/// relationships, two of them, and a to-one relationship back.
enum MusicCollection {
  @Model
  final class Album {
    @Attribute(.unique) var code: String
    var price: Decimal?
    @Relationship(deleteRule: .cascade, inverse: \Track.album) var tracks: [Track] = []
    @Relationship(deleteRule: .cascade, inverse: \Review.album) var reviews: [Review] = []

    init(code: String, price: Decimal? = nil) {
      self.code = code
      self.price = price
    }
  }

  @Model
  final class Track {
    var title: String
    var album: Album?

    init(title: String) { self.title = title }
  }

  @Model
  final class Review {
    var stars: Int
    var album: Album?

    init(stars: Int) { self.stars = stars }
  }

  static func makeCollection() throws -> (container: ModelContainer, saves: SaveSwitch) {
    try makeFailableContainer(Album.self, Track.self, Review.self)
  }

  static func album(_ code: String = "A-1") -> Album {
    let album = Album(code: code, price: 12)
    album.tracks = [Track(title: "Prelude"), Track(title: "Fugue")]
    album.reviews = [Review(stars: 5)]
    return album
  }
}

/// A model without relationships, whose changing value is a list.
enum Checklists {
  @Model
  final class Checklist {
    var title: String
    var done: [String]
    var progress: Double

    init(title: String, done: [String] = [], progress: Double = 0) {
      self.title = title
      self.done = done
      self.progress = progress
    }
  }

  static func makeChecklists() throws -> (container: ModelContainer, saves: SaveSwitch) {
    try makeFailableContainer(Checklist.self)
  }
}
