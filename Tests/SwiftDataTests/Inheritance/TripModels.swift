import Foundation
import SwiftData

// A hierarchy of three levels, with relationships to and from each of them.

@Model class Excursion {
  #Index<Excursion>([\.name])
  @Attribute(.unique) var code: String
  var name: String
  var days = 1
  @Relationship(deleteRule: .cascade, inverse: \Leg.journey) var legs: [Leg] = []
  var traveller: Traveller?
  var labels: [Sticker] = []
  @Transient var isSelected = false

  init(code: String, name: String) {
    self.code = code
    self.name = name
  }
}

@available(iOS 26, macOS 26, *)
@Model class BusinessExcursion: Excursion {
  #Index<BusinessExcursion>([\.perDiem], [\.name, \.perDiem])
  var perDiem: Double = 0
  @Attribute(.unique) var order: String?
  var venue: Venue?
  @Relationship(deleteRule: .cascade, inverse: \Receipt.journey) var receipts = [Receipt]()
  @Relationship(deleteRule: .deny) var audit: Audit?

  init(code: String, name: String, perDiem: Double) {
    self.perDiem = perDiem
    super.init(code: code, name: name)
  }
}

@available(iOS 26, macOS 26, *)
@Model final class ConferenceExcursion: BusinessExcursion {
  var talk: String?
  var topics: [String] = []

  init(code: String, name: String, talk: String?) {
    self.talk = talk
    super.init(code: code, name: name, perDiem: 50)
    days = 3
    topics = ["Swift"]
  }
}

@available(iOS 26, macOS 26, *)
@Model class PersonalExcursion: Excursion {
  enum Reason: String, Codable { case family, holiday }

  var reason: Reason
  var companions: [Traveller] = []

  init(code: String, name: String, reason: Reason = Reason.holiday) {
    self.reason = reason
    super.init(code: code, name: name)
  }
}

struct Venue: Codable, Equatable {
  var city: String
  var hall: String?
}

@Model final class Leg {
  var place: String
  var journey: Excursion?

  init(place: String, journey: Excursion? = nil) {
    self.place = place
    self.journey = journey
  }
}

@Model final class Traveller {
  var name: String
  @Relationship(inverse: \Excursion.traveller) var journeys: [Excursion] = []
  @Relationship(inverse: \PersonalExcursion.companions) var accompanied: [PersonalExcursion] = []
  var favourite: Excursion?
  var assignment: BusinessExcursion?

  init(name: String) { self.name = name }
}

@Model final class Sticker {
  var text: String
  @Relationship(inverse: \Excursion.labels) var journeys: [Excursion] = []

  init(text: String) { self.text = text }
}

@Model final class Receipt {
  var amount: Double
  var journey: BusinessExcursion?

  init(amount: Double) { self.amount = amount }
}

@Model final class Audit {
  var remark: String

  init(remark: String) { self.remark = remark }
}

extension ModelContainer {
  /// Excursions of all classes, in memory or in a file.
  static func journeys(at url: URL? = nil) throws -> ModelContainer {
    let schema = Schema([
      Excursion.self, BusinessExcursion.self, ConferenceExcursion.self, PersonalExcursion.self,
      Traveller.self,
    ])
    let configuration =
      url.map { ModelConfiguration(schema: schema, url: $0) }
      ?? ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
    return try ModelContainer(for: schema, configurations: configuration)
  }
}

extension ModelContext {
  /// Saves one journey of each class.
  @discardableResult
  func saveExcursions() throws -> [Excursion] {
    let journeys = [
      Excursion(code: "J", name: "Walk"),
      BusinessExcursion(code: "B", name: "Visit", perDiem: 30),
      ConferenceExcursion(code: "C", name: "Conference", talk: "Testing"),
      PersonalExcursion(code: "P", name: "Beach", reason: .family),
    ]
    for journey in journeys { insert(journey) }
    try save()
    return journeys
  }

  func names<Model: Excursion>(
    of type: Model.Type, where predicate: Predicate<Model>? = nil
  ) throws -> [String] {
    try fetch(FetchDescriptor<Model>(predicate: predicate)).map(\.name).sorted()
  }
}
