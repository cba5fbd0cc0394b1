import SwiftData
import Testing

/// Relationships that a subclass sets before its superclass is initialised.
@Suite struct EarlyRelationshipTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Kennel.self, Pet.self, Hound.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  @Test func `they reach their inverse when the model is inserted`() throws {
    let kennel = Kennel()
    context.insert(kennel)
    let hound = Hound(kennel: kennel)
    context.insert(hound)
    #expect(kennel.hounds == [hound])
    try context.save()
    context.delete(kennel)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Hound>()) == 0)
  }

  @Test func `a tombstone of a subclass answers for inherited attributes`() throws {
    let hound = Hound(kennel: nil)
    context.insert(hound)
    try context.save()
    context.delete(hound)
    try context.save()
    let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    guard case .delete(let change)? = transactions.last?.changes.first else {
      Issue.record("The last transaction is no deletion.")
      return
    }
    let deletion = try #require(change as? DefaultHistoryDelete<Hound>)
    #expect(deletion.tombstone[\.name] as? String == "Rex")
  }
}

@Model private final class Kennel {
  @Relationship(deleteRule: .cascade, inverse: \Hound.kennel) var hounds: [Hound] = []

  init() {}
}

@Model private class Pet {
  @Attribute(.preserveValueOnDeletion) var name: String

  init(name: String) { self.name = name }
}

@Model private final class Hound: Pet {
  var kennel: Kennel?

  init(kennel: Kennel?) {
    self.kennel = kennel
    super.init(name: "Rex")
  }
}
