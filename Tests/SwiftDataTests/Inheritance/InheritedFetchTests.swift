import Foundation
import SwiftData
import Testing

@Suite struct InheritedFetchTests {
  let container: ModelContainer
  /// The context that saved the journeys.
  let writer: ModelContext
  /// A context that holds none of them.
  let reader: ModelContext

  init() throws {
    container = try .journeys()
    writer = ModelContext(container)
    reader = ModelContext(container)
    try writer.saveJourneys()
  }

  @Test func `a fetch of the base returns instances of every class as their own`() throws {
    let journeys = try reader.fetch(FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.code)]))
    #expect(
      journeys.map { "\(type(of: $0))" } == [
        "BusinessJourney", "ConferenceJourney", "Journey", "PersonalJourney",
      ])
    let conference = try #require(journeys[1] as? ConferenceJourney)
    #expect(conference.name == "Conference")
    #expect(conference.days == 3)
    #expect(conference.perDiem == 50)
    #expect(conference.talk == "Testing")
    #expect(conference.topics == ["Swift"])
    #expect((journeys[3] as? PersonalJourney)?.reason == .family)
  }

  @Test func `a fetch of a subclass returns it and what inherits from it`() throws {
    #expect(try reader.names(of: BusinessJourney.self) == ["Conference", "Visit"])
    #expect(try reader.names(of: ConferenceJourney.self) == ["Conference"])
    #expect(try reader.names(of: PersonalJourney.self) == ["Beach"])
    #expect(
      try reader.fetch(FetchDescriptor<BusinessJourney>()).map(\.perDiem).sorted() == [30, 50])
  }

  @Test func `counts and identifiers follow the class`() throws {
    #expect(try reader.fetchCount(FetchDescriptor<Journey>()) == 4)
    #expect(try reader.fetchCount(FetchDescriptor<BusinessJourney>()) == 2)
    let identifiers = try reader.fetchIdentifiers(FetchDescriptor<Journey>())
    #expect(
      identifiers.map(\.entityName).sorted() == [
        "BusinessJourney", "ConferenceJourney", "Journey", "PersonalJourney",
      ])
    #expect(Set(identifiers).count == 4)
    let business = try reader.fetchIdentifiers(FetchDescriptor<BusinessJourney>())
    #expect(Set(business.map(\.entityName)) == ["BusinessJourney", "ConferenceJourney"])
  }

  @Test func `predicates and sorts use inherited properties`() throws {
    let isLong = #Predicate<ConferenceJourney> { $0.days == 3 && $0.perDiem > 10 }
    let long = FetchDescriptor(
      predicate: isLong, sortBy: [SortDescriptor(\.name), SortDescriptor(\.perDiem)])
    #expect(try reader.fetch(long).map(\.code) == ["C"])
    let descending = FetchDescriptor<BusinessJourney>(
      sortBy: [SortDescriptor(\.name, order: .reverse)])
    #expect(try reader.fetch(descending).map(\.name) == ["Visit", "Conference"])
  }

  @Test func `an identifier of a subclass finds it among the base`() throws {
    let identifier = try #require(
      try reader.fetchIdentifiers(FetchDescriptor<ConferenceJourney>()).first)
    let found = try reader.fetch(
      FetchDescriptor<Journey>(predicate: #Predicate { $0.persistentModelID == identifier }))
    #expect(found.map(\.code) == ["C"])
    let others = try reader.fetch(
      FetchDescriptor<PersonalJourney>(predicate: #Predicate { $0.persistentModelID == identifier })
    )
    #expect(others.isEmpty)
  }

  @Test(arguments: [false, true])
  func `the class is tested by a predicate, stored or pending`(isPending: Bool) throws {
    let context = isPending ? ModelContext(container) : reader
    if isPending {
      for journey in try context.fetch(FetchDescriptor<Journey>()) { journey.days += 0 }
    }
    #expect(
      try context.names(of: Journey.self, where: #Predicate { $0 is BusinessJourney })
        == ["Conference", "Visit"])
    #expect(
      try context.names(of: Journey.self, where: #Predicate { !($0 is BusinessJourney) })
        == ["Beach", "Walk"])
    #expect(
      try context.names(
        of: Journey.self,
        where: #Predicate { $0 is PersonalJourney || $0 is ConferenceJourney })
        == ["Beach", "Conference"])
  }

  @Test(arguments: [false, true])
  func `properties of a subclass are reached by a cast, stored or pending`(isPending: Bool) throws {
    let context = isPending ? ModelContext(container) : reader
    if isPending {
      for journey in try context.fetch(FetchDescriptor<Journey>()) { journey.days += 0 }
    }
    #expect(
      try context.names(
        of: Journey.self, where: #Predicate { ($0 as? BusinessJourney)?.perDiem == 30 })
        == ["Visit"])
    #expect(
      try context.names(
        of: Journey.self, where: #Predicate { ($0 as? BusinessJourney)?.perDiem == nil })
        == ["Beach", "Walk"])
    #expect(
      try context.names(
        of: Journey.self, where: #Predicate { ($0 as? BusinessJourney)?.name == "Walk" })
        == [])
    #expect(
      try context.names(
        of: Journey.self,
        where: #Predicate { journey in
          if let business = journey as? BusinessJourney {
            business.perDiem > 40
          } else {
            journey.name == "Walk"
          }
        })
        == ["Conference", "Walk"])
    #expect(
      try context.names(
        of: BusinessJourney.self,
        where: #Predicate { ($0 as? ConferenceJourney)?.talk == "Testing" })
        == ["Conference"])
  }

  @Test func `an enumeration and batches bring every class`() throws {
    var classes: [String] = []
    try reader.enumerate(
      FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.code)]), batchSize: 2
    ) { classes.append("\(type(of: $0))") }
    #expect(
      classes == ["BusinessJourney", "ConferenceJourney", "Journey", "PersonalJourney"])
    var descriptor = FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.code)])
    descriptor.includePendingChanges = false
    let batches = try ModelContext(container).fetch(descriptor, batchSize: 3)
    #expect(batches.map { "\(type(of: $0))" } == classes)
    #expect(batches.map(\.name) == ["Visit", "Conference", "Walk", "Beach"])
  }

  @Test func `limits and offsets count over all classes`() throws {
    var descriptor = FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.code)])
    descriptor.fetchLimit = 2
    descriptor.fetchOffset = 1
    #expect(try reader.fetch(descriptor).map(\.code) == ["C", "J"])
    #expect(try reader.fetchCount(descriptor) == 2)
  }

  @Test func `pending changes of a subclass take part in a fetch of the base`() throws {
    reader.insert(ConferenceJourney(code: "X", name: "Extra", talk: nil))
    let visit = try #require(
      try reader.fetch(
        FetchDescriptor<BusinessJourney>(predicate: #Predicate { $0.code == "B" })
      ).first)
    visit.name = "Changed"
    try reader.delete(model: PersonalJourney.self)
    #expect(try reader.names(of: Journey.self) == ["Changed", "Conference", "Extra", "Walk"])
    #expect(try reader.names(of: BusinessJourney.self) == ["Changed", "Conference", "Extra"])
    #expect(try reader.names(of: PersonalJourney.self) == [])
    #expect(try reader.fetchCount(FetchDescriptor<Journey>()) == 4)
    #expect(
      try reader.names(of: Journey.self, where: #Predicate { $0.name.starts(with: "E") })
        == ["Extra"])
  }

  @Test func `a predicate over a relationship sees changes of subclasses`() throws {
    let visit = try #require(
      try reader.fetch(
        FetchDescriptor<BusinessJourney>(predicate: #Predicate { $0.code == "B" })
      ).first)
    visit.legs = [Leg(place: "Oslo")]
    try reader.save()
    visit.name = "Changed"
    let legs = try reader.fetch(
      FetchDescriptor<Leg>(predicate: #Predicate { $0.journey?.name == "Changed" }))
    #expect(legs.map(\.place) == ["Oslo"])
    let business = try reader.fetch(
      FetchDescriptor<Leg>(predicate: #Predicate { $0.journey is BusinessJourney }))
    #expect(business.map(\.place) == ["Oslo"])
    let cast = try ModelContext(container).fetch(
      FetchDescriptor<Leg>(
        predicate: #Predicate { ($0.journey as? BusinessJourney)?.perDiem == 30 }))
    #expect(cast.map(\.place) == ["Oslo"])
    let travellers = try reader.fetch(
      FetchDescriptor<Traveller>(
        predicate: #Predicate { $0.journeys.contains { $0 is BusinessJourney } }))
    #expect(travellers.isEmpty)
  }
}
