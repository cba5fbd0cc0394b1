import Foundation
import SwiftData

private let date = Date(timeIntervalSinceReferenceDate: 500)
private let past = Date.distantPast
private let year = 2000
private let half = 4.5
private let float: Float = 4.5
private let level: Int8 = 10
private let price: Decimal = 9.5
private let code = UUID(uuidString: "00000000-0000-0000-0000-000000000015")!
private let link = URL(string: "https://example.org/2")!
private let noLink: URL? = nil
private let noStars: Int? = nil
private let someStars: Int? = 3

extension PredicateSample {
  static let scalars: [PredicateSample] = [
    PredicateSample("int ==", #Predicate { $0.year == year }),
    PredicateSample("int !=", selective: true, #Predicate { $0.year != year }),
    PredicateSample("int <", selective: true, #Predicate { $0.year < year }),
    PredicateSample("int >=", selective: true, #Predicate { $0.year >= year }),
    PredicateSample("int8", selective: true, #Predicate { $0.level <= level }),
    PredicateSample("double", selective: true, #Predicate { $0.rating > half }),
    PredicateSample("float", selective: true, #Predicate { $0.weight < float }),
    PredicateSample("decimal", selective: true, #Predicate { $0.price > price }),
    PredicateSample("decimal ==", #Predicate { $0.price == price }),
    PredicateSample("date", selective: true, #Predicate { $0.released < date }),
    PredicateSample("bool", selective: true, #Predicate { $0.isLive }),
    PredicateSample("bool == false", selective: true, #Predicate { $0.isLive == false }),
    PredicateSample("uuid", selective: true, #Predicate { $0.code == code }),
    PredicateSample("uuid !=", selective: true, #Predicate { $0.code != code }),
    PredicateSample("true", #Predicate { _ in true }),
    PredicateSample("false", #Predicate { _ in false }),
  ]

  static let optionals: [PredicateSample] = [
    PredicateSample("== nil", selective: true, #Predicate { $0.stars == nil }),
    PredicateSample("!= nil", selective: true, #Predicate { $0.stars != nil }),
    PredicateSample("== value", selective: true, #Predicate { $0.stars == 3 }),
    PredicateSample("!= value keeps nil", selective: true, #Predicate { $0.stars != 3 }),
    PredicateSample("not ==", selective: true, #Predicate { !($0.stars == 3) }),
    PredicateSample("== captured nil", selective: true, #Predicate { $0.stars == noStars }),
    PredicateSample("!= captured nil", selective: true, #Predicate { $0.stars != noStars }),
    PredicateSample("== captured value", selective: true, #Predicate { $0.stars == someStars }),
    PredicateSample("?? in comparison", selective: true, #Predicate { ($0.stars ?? 0) < 2 }),
    PredicateSample("?? of date", selective: true, #Predicate { ($0.remastered ?? past) > date }),
    PredicateSample("optional bool", selective: true, #Predicate { $0.isOwned == true }),
    PredicateSample("optional bool ?? false", selective: true, #Predicate { $0.isOwned ?? false }),
    PredicateSample("not optional bool", selective: true, #Predicate { !($0.isOwned ?? false) }),
    PredicateSample("optional url", selective: true, #Predicate { $0.link == link }),
    PredicateSample("optional url nil", selective: true, #Predicate { $0.link == noLink }),
    PredicateSample(
      "if let", selective: true, #Predicate { if let stars = $0.stars { stars > 2 } else { false } }
    ),
    PredicateSample(
      "if let else true", selective: true,
      #Predicate { if let stars = $0.stars { stars > 2 } else { true } }),
    PredicateSample("flatMap", selective: true, #Predicate { $0.stars.flatMap { $0 + 1 } == 4 }),
    PredicateSample(
      "flatMap != nil", selective: true, #Predicate { $0.stars.flatMap { $0 > 3 } != true }),
    PredicateSample(
      "optional text chain", selective: true, #Predicate { $0.subtitle?.isEmpty == false }),
    PredicateSample("optional == optional", #Predicate { $0.stars == $0.address.number }),
    PredicateSample("optional enum is nil", #Predicate { $0.otherMedium == nil }),
  ]

  static let texts: [PredicateSample] = [
    PredicateSample("text ==", #Predicate { $0.subtitle == "Blue" }),
    PredicateSample("text <", selective: true, #Predicate { $0.title < "b" }),
    PredicateSample("isEmpty", #Predicate { $0.title.isEmpty }),
    PredicateSample("count", selective: true, #Predicate { $0.title.count > 6 }),
    PredicateSample("contains", selective: true, #Predicate { $0.title.contains("lue") }),
    PredicateSample("contains the empty text", #Predicate { $0.title.contains("") }),
    PredicateSample("contains a wildcard", selective: true, #Predicate { $0.title.contains("%") }),
    PredicateSample(
      "contains an underscore", selective: true, #Predicate { $0.title.contains("_") }),
    PredicateSample("contains non-ASCII", selective: true, #Predicate { $0.title.contains("本") }),
    PredicateSample("starts", selective: true, #Predicate { $0.title.starts(with: "Bl") }),
    PredicateSample("starts with the empty text", #Predicate { $0.title.starts(with: "") }),
    PredicateSample("constant contains", #Predicate { "Blue 1, Blue 2".contains($0.title) }),
    PredicateSample(
      "localized", selective: true, #Predicate { $0.title.localizedStandardContains("ELAN") }),
    PredicateSample(
      "localized with accent", selective: true,
      #Predicate { $0.title.localizedStandardContains("zoé") }),
    PredicateSample("localized empty", #Predicate { $0.title.localizedStandardContains("") }),
    PredicateSample(
      "optional contains", selective: true, #Predicate { $0.subtitle?.contains("l") ?? false }),
    PredicateSample(
      "optional not contains", selective: true,
      #Predicate { !($0.subtitle?.contains("l") ?? false) }),
    PredicateSample(
      "optional localized", selective: true,
      #Predicate { $0.subtitle?.localizedStandardContains("É") == true }),
    PredicateSample("quote", #Predicate { $0.title == "'; DROP TABLE ZALBUM; --" }),
  ]

  static let logic: [PredicateSample] = [
    PredicateSample("and", selective: true, #Predicate { $0.isLive && $0.year > year }),
    PredicateSample("or", selective: true, #Predicate { $0.isLive || $0.stars == 3 }),
    PredicateSample("not and", selective: true, #Predicate { !($0.isLive && $0.stars == 3) }),
    PredicateSample(
      "mixed", selective: true, #Predicate { ($0.isLive || $0.stars == nil) && !($0.year < year) }),
    PredicateSample("bool == bool", selective: true, #Predicate { ($0.year > year) == $0.isLive }),
    PredicateSample(
      "ternary", selective: true, #Predicate { $0.isLive ? $0.year > year : $0.stars == nil }),
    PredicateSample(
      "ternary of values", selective: true, #Predicate { ($0.isLive ? $0.year : 0) > year }),
    PredicateSample("constant and", selective: true, #Predicate { true && $0.isLive }),
    PredicateSample(
      "if else", selective: true,
      #Predicate { if $0.isLive { $0.year > year } else { $0.rating > half } }),
  ]

  static let arithmetic: [PredicateSample] = [
    PredicateSample("add", selective: true, #Predicate { $0.year + 5 > year + 10 }),
    PredicateSample("subtract", selective: true, #Predicate { $0.year - year > 3 }),
    PredicateSample("multiply", selective: true, #Predicate { $0.year * 2 > 4010 }),
    PredicateSample("divide integers", selective: true, #Predicate { $0.year / 10 == 200 }),
    PredicateSample("divide negative integers", selective: true, #Predicate { $0.level / 7 == -3 }),
    PredicateSample("divide doubles", selective: true, #Predicate { $0.rating / 2 > 2.2 }),
    PredicateSample("remainder", selective: true, #Predicate { $0.year % 3 == 1 }),
    PredicateSample("negative remainder", selective: true, #Predicate { $0.level % 5 == -2 }),
    PredicateSample("unary minus", selective: true, #Predicate { -$0.year < -2000 }),
    PredicateSample("decimal", selective: true, #Predicate { $0.price * 2 > price }),
    PredicateSample(
      "precedence", selective: true, #Predicate { ($0.year - year) * 2 - ($0.year - 1) < -1990 }),
  ]
}
