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

  @Test func `an inherited property is named with the class that declares it as root`() throws {
    let visit = BusinessExcursion(code: "B", name: "Visit", perDiem: 30)
    context.insert(visit)
    try context.save()
    visit.name = "Long visit"
    visit.perDiem = 40
    try context.save()
    let update = try #require(try updates(of: BusinessExcursion.self).first)
    let attributes = update.updatedAttributes.map { $0 as AnyKeyPath }
    #expect(attributes == [\Excursion.name, \BusinessExcursion.perDiem])
    // They read from an instance all the same.
    let values = update.updatedAttributes.map {
      "\(visit[keyPath: $0 as PartialKeyPath<BusinessExcursion>])"
    }
    #expect(values == ["Long visit", "40.0"])
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
