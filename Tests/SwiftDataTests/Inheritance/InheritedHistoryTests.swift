import SwiftData
import Testing

/// What the history says of models that inherit.
@Suite struct InheritedHistoryTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .journeys()
    context = ModelContext(container)
  }

  /// The updates of a model in the last transaction.
  private func updates<Model: PersistentModel>(
    of type: Model.Type
  ) throws -> [DefaultHistoryUpdate<Model>] {
    try #require(try context.history().last).changes.compactMap { change in
      guard case .update(let update) = change else { return nil }
      return update as? DefaultHistoryUpdate<Model>
    }
  }

  @Test func `an inherited property is named with the model's own class as root`() throws {
    let visit = BusinessExcursion(code: "B", name: "Visit", perDiem: 30)
    context.insert(visit)
    try context.save()
    visit.name = "Long visit"
    visit.perDiem = 40
    try context.save()
    let update = try #require(try updates(of: BusinessExcursion.self).first)
    let attributes = update.updatedAttributes.map { $0 as PartialKeyPath<BusinessExcursion> }
    #expect(attributes == [\.name, \.perDiem])
    #expect(update.updatedAttributes.contains { $0 == \BusinessExcursion.name })
    #expect(attributes.map { "\(visit[keyPath: $0])" } == ["Long visit", "40.0"])
  }

  @Test func `properties of every superclass are named so, relationships among them`() throws {
    let conference = ConferenceExcursion(code: "C", name: "Conference", talk: nil)
    context.insert(conference)
    try context.save()
    conference.days = 2
    conference.perDiem = 10
    conference.talk = "Testing"
    conference.legs = [Leg(place: "Oslo")]
    conference.receipts = [Receipt(amount: 5)]
    try context.save()
    let update = try #require(try updates(of: ConferenceExcursion.self).first)
    let attributes = update.updatedAttributes.map { $0 as PartialKeyPath<ConferenceExcursion> }
    #expect(attributes == [\.days, \.legs, \.perDiem, \.receipts, \.talk])
  }

  @Test func `the base's own key paths have the base as root`() throws {
    let walk = Excursion(code: "J", name: "Walk")
    context.insert(walk)
    try context.save()
    walk.name = "Long walk"
    try context.save()
    let update = try #require(try updates(of: Excursion.self).first)
    #expect(update.updatedAttributes.map { $0 as PartialKeyPath<Excursion> } == [\.name])
  }
}
