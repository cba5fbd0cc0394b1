import Foundation
import SwiftData

private let half = 4.5
private let years = [1991, 1995, 2001]
private let yearSet: Set = [1991, 1995, 2001]
private let noYears: [Int] = []
private let manyYears = Array(1995...2600)
private let codes = [
  UUID(uuidString: "00000000-0000-0000-0000-000000000015")!,
  UUID(uuidString: "00000000-0000-0000-0000-000000000020")!,
]
private let manyCodes = codes + (0..<600).map { _ in UUID() }
private let manyDates = (0..<700).map { Date(timeIntervalSinceReferenceDate: Double($0) + 0) }
private let names = ["Blue", "elan"]
private let manyNames = names + (0..<600).map { "\"\\\u{1}\($0)" }
private let maybeStars: [Int?] = [1, nil]
private let someRange = 1995..<2001
private let search = ""

extension PredicateSample {
  static let collections: [PredicateSample] = [
    PredicateSample("in", selective: true, #Predicate { years.contains($0.year) }),
    PredicateSample("not in", selective: true, #Predicate { !years.contains($0.year) }),
    PredicateSample("in a set", selective: true, #Predicate { yearSet.contains($0.year) }),
    PredicateSample("in nothing", #Predicate { noYears.contains($0.year) }),
    PredicateSample("not in nothing", #Predicate { !noYears.contains($0.year) }),
    PredicateSample(
      "in many integers", selective: true, #Predicate { manyYears.contains($0.year) }),
    PredicateSample("in uuids", selective: true, #Predicate { codes.contains($0.code) }),
    PredicateSample("in many uuids", selective: true, #Predicate { manyCodes.contains($0.code) }),
    PredicateSample(
      "in many dates", selective: true, #Predicate { manyDates.contains($0.released) }),
    PredicateSample(
      "in many texts", selective: true, #Predicate { manyNames.contains($0.subtitle ?? "") }),
    PredicateSample("in optionals", selective: true, #Predicate { maybeStars.contains($0.stars) }),
    PredicateSample(
      "not in optionals", selective: true, #Predicate { !maybeStars.contains($0.stars) }),
    PredicateSample(
      "optional in", selective: true,
      #Predicate { if let text = $0.subtitle { names.contains(text) } else { false } }),
    PredicateSample(
      "closed range", selective: true, #Predicate { (1995...2001).contains($0.year) }),
    PredicateSample("range", selective: true, #Predicate { (1995..<2001).contains($0.year) }),
    PredicateSample("captured range", selective: true, #Predicate { someRange.contains($0.year) }),
    PredicateSample("range over columns", #Predicate { ($0.year...2050).contains(2000) }),
    PredicateSample(
      "captured text is empty", #Predicate { search.isEmpty || $0.title.contains(search) }),
  ]

  static let composites: [PredicateSample] = [
    PredicateSample("field", selective: true, #Predicate { $0.address.city == "Oslo" }),
    PredicateSample("optional field", selective: true, #Predicate { $0.address.number == nil }),
    PredicateSample("optional structure", selective: true, #Predicate { $0.studio?.city == "Rio" }),
    PredicateSample(
      "optional structure !=", selective: true, #Predicate { $0.studio?.city != "Rio" }),
    PredicateSample(
      "nested structure", selective: true,
      #Predicate { ($0.address.position?.latitude ?? 0) > half }),
    PredicateSample(
      "deep optional", selective: true, #Predicate { ($0.studio?.position?.latitude ?? 9) > half }),
    PredicateSample(
      "in a related model", selective: true, #Predicate { $0.artist?.address?.city == "Oslo" }),
  ]

  static let relationships: [PredicateSample] = [
    PredicateSample("is nil", selective: true, #Predicate { $0.artist == nil }),
    PredicateSample("is not nil", selective: true, #Predicate { $0.artist != nil }),
    PredicateSample("attribute", selective: true, #Predicate { $0.artist?.name == "Bo" }),
    PredicateSample("attribute !=", selective: true, #Predicate { $0.artist?.name != "Bo" }),
    PredicateSample("attribute is nil", selective: true, #Predicate { $0.artist?.born == nil }),
    PredicateSample("attribute in", selective: true, #Predicate { ($0.artist?.born ?? 0) > 1970 }),
    PredicateSample("two hops", selective: true, #Predicate { $0.artist?.mentor?.name == "Ana" }),
    PredicateSample("two hops nil", selective: true, #Predicate { $0.artist?.mentor == nil }),
    PredicateSample(
      "if let", selective: true,
      #Predicate { if let artist = $0.artist { artist.mentor == nil } else { false } }),
    PredicateSample(
      "if let else true", selective: true,
      #Predicate { if let artist = $0.artist { artist.mentor == nil } else { true } }),
    PredicateSample(
      "flatMap to a constant", selective: true, #Predicate { $0.artist.flatMap { _ in 1 } == 1 }),
    PredicateSample("text", selective: true, #Predicate { $0.artist?.name.contains("é") ?? false }),
    PredicateSample(
      "not text", selective: true, #Predicate { !($0.artist?.name.contains("é") ?? false) }),
    PredicateSample("isEmpty", #Predicate { $0.artist?.name.isEmpty == true }),
  ]

  static let toMany: [PredicateSample] = [
    PredicateSample("isEmpty", selective: true, #Predicate { $0.tracks.isEmpty }),
    PredicateSample("not isEmpty", selective: true, #Predicate { !$0.tracks.isEmpty }),
    PredicateSample("count", selective: true, #Predicate { $0.tracks.count > 1 }),
    PredicateSample(
      "contains", selective: true, #Predicate { $0.tracks.contains { $0.seconds > 200 } }),
    PredicateSample(
      "not contains", selective: true, #Predicate { !$0.tracks.contains { $0.seconds > 200 } }),
    PredicateSample(
      "contains nil", selective: true, #Predicate { $0.tracks.contains { $0.note == nil } }),
    PredicateSample(
      "allSatisfy", selective: true, #Predicate { $0.tracks.allSatisfy { $0.seconds > 100 } }),
    PredicateSample(
      "not allSatisfy", selective: true, #Predicate { !$0.tracks.allSatisfy { $0.note != nil } }),
    PredicateSample(
      "filter count", selective: true,
      #Predicate { $0.tracks.filter { $0.seconds > 100 }.count > 1 }),
    PredicateSample(
      "filter isEmpty", selective: true,
      #Predicate { $0.tracks.filter { $0.seconds > 100 }.isEmpty }),
    PredicateSample(
      "filter filter", selective: true,
      #Predicate { $0.tracks.filter { $0.seconds > 50 }.contains { $0.seconds < 200 } }),
    PredicateSample(
      "outer in closure", #Predicate { album in album.tracks.contains { $0.seconds > album.year } }),
    PredicateSample(
      "related in closure", selective: true,
      #Predicate { album in album.tracks.contains { $0.note == "1" && album.artist?.name == "Bo" } }
    ),
    PredicateSample(
      "back in closure", selective: true,
      #Predicate { $0.tracks.contains { $0.album?.isLive == true } }),
    PredicateSample(
      "many-to-many", selective: true, #Predicate { $0.genres.contains { $0.name == "Fado" } }),
    PredicateSample("many-to-many isEmpty", selective: true, #Predicate { $0.genres.isEmpty }),
    PredicateSample("many-to-many count", selective: true, #Predicate { $0.genres.count == 2 }),
    PredicateSample(
      "many-to-many allSatisfy", selective: true,
      #Predicate { $0.genres.allSatisfy { $0.name == "Jazz" } }),
    PredicateSample(
      "over a to-one", selective: true,
      #Predicate { $0.artist?.albums.contains { $0.isLive } ?? false }),
    PredicateSample(
      "over a to-one, empty", selective: true, #Predicate { !($0.artist?.pupils.isEmpty ?? true) }),
    PredicateSample(
      "closure with a list", selective: true,
      #Predicate { $0.tracks.contains { names.contains($0.name) } }),
  ]
}
