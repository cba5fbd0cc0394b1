import Foundation
import SwiftData
import Testing

@Suite struct InheritedSaveTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .journeys()
    context = ModelContext(container)
  }

  @Test func `an insertion of a subclass is saved with the values of all levels`() throws {
    let journey = ConferenceExcursion(code: "C", name: "Conference", talk: "Testing")
    journey.venue = Venue(city: "Oslo", hall: "A")
    context.insert(journey)
    #expect(context.insertedModelsArray.map { "\(type(of: $0))" } == ["ConferenceExcursion"])
    try context.save()
    #expect(journey.persistentModelID.entityName == "ConferenceExcursion")
    let stored = try #require(
      try ModelContext(container).fetch(FetchDescriptor<ConferenceExcursion>()).first)
    #expect(stored.venue == Venue(city: "Oslo", hall: "A"))
    #expect(stored.topics == ["Swift"])
    #expect(stored.talk == "Testing")
    #expect(stored.code == "C")
  }

  @Test func `changes at every level are saved`() throws {
    try context.saveExcursions()
    let other = ModelContext(container)
    let journey = try #require(try other.fetch(FetchDescriptor<ConferenceExcursion>()).first)
    journey.name = "Changed"
    journey.perDiem = 1
    journey.topics.append("SQL")
    try other.save()
    let stored = try #require(
      try ModelContext(container).fetch(FetchDescriptor<ConferenceExcursion>()).first)
    #expect(stored.name == "Changed")
    #expect(stored.perDiem == 1)
    #expect(stored.topics == ["Swift", "SQL"])
    #expect(stored.talk == "Testing")
  }

  @Test func `one row has one instance, whichever class it is fetched by`() throws {
    try context.saveExcursions()
    let reader = ModelContext(container)
    let byBase = try #require(
      try reader.fetch(FetchDescriptor<Excursion>(predicate: #Predicate { $0.code == "C" })).first)
    let byClass = try #require(try reader.fetch(FetchDescriptor<ConferenceExcursion>()).first)
    let byMiddle = try reader.fetch(FetchDescriptor<BusinessExcursion>())
    #expect(byBase === byClass)
    #expect(byMiddle.contains { $0 === byClass })
    let identifier = byClass.persistentModelID
    #expect(reader.model(for: identifier) === byClass)
    let registered: Excursion? = reader.registeredModel(for: identifier)
    let registeredClass: ConferenceExcursion? = reader.registeredModel(for: identifier)
    let wrong: PersonalExcursion? = reader.registeredModel(for: identifier)
    #expect(registered === byClass)
    #expect(registeredClass === byClass)
    #expect(wrong == nil)
  }

  @Test func `a model for an identifier is of its own class and loads when read`() throws {
    let saved = try context.saveExcursions()
    let reader = ModelContext(container)
    let model = reader.model(for: saved[2].persistentModelID)
    let conference = try #require(model as? ConferenceExcursion)
    #expect(conference.talk == "Testing")
    #expect(conference.name == "Conference")
  }

  @Test func `a subclass that the schema lacks is refused by name`() throws {
    let schema = Schema([Excursion.self])
    #expect(!schema.entities.map(\.name).contains("ConferenceExcursion"))
    let container = try ModelContainer(
      for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(ConferenceExcursion(code: "C", name: "Conference", talk: nil))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect("\(try #require(error))".contains("ConferenceExcursion"))
  }

  @Test func `a schema of a subclass alone stores the base, too`() throws {
    let container = try ModelContainer(
      for: Schema([ConferenceExcursion.self]),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Excursion(code: "J", name: "Walk"))
    context.insert(ConferenceExcursion(code: "C", name: "Conference", talk: nil))
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Excursion>()) == 2)
  }

  @Test func `an inherited unique value updates the stored model of the class`() throws {
    try context.saveExcursions()
    let writer = ModelContext(container)
    let again = BusinessExcursion(code: "B", name: "Again", perDiem: 99)
    writer.insert(again)
    try writer.save()
    let all = try ModelContext(container).fetch(FetchDescriptor<BusinessExcursion>())
    #expect(all.count == 2)
    #expect(all.first { $0.code == "B" }?.perDiem == 99)
    #expect(again.name == "Again")
  }

  @Test func `a unique value of another class is refused`() throws {
    try context.saveExcursions()
    context.insert(PersonalExcursion(code: "B", name: "Other"))
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code.rawValue == 133021)
    context.rollback()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Excursion>()) == 4)
  }

  @Test func `a unique value of a subclass holds among its instances`() throws {
    let first = BusinessExcursion(code: "1", name: "First", perDiem: 1)
    first.order = "A"
    context.insert(first)
    try context.save()
    let second = BusinessExcursion(code: "2", name: "Second", perDiem: 2)
    second.order = "A"
    context.insert(second)
    context.insert(Excursion(code: "3", name: "Third"))
    try context.save()
    let names = try ModelContext(container).names(of: Excursion.self)
    #expect(names == ["Second", "Third"])
  }

  @Test func `deletions by type take subclasses along unless told not to`() throws {
    try context.saveExcursions()
    try context.delete(model: Excursion.self, includeSubclasses: false)
    try context.save()
    #expect(
      try ModelContext(container).names(of: Excursion.self) == ["Beach", "Conference", "Visit"])
    try context.delete(model: BusinessExcursion.self, where: #Predicate { $0.perDiem > 40 })
    try context.save()
    #expect(try ModelContext(container).names(of: Excursion.self) == ["Beach", "Visit"])
    try context.delete(model: Excursion.self)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Excursion>()) == 0)
  }

  @Test func `a deletion that is rolled back brings the subclass's instance back`() throws {
    try context.saveExcursions()
    let journey = try #require(try context.fetch(FetchDescriptor<ConferenceExcursion>()).first)
    #expect(journey.legs.isEmpty && journey.receipts.isEmpty)
    context.delete(journey)
    context.processPendingChanges()
    context.rollback()
    #expect(journey.talk == "Testing")
    #expect(try context.fetch(FetchDescriptor<ConferenceExcursion>()).first === journey)
  }

  @Test func `a documented fault with an inherited relationship is met in a subclass`() async {
    await #expect(processExitsWith: .failure) {
      let container = try ModelContainer.journeys()
      try ModelContext(container).saveExcursions()
      let context = ModelContext(container)
      let journey = try #require(try context.fetch(FetchDescriptor<PersonalExcursion>()).first)
      // The base's cascade leads to legs that were never loaded.
      context.delete(journey)
      context.processPendingChanges()
      context.rollback()
    }
  }

  @Test func `an inserted model of a subclass that is rolled back can be inserted again`() throws {
    let journey = BusinessExcursion(code: "B", name: "Visit", perDiem: 30)
    context.insert(journey)
    context.rollback()
    #expect(journey.modelContext == nil)
    context.insert(journey)
    try context.save()
    #expect(try ModelContext(container).names(of: BusinessExcursion.self) == ["Visit"])
  }
}
