import Foundation
import SwiftData
import Testing

@Suite struct InheritedRelationshipTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .journeys()
    context = ModelContext(container)
  }

  @Test func `a to-one relationship to the base leads to an instance of the subclass`() throws {
    let traveller = Traveller(name: "Ida")
    traveller.favourite = ConferenceExcursion(code: "C", name: "Conference", talk: "Testing")
    context.insert(traveller)
    try context.save()
    let reader = ModelContext(container)
    let stored = try #require(try reader.fetch(FetchDescriptor<Traveller>()).first)
    let favourite = try #require(stored.favourite)
    #expect(type(of: favourite) == ConferenceExcursion.self)
    #expect(favourite.name == "Conference")
    #expect((favourite as? ConferenceExcursion)?.talk == "Testing")
    #expect(try reader.fetch(FetchDescriptor<ConferenceExcursion>()).first === favourite)
  }

  @Test func `a to-one relationship changes to a destination of another class`() throws {
    let traveller = Traveller(name: "Ida")
    context.insert(traveller)
    for journey in try context.saveExcursions() {
      traveller.favourite = journey
      try context.save()
      let reader = ModelContext(container)
      let stored = try #require(try reader.fetch(FetchDescriptor<Traveller>()).first)
      #expect(stored.favourite.map { "\(type(of: $0))" } == "\(type(of: journey))")
      #expect(stored.favourite?.code == journey.code)
    }
    traveller.favourite = nil
    try context.save()
    let reader = ModelContext(container)
    #expect(try reader.fetch(FetchDescriptor<Traveller>()).first?.favourite == nil)
  }

  @Test func `a to-many relationship of the base holds every class`() throws {
    let traveller = Traveller(name: "Ida")
    context.insert(traveller)
    for journey in try context.saveExcursions() { journey.traveller = traveller }
    #expect(traveller.journeys.count == 4)
    try context.save()
    let reader = ModelContext(container)
    let stored = try #require(try reader.fetch(FetchDescriptor<Traveller>()).first)
    #expect(
      stored.journeys.map { "\(type(of: $0))" }.sorted() == [
        "BusinessExcursion", "ConferenceExcursion", "Excursion", "PersonalExcursion",
      ])
    let business = try #require(stored.journeys.compactMap { $0 as? ConferenceExcursion }.first)
    business.traveller = nil
    #expect(stored.journeys.count == 3)
    try reader.save()
    #expect(
      try ModelContext(container).fetch(
        FetchDescriptor<Traveller>(predicate: #Predicate { $0.journeys.count == 3 })
      ).count == 1)
  }

  @Test func `many-to-many relationships of both levels are stored`() throws {
    let label = Sticker(text: "north")
    let personal = PersonalExcursion(code: "P", name: "Beach")
    personal.labels = [label]
    personal.companions = [Traveller(name: "Ida"), Traveller(name: "Ola")]
    let conference = ConferenceExcursion(code: "C", name: "Conference", talk: nil)
    context.insert(personal)
    context.insert(conference)
    conference.labels.append(label)
    try context.save()
    let reader = ModelContext(container)
    let stored = try #require(try reader.fetch(FetchDescriptor<Sticker>()).first)
    #expect(Set(stored.journeys.map(\.code)) == ["P", "C"])
    let beach = try #require(stored.journeys.compactMap { $0 as? PersonalExcursion }.first)
    #expect(Set(beach.companions.map(\.name)) == ["Ida", "Ola"])
    #expect(beach.companions.allSatisfy { $0.accompanied == [beach] })
  }

  @Test func `delete rules of every level apply to what is deleted as the base`() throws {
    let journey = ConferenceExcursion(code: "C", name: "Conference", talk: nil)
    journey.legs = [Leg(place: "Oslo"), Leg(place: "Bergen")]
    journey.receipts = [Receipt(amount: 1)]
    let traveller = Traveller(name: "Ida")
    traveller.assignment = journey
    journey.traveller = traveller
    context.insert(journey)
    context.insert(traveller)
    try context.save()
    let deleting = ModelContext(container)
    let stored = try #require(try deleting.fetch(FetchDescriptor<Excursion>()).first)
    deleting.delete(stored)
    try deleting.save()
    let reader = ModelContext(container)
    #expect(try reader.fetchCount(FetchDescriptor<Leg>()) == 0)
    #expect(try reader.fetchCount(FetchDescriptor<Receipt>()) == 0)
    #expect(try reader.fetch(FetchDescriptor<Traveller>()).first?.journeys == [])
  }

  @Test func `a deny rule of the subclass keeps an instance that is deleted as the base`() throws {
    let journey = BusinessExcursion(code: "B", name: "Visit", perDiem: 1)
    journey.audit = Audit(remark: "open")
    context.insert(journey)
    try context.save()
    let base: Excursion = journey
    context.delete(base)
    #expect(throws: CocoaError.self) { try context.save() }
  }

  @Test func `one-way relationships lead to the base from many owners`() throws {
    let journey = BusinessExcursion(code: "B", name: "Visit", perDiem: 1)
    for name in ["Ida", "Ola"] {
      let traveller = Traveller(name: name)
      traveller.favourite = journey
      traveller.assignment = journey
      context.insert(traveller)
    }
    try context.save()
    let reader = ModelContext(container)
    let travellers = try reader.fetch(FetchDescriptor<Traveller>())
    #expect(travellers[0].favourite === travellers[1].favourite)
    #expect(travellers[0].favourite === travellers[0].assignment)
    let visiting = try reader.fetch(
      FetchDescriptor<Traveller>(
        predicate: #Predicate { $0.assignment?.name == "Visit" },
        sortBy: [SortDescriptor(\.favourite?.name), SortDescriptor(\.name)]))
    #expect(visiting.map(\.name) == ["Ida", "Ola"])
  }
}
