import Foundation
import SwiftData
import Testing

/// What a fetch of models that others inherit from, or that lead to such, loads at once.
@Suite struct InheritedPrefetchingTests {
  let container: ModelContainer
  let context: ModelContext
  let counter: StatementCounter

  init() throws {
    container = try .journeys()
    let writer = ModelContext(container)
    let excursions = try writer.saveExcursions()
    for (index, name) in ["Ann", "Ben"].enumerated() {
      let traveller = Traveller(name: name)
      writer.insert(traveller)
      traveller.journeys = [excursions[index], excursions[index + 2]]
      traveller.favourite = excursions[2 - index]
      traveller.accompanied = [excursions[3] as! PersonalExcursion]
    }
    for excursion in excursions { excursion.legs = [Leg(place: "to \(excursion.code)")] }
    try writer.save()
    context = ModelContext(container)
    counter = StatementCounter(container)
  }

  private var travellers: FetchDescriptor<Traveller> {
    FetchDescriptor(sortBy: [SortDescriptor(\.name)])
  }

  @Test func `destinations of several classes take one statement`() throws {
    var descriptor = travellers
    descriptor.relationshipKeyPathsForPrefetching = [\.journeys]
    let found = try context.fetch(descriptor)
    #expect(counter.take().count == 2)
    #expect(found.map { $0.journeys.map(\.code).sorted() } == [["C", "J"], ["B", "P"]])
    let visit = try #require(found[1].journeys.first { $0.code == "B" } as? BusinessExcursion)
    #expect(visit.perDiem == 30)
    let conference = found[0].journeys.compactMap { $0 as? ConferenceExcursion }
    #expect(conference.map(\.talk) == ["Testing"])
    #expect(conference.map(\.topics) == [["Swift"]])
    #expect(counter.take().isEmpty)
  }

  @Test func `a to-one destination of any class takes one statement for all owners`() throws {
    var descriptor = travellers
    descriptor.relationshipKeyPathsForPrefetching = [\.favourite]
    let found = try context.fetch(descriptor)
    #expect(counter.take().count == 2)
    #expect(found.map { $0.favourite?.name } == ["Conference", "Visit"])
    #expect((found[1].favourite as? BusinessExcursion)?.perDiem == 30)
    #expect(counter.take().isEmpty)
  }

  @Test func `a many-to-many relationship to a subclass takes one statement`() throws {
    var descriptor = travellers
    descriptor.relationshipKeyPathsForPrefetching = [\.accompanied]
    let found = try context.fetch(descriptor)
    #expect(counter.take().count == 2)
    #expect(found.map { $0.accompanied.map(\.reason) } == [[.family], [.family]])
    #expect(counter.take().isEmpty)
  }

  @Test func `owners of several classes share one statement`() throws {
    var descriptor = FetchDescriptor<Excursion>(sortBy: [SortDescriptor(\.code)])
    descriptor.relationshipKeyPathsForPrefetching = [\.legs, \.traveller]
    let found = try context.fetch(descriptor)
    #expect(counter.take().count == 3)
    #expect(found.map { $0.legs.map(\.place) } == [["to B"], ["to C"], ["to J"], ["to P"]])
    #expect(found.map { $0.traveller?.name } == ["Ben", "Ann", "Ann", "Ben"])
    #expect(counter.take().isEmpty)
  }

  @Test func `prefetched destinations are changed and saved like others`() throws {
    var descriptor = travellers
    descriptor.relationshipKeyPathsForPrefetching = [\.journeys, \.favourite]
    let found = try context.fetch(descriptor)
    let visit = try #require(found[1].journeys.first { $0.code == "B" } as? BusinessExcursion)
    visit.perDiem = 99
    found[0].journeys.append(visit)
    try context.save()
    let fresh = ModelContext(container)
    let stored = try fresh.fetch(descriptor)
    #expect(stored.map { $0.journeys.map(\.code).sorted() } == [["B", "C", "J"], ["P"]])
    #expect(stored[0].journeys.compactMap { ($0 as? BusinessExcursion)?.perDiem }.max() == 99)
  }

  private var names: FetchDescriptor<Excursion> {
    var descriptor = FetchDescriptor<Excursion>(sortBy: [SortDescriptor(\.code)])
    descriptor.propertiesToFetch = [\.name]
    return descriptor
  }

  @Test func `only the properties asked for are read, whatever the class of a row`() throws {
    let found = try context.fetch(names)
    let statements = counter.take()
    #expect(statements.count == 1)
    #expect(statements[0].contains("ZNAME"))
    for column in ["ZDAYS", "ZPERDIEM", "ZTALK", "ZREASON"] {
      #expect(!statements[0].contains(column))
    }
    #expect(found.map(\.name) == ["Visit", "Conference", "Walk", "Beach"])
    #expect(found.map { "\(type(of: $0))" }.sorted().first == "BusinessExcursion")
    #expect(counter.take().isEmpty)
  }

  @Test func `what was not asked for is loaded when it is read, inherited or not`() throws {
    let found = try context.fetch(names)
    _ = counter.take()
    let visit = try #require(found[0] as? BusinessExcursion)
    #expect(visit.perDiem == 30)
    #expect(visit.days == 1)
    #expect(visit.traveller?.persistentModelID != nil)
    #expect(counter.take().count == 1)
    let conference = try #require(found[1] as? ConferenceExcursion)
    conference.name = "edited"
    #expect(conference.talk == "Testing")
    try context.save()
    let fresh = ModelContext(container)
    let stored = try fresh.fetch(FetchDescriptor<ConferenceExcursion>())
    #expect(stored.map(\.name) == ["edited"])
    #expect(stored.map(\.topics) == [["Swift"]])
  }

  @Test func `a subclass is fetched with some of its own and inherited properties`() throws {
    var descriptor = FetchDescriptor<BusinessExcursion>(sortBy: [SortDescriptor(\.code)])
    descriptor.propertiesToFetch = [\.perDiem, \.days]
    let found = try context.fetch(descriptor)
    let statements = counter.take()
    #expect(statements.count == 1 && !statements[0].contains("ZNAME"))
    #expect(found.map(\.perDiem) == [30, 50])
    #expect(found.map(\.days) == [1, 3])
    #expect(counter.take().isEmpty)
    #expect(found.map(\.name) == ["Visit", "Conference"])
  }
}
