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
    try writer.saveExcursions()
  }

  @Test func `a fetch of the base returns instances of every class as their own`() throws {
    let journeys = try reader.fetch(FetchDescriptor<Excursion>(sortBy: [SortDescriptor(\.code)]))
    #expect(
      journeys.map { "\(type(of: $0))" } == [
        "BusinessExcursion", "ConferenceExcursion", "Excursion", "PersonalExcursion",
      ])
    let conference = try #require(journeys[1] as? ConferenceExcursion)
    #expect(conference.name == "Conference")
    #expect(conference.days == 3)
    #expect(conference.perDiem == 50)
    #expect(conference.talk == "Testing")
    #expect(conference.topics == ["Swift"])
    #expect((journeys[3] as? PersonalExcursion)?.reason == .family)
  }

  @Test func `a fetch of a subclass returns it and what inherits from it`() throws {
    #expect(try reader.names(of: BusinessExcursion.self) == ["Conference", "Visit"])
    #expect(try reader.names(of: ConferenceExcursion.self) == ["Conference"])
    #expect(try reader.names(of: PersonalExcursion.self) == ["Beach"])
    #expect(
      try reader.fetch(FetchDescriptor<BusinessExcursion>()).map(\.perDiem).sorted() == [30, 50])
  }

  @Test func `counts and identifiers follow the class`() throws {
    #expect(try reader.fetchCount(FetchDescriptor<Excursion>()) == 4)
    #expect(try reader.fetchCount(FetchDescriptor<BusinessExcursion>()) == 2)
    let identifiers = try reader.fetchIdentifiers(FetchDescriptor<Excursion>())
    #expect(
      identifiers.map(\.entityName).sorted() == [
        "BusinessExcursion", "ConferenceExcursion", "Excursion", "PersonalExcursion",
      ])
    #expect(Set(identifiers).count == 4)
    let business = try reader.fetchIdentifiers(FetchDescriptor<BusinessExcursion>())
    #expect(Set(business.map(\.entityName)) == ["BusinessExcursion", "ConferenceExcursion"])
  }

  @Test func `predicates and sorts use inherited properties`() throws {
    let isLong = #Predicate<ConferenceExcursion> { $0.days == 3 && $0.perDiem > 10 }
    let long = FetchDescriptor(
      predicate: isLong, sortBy: [SortDescriptor(\.name), SortDescriptor(\.perDiem)])
    #expect(try reader.fetch(long).map(\.code) == ["C"])
    let descending = FetchDescriptor<BusinessExcursion>(
      sortBy: [SortDescriptor(\.name, order: .reverse)])
    #expect(try reader.fetch(descending).map(\.name) == ["Visit", "Conference"])
  }

  @Test func `an identifier of a subclass finds it among the base`() throws {
    let identifier = try #require(
      try reader.fetchIdentifiers(FetchDescriptor<ConferenceExcursion>()).first)
    let found = try reader.fetch(
      FetchDescriptor<Excursion>(predicate: #Predicate { $0.persistentModelID == identifier }))
    #expect(found.map(\.code) == ["C"])
    let others = try reader.fetch(
      FetchDescriptor<PersonalExcursion>(
        predicate: #Predicate { $0.persistentModelID == identifier })
    )
    #expect(others.isEmpty)
  }

  @Test(arguments: [false, true])
  func `the class is tested by a predicate, stored or pending`(isPending: Bool) throws {
    let context = isPending ? ModelContext(container) : reader
    if isPending {
      for journey in try context.fetch(FetchDescriptor<Excursion>()) { journey.days += 0 }
    }
    #expect(
      try context.names(of: Excursion.self, where: #Predicate { $0 is BusinessExcursion })
        == ["Conference", "Visit"])
    #expect(
      try context.names(of: Excursion.self, where: #Predicate { !($0 is BusinessExcursion) })
        == ["Beach", "Walk"])
    #expect(
      try context.names(
        of: Excursion.self,
        where: #Predicate { $0 is PersonalExcursion || $0 is ConferenceExcursion })
        == ["Beach", "Conference"])
  }

  @Test(arguments: [false, true])
  func `properties of a subclass are reached by a cast, stored or pending`(isPending: Bool) throws {
    let context = isPending ? ModelContext(container) : reader
    if isPending {
      for journey in try context.fetch(FetchDescriptor<Excursion>()) { journey.days += 0 }
    }
    #expect(
      try context.names(
        of: Excursion.self, where: #Predicate { ($0 as? BusinessExcursion)?.perDiem == 30 })
        == ["Visit"])
    #expect(
      try context.names(
        of: Excursion.self, where: #Predicate { ($0 as? BusinessExcursion)?.perDiem == nil })
        == ["Beach", "Walk"])
    #expect(
      try context.names(
        of: Excursion.self, where: #Predicate { ($0 as? BusinessExcursion)?.name == "Walk" })
        == [])
    #expect(
      try context.names(
        of: Excursion.self,
        where: #Predicate { journey in
          if let business = journey as? BusinessExcursion {
            business.perDiem > 40
          } else {
            journey.name == "Walk"
          }
        })
        == ["Conference", "Walk"])
    #expect(
      try context.names(
        of: BusinessExcursion.self,
        where: #Predicate { ($0 as? ConferenceExcursion)?.talk == "Testing" })
        == ["Conference"])
  }

  @Test func `an enumeration and batches bring every class`() throws {
    var classes: [String] = []
    try reader.enumerate(
      FetchDescriptor<Excursion>(sortBy: [SortDescriptor(\.code)]), batchSize: 2
    ) { classes.append("\(type(of: $0))") }
    #expect(
      classes == ["BusinessExcursion", "ConferenceExcursion", "Excursion", "PersonalExcursion"])
    var descriptor = FetchDescriptor<Excursion>(sortBy: [SortDescriptor(\.code)])
    descriptor.includePendingChanges = false
    let batches = try ModelContext(container).fetch(descriptor, batchSize: 3)
    #expect(batches.map { "\(type(of: $0))" } == classes)
    #expect(batches.map(\.name) == ["Visit", "Conference", "Walk", "Beach"])
  }

  @Test func `limits and offsets count over all classes`() throws {
    var descriptor = FetchDescriptor<Excursion>(sortBy: [SortDescriptor(\.code)])
    descriptor.fetchLimit = 2
    descriptor.fetchOffset = 1
    #expect(try reader.fetch(descriptor).map(\.code) == ["C", "J"])
    #expect(try reader.fetchCount(descriptor) == 2)
  }

  @Test func `pending changes of a subclass take part in a fetch of the base`() throws {
    reader.insert(ConferenceExcursion(code: "X", name: "Extra", talk: nil))
    let visit = try #require(
      try reader.fetch(
        FetchDescriptor<BusinessExcursion>(predicate: #Predicate { $0.code == "B" })
      ).first)
    visit.name = "Changed"
    for excursion in try reader.fetch(FetchDescriptor<PersonalExcursion>()) {
      reader.delete(excursion)
    }
    #expect(try reader.names(of: Excursion.self) == ["Changed", "Conference", "Extra", "Walk"])
    #expect(try reader.names(of: BusinessExcursion.self) == ["Changed", "Conference", "Extra"])
    #expect(try reader.names(of: PersonalExcursion.self) == [])
    #expect(try reader.fetchCount(FetchDescriptor<Excursion>()) == 4)
    #expect(
      try reader.names(of: Excursion.self, where: #Predicate { $0.name.starts(with: "E") })
        == ["Extra"])
  }

  @Test func `a predicate over a relationship sees changes of subclasses`() throws {
    let visit = try #require(
      try reader.fetch(
        FetchDescriptor<BusinessExcursion>(predicate: #Predicate { $0.code == "B" })
      ).first)
    visit.legs = [Leg(place: "Oslo")]
    try reader.save()
    visit.name = "Changed"
    let legs = try reader.fetch(
      FetchDescriptor<Leg>(predicate: #Predicate { $0.journey?.name == "Changed" }))
    #expect(legs.map(\.place) == ["Oslo"])
    let business = try reader.fetch(
      FetchDescriptor<Leg>(predicate: #Predicate { $0.journey is BusinessExcursion }))
    #expect(business.map(\.place) == ["Oslo"])
    let cast = try ModelContext(container).fetch(
      FetchDescriptor<Leg>(
        predicate: #Predicate { ($0.journey as? BusinessExcursion)?.perDiem == 30 }))
    #expect(cast.map(\.place) == ["Oslo"])
    let travellers = try reader.fetch(
      FetchDescriptor<Traveller>(
        predicate: #Predicate { $0.journeys.contains { $0 is BusinessExcursion } }))
    #expect(travellers.isEmpty)
  }
}
