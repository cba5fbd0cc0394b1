import Foundation
import SwiftData

private let start = Date(timeIntervalSinceReferenceDate: 200)
private let end = Date(timeIntervalSinceReferenceDate: 700)
private let period = start...end
private let since = start...
private let until = ..<end
private let codes = Set(
  (10..<40).map { UUID(uuidString: "00000000-0000-0000-0000-0000000000\($0)")! })
private let words = ["Blue", "elan"]
private let none = ""
private let ana = "Ana"
private let search = "an"
private let noSearch = ""
private let wanted: Int? = 3
private let wantedName: String? = "Bo"
private let onlyLive = true
private let minimum = 2
private let limit = 9.0
private let names = Music.Names(first: "Blue", others: ["Ana", "Dag"])

extension Music {
  /// Captured values that are parts of others.
  struct Names: Codable, Sendable {
    var first: String
    var others: [String]
  }
}

extension PredicateSample {
  /// Predicates as apps write them.
  static let everyday: [PredicateSample] = [
    PredicateSample("in a period", selective: true, #Predicate { period.contains($0.released) }),
    PredicateSample("since", selective: true, #Predicate { since.contains($0.released) }),
    PredicateSample("until", selective: true, #Predicate { until.contains($0.released) }),
    PredicateSample(
      "between", selective: true, #Predicate { $0.released >= start && $0.released < end }),
    PredicateSample(
      "a range made of captured bounds", selective: true,
      #Predicate { (start..<end).contains($0.released) }),
    PredicateSample(
      "an optional date in a period", selective: true,
      #Predicate { if let date = $0.remastered { period.contains(date) } else { false } }),
    PredicateSample("in a set", selective: true, #Predicate { codes.contains($0.code) }),
    PredicateSample(
      "in a list of literals", selective: true, #Predicate { [1999, 2003, 2010].contains($0.year) }),
    PredicateSample(
      "a part of a captured value", selective: true,
      #Predicate { $0.title.starts(with: names.first) }),
    PredicateSample(
      "a collection in a captured value", selective: true,
      #Predicate {
        if let artist = $0.artist { names.others.contains(artist.name) } else { false }
      }),
    PredicateSample(
      "a search over several texts", selective: true,
      #Predicate {
        search.isEmpty || $0.title.localizedStandardContains(search)
          || ($0.subtitle ?? none).localizedStandardContains(search)
          || $0.artist?.name.localizedStandardContains(search) == true
      }),
    PredicateSample(
      "no search",
      #Predicate { noSearch.isEmpty || $0.title.localizedStandardContains(noSearch) }),
    PredicateSample(
      "a switch that is captured", selective: true, #Predicate { !onlyLive || $0.isLive }),
    PredicateSample(
      "a captured switch of conditions", selective: true,
      #Predicate { onlyLive ? $0.isLive : $0.year > 2000 }),
    PredicateSample(
      "a captured optional, if there is one", selective: true,
      #Predicate { wanted == nil || $0.stars == wanted }),
    PredicateSample(
      "an optional of a related model", selective: true,
      #Predicate { $0.artist?.name == wantedName }),
    PredicateSample(
      "else if", selective: true,
      #Predicate {
        if $0.isLive { $0.year > 2000 } else if $0.stars == wanted { true } else { false }
      }),
    PredicateSample(
      "if let in if let", selective: true,
      #Predicate {
        if let artist = $0.artist {
          if let born = artist.born { born > 1970 } else { true }
        } else {
          false
        }
      }),
    PredicateSample(
      "?? of another property", selective: true, #Predicate { ($0.subtitle ?? $0.title) > "b" }),
    PredicateSample(
      "?? of a chain", selective: true,
      #Predicate { ($0.artist?.mentor?.name ?? none) == ana }),
    PredicateSample(
      "flatMap of a related model", selective: true,
      #Predicate { $0.artist.flatMap { $0.name.contains("a") } ?? false }),
    PredicateSample(
      "a count of what is filtered", selective: true,
      #Predicate { $0.tracks.filter { $0.note != nil }.count >= minimum }),
    PredicateSample(
      "a related collection of a related model", selective: true,
      #Predicate { ($0.artist?.albums.count ?? 0) > minimum }),
    PredicateSample(
      "words of a related collection", selective: true,
      #Predicate { $0.genres.contains { names.others.contains($0.name) || $0.name == "Fado" } }),
    PredicateSample(
      "a text begins with a word", selective: true,
      #Predicate { $0.title.starts(with: "Blue") || $0.subtitle?.starts(with: "b") == true }),
    PredicateSample(
      "five conditions", selective: true,
      #Predicate {
        $0.year > minimum && $0.rating < limit && $0.released > start && !$0.title.isEmpty
          && $0.stars != nil
      }),
  ]
}
