import Foundation
import SwiftData

// A hierarchy of three levels, with relationships to and from each of them.

@Model class Journey {
  #Index<Journey>([\.name])
  @Attribute(.unique) var code: String
  var name: String
  var days = 1
  @Relationship(deleteRule: .cascade, inverse: \Leg.journey) var legs: [Leg] = []
  var traveller: Traveller?
  var labels: [Label] = []
  @Transient var isSelected = false

  init(code: String, name: String) {
    self.code = code
    self.name = name
  }
}

@available(iOS 26, macOS 26, *)
@Model class BusinessJourney: Journey {
  #Index<BusinessJourney>([\.perDiem], [\.name, \.perDiem])
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
@Model final class ConferenceJourney: BusinessJourney {
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
@Model class PersonalJourney: Journey {
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
  var journey: Journey?

  init(place: String, journey: Journey? = nil) {
    self.place = place
    self.journey = journey
  }
}

@Model final class Traveller {
  var name: String
  @Relationship(inverse: \Journey.traveller) var journeys: [Journey] = []
  @Relationship(inverse: \PersonalJourney.companions) var accompanied: [PersonalJourney] = []
  var favourite: Journey?
  var assignment: BusinessJourney?

  init(name: String) { self.name = name }
}

@Model final class Label {
  var text: String
  @Relationship(inverse: \Journey.labels) var journeys: [Journey] = []

  init(text: String) { self.text = text }
}

@Model final class Receipt {
  var amount: Double
  var journey: BusinessJourney?

  init(amount: Double) { self.amount = amount }
}

@Model final class Audit {
  var remark: String

  init(remark: String) { self.remark = remark }
}

extension ModelContainer {
  /// Journeys of all classes, in memory or in a file.
  static func journeys(at url: URL? = nil) throws -> ModelContainer {
    let schema = Schema([
      Journey.self, BusinessJourney.self, ConferenceJourney.self, PersonalJourney.self,
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
  func saveJourneys() throws -> [Journey] {
    let journeys = [
      Journey(code: "J", name: "Walk"),
      BusinessJourney(code: "B", name: "Visit", perDiem: 30),
      ConferenceJourney(code: "C", name: "Conference", talk: "Testing"),
      PersonalJourney(code: "P", name: "Beach", reason: .family),
    ]
    for journey in journeys { insert(journey) }
    try save()
    return journeys
  }

  func names<Model: Journey>(
    of type: Model.Type, where predicate: Predicate<Model>? = nil
  ) throws -> [String] {
    try fetch(FetchDescriptor<Model>(predicate: predicate)).map(\.name).sorted()
  }
}
