import Foundation
import SwiftData

/// The models that the tests of queries fetch: every kind of property that a predicate can lead to.
enum Music {
  enum Medium: String, Codable { case vinyl, tape }

  enum Payment: Codable, Equatable {
    case cash
    case card(number: String)
  }

  struct Address: Codable, Hashable {
    var city: String
    var number: Int?
    var position: Position?

    var label: String { city }
  }

  struct Position: Codable, Hashable {
    var latitude: Double
    var longitude: Double
  }

  @Model final class Album {
    var title: String
    var subtitle: String?
    var year: Int
    var stars: Int?
    var rating: Double
    var weight: Float
    var level: Int8
    var price: Decimal
    var released: Date
    var remastered: Date?
    var isLive: Bool
    var isOwned: Bool?
    var code: UUID
    var link: URL?
    var medium: Medium
    var otherMedium: Medium?
    var payment: Payment?
    var address: Address
    var studio: Address?
    var tags: [String]
    @Attribute(.externalStorage) var cover: Data?
    var booklet: Data?
    @Transient var plays: Int = 0
    var artist: Artist?
    @Relationship(inverse: \Track.album) var tracks: [Track] = []
    @Relationship(inverse: \Genre.albums) var genres: [Genre] = []
    @Relationship(inverse: \Artist.guestAlbums) var guests: [Artist]?

    var shout: String { title + "!" }

    init(
      title: String, subtitle: String? = nil, year: Int = 2000, stars: Int? = nil,
      rating: Double = 0, level: Int8 = 0, price: Decimal = 0,
      released: Date = Date(timeIntervalSinceReferenceDate: 0), remastered: Date? = nil,
      isLive: Bool = false, isOwned: Bool? = nil, code: UUID = UUID(), link: URL? = nil,
      medium: Medium = .vinyl, payment: Payment? = nil,
      address: Address = Address(city: "Oslo"), studio: Address? = nil, artist: Artist? = nil
    ) {
      self.title = title
      self.subtitle = subtitle
      self.year = year
      self.stars = stars
      self.rating = rating
      self.weight = Float(rating)
      self.level = level
      self.price = price
      self.released = released
      self.remastered = remastered
      self.isLive = isLive
      self.isOwned = isOwned
      self.code = code
      self.link = link
      self.medium = medium
      self.otherMedium = nil
      self.payment = payment
      self.address = address
      self.studio = studio
      self.tags = []
      self.cover = nil
      self.booklet = nil
      self.artist = artist
    }
  }

  @Model final class Artist {
    var name: String
    var born: Int?
    var address: Address?
    var mentor: Artist?
    @Relationship(inverse: \Artist.mentor) var pupils: [Artist] = []
    @Relationship(inverse: \Album.artist) var albums: [Album] = []
    var guestAlbums: [Album]?

    init(name: String, born: Int? = nil, address: Address? = nil, mentor: Artist? = nil) {
      self.name = name
      self.born = born
      self.address = address
      self.mentor = mentor
    }
  }

  @Model final class Track {
    var name: String
    var seconds: Int
    var note: String?
    var album: Album?

    init(name: String, seconds: Int, note: String? = nil, album: Album? = nil) {
      self.name = name
      self.seconds = seconds
      self.note = note
      self.album = album
    }
  }

  @Model final class Genre {
    var name: String
    var albums: [Album] = []

    init(name: String) { self.name = name }
  }
}
