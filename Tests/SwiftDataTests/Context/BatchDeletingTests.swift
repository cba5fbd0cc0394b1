import Foundation
import SwiftData
import Synchronization
import Testing

/// Deleting all models of a type, or those that satisfy a predicate, in the store.
@Suite struct BatchDeletingTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
  }

  private func count<T: PersistentModel>(_ type: T.Type) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<T>())
  }

  private func fill() throws {
    for name in ["Plays", "Poetry"] {
      let shelf = Shelf(name: name)
      shelf.books = [Volume(title: "\(name) 1", pages: 1), Volume(title: "\(name) 2", pages: 2)]
      context.insert(shelf)
    }
    try context.save()
  }

  private func expectRefusal(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    let error = #expect(throws: CocoaError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.code.rawValue == 134050, sourceLocation: sourceLocation)
    #expect(
      error?.localizedDescription.contains(text) ?? false, "\(String(describing: error))",
      sourceLocation: sourceLocation)
  }

  @Test func `it takes effect at the next save`() throws {
    try fill()
    try context.delete(model: Shelf.self, where: #Predicate { $0.name == "Plays" })
    #expect(context.hasChanges)
    #expect(context.deletedModelsArray.isEmpty)
    #expect(try context.fetchCount(FetchDescriptor<Shelf>()) == 2)
    #expect(try count(Shelf.self) == 2)
    try context.save()
    #expect(!context.hasChanges)
    #expect(try context.fetch(FetchDescriptor<Shelf>()).map(\.name) == ["Poetry"])
    #expect(try count(Volume.self) == 2)
  }

  @Test func `a rollback takes it back`() throws {
    try fill()
    try context.delete(model: Shelf.self)
    context.rollback()
    #expect(!context.hasChanges)
    try context.save()
    #expect(try count(Shelf.self) == 2)
  }

  @Test func `it loads no models`() throws {
    try fill()
    let fresh = ModelContext(container)
    let counter = StatementCounter(container)
    try fresh.delete(model: Shelf.self)
    try fresh.save()
    #expect(
      !counter.take().contains {
        $0.contains("ZTITLE") || $0.contains("ZNAME") && $0.hasPrefix("SELECT t0")
      })
    #expect(try count(Volume.self) == 0)
  }

  @Test func `a model whose destination has an array that is not optional is refused`() throws {
    try fill()
    try expectRefusal(
      "Constraint trigger violation: Batch delete failed due to mandatory OTO nullify inverse on Volume/shelf"
    ) {
      try context.delete(model: Volume.self)
    }
    #expect(!context.hasChanges)
    try context.save()
    #expect(try count(Volume.self) == 4)
  }

  @Test func `a model without a destination is deleted all the same`() throws {
    try fill()
    context.insert(Volume(title: "loose"))
    try context.save()
    try context.delete(model: Volume.self, where: #Predicate { $0.title == "loose" })
    try context.save()
    #expect(try count(Volume.self) == 4)
  }

  @Test func `after its owners are gone in the same save, it is allowed`() throws {
    try fill()
    try context.delete(model: Shelf.self)
    try context.delete(model: Volume.self)
    try context.save()
    #expect(try count(Volume.self) == 0)
  }

  @Test func `a many-to-many destination must not be left without any`() throws {
    let ibsen = Writer(name: "Ibsen")
    let lie = Writer(name: "Lie")
    let joint = Volume(title: "joint")
    joint.authors = [ibsen, lie]
    context.insert(joint)
    try context.save()
    try context.delete(model: Writer.self, where: #Predicate { $0.name == "Lie" })
    try context.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetch(FetchDescriptor<Volume>())[0].authors.count == 1)
    #expect(joint.authors.map(\.name) == ["Ibsen"])
    try expectRefusal("mandatory MTM nullify inverse on Writer/books") {
      try context.delete(model: Writer.self)
    }
  }

  @Test func `a rule that denies is refused`() throws {
    context.insert(Loan(reader: "Nora", book: Volume(title: "Brand")))
    try context.save()
    try expectRefusal("deny rule on Loan/book") { try context.delete(model: Loan.self) }
  }

  @Test func `optional inverses are set to nil, here and in the store`() throws {
    let container = try ModelContainer(
      for: Parent.self, Child.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let parent = Parent()
    let child = Child()
    context.insert(parent)
    child.parent = parent
    let other = Child()
    other.friend = child
    context.insert(other)
    try context.save()
    try context.delete(model: Parent.self)
    try context.save()
    #expect(child.parent == nil)
    let fresh = ModelContext(container)
    #expect(try fresh.fetch(FetchDescriptor<Child>()).allSatisfy { $0.parent == nil })
    let change = try #require(
      try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
    #expect(change.changes.map(\.summary) == ["delete Parent", "update Child"])
  }

  @Test func `a mandatory to-one inverse is refused`() throws {
    let container = try ModelContainer(
      for: Country.self, City.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let country = Country()
    context.insert(City(country: country))
    try context.save()
    try expectRefusal("mandatory OTM nullify inverse on Country/cities") {
      try context.delete(model: Country.self)
    }
    try context.delete(model: City.self)
    try context.delete(model: Country.self)
    try context.save()
    #expect(!country.hasChanges)
    #expect(country.modelContext == nil)
  }

  @Test func `the history has every row, and the save's changes in one transaction`() throws {
    try fill()
    try context.delete(model: Shelf.self, where: #Predicate { $0.name == "Plays" })
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(history.count == 2)
    #expect(
      history[1].changes.map(\.summary) == [
        "delete Shelf", "delete Volume", "delete Volume", "insert Writer",
      ])
  }

  @Test func `tombstones are kept`() throws {
    let container = try ModelContainer.hotel()
    let context = ModelContext(container)
    try context.check(in: "Nora")
    try context.delete(model: Guest.self)
    try context.save()
    guard
      case .delete(let deletion as DefaultHistoryDelete<Guest>)? =
        try context.history().last?.changes.first
    else {
      Issue.record("no deletion of a guest")
      return
    }
    #expect(deletion.tombstone[\.name] as? String == "Nora")
  }

  @Test func `unsaved changes of what is deleted are dropped by the save`() throws {
    try fill()
    let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
    shelf.name = "edited"
    shelf.books[0].title = "edited"
    let loose = Volume(title: "loose", shelf: shelf)
    context.insert(loose)
    let other = ModelContext(container)
    try context.delete(model: Shelf.self)
    try context.save()
    #expect(!context.hasChanges)
    #expect(loose.shelf == nil)
    #expect(try other.fetch(FetchDescriptor<Volume>()).map(\.title) == ["loose"])
    try context.save()
  }

  @Test func `the stored values decide, not unsaved ones`() throws {
    try fill()
    let shelf = try #require(
      try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)])).first)
    shelf.name = "Prose"
    try context.delete(model: Shelf.self, where: #Predicate { $0.name == "Prose" })
    try context.save()
    #expect(try count(Shelf.self) == 2)
  }

  @Test func `a save that fails deletes nothing and keeps the deletion pending`() throws {
    try fill()
    let doomed = Writer(name: "Ibsen")
    context.insert(doomed)
    try context.save()
    let other = ModelContext(container)
    other.delete(other.model(for: doomed.persistentModelID) as! Writer)
    try other.save()
    doomed.name = "Lie"
    try context.delete(model: Shelf.self)
    #expect(throws: CocoaError.self) { try context.save() }
    #expect(try count(Shelf.self) == 2)
    #expect(context.hasChanges)
    context.delete(doomed)
    try context.save()
    #expect(try count(Shelf.self) == 0)
  }

  @Test func `the notification names what was deleted, and a generation`() throws {
    try fill()
    let shelves = try context.fetchIdentifiers(FetchDescriptor<Shelf>())
    let deleted = Mutex<Set<PersistentIdentifier>>([])
    let generations = Mutex<[String]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      typealias Key = ModelContext.NotificationKey
      let identifiers =
        notification.userInfo?[Key.deletedIdentifiers.rawValue] as? [PersistentIdentifier]
      deleted.withLock { $0.formUnion(identifiers ?? []) }
      let generation = notification.userInfo?[Key.queryGeneration.rawValue]
      generations.withLock { $0.append("\(generation ?? "none")") }
      if notification.userInfo?[Key.invalidatedAllIdentifiers.rawValue] != nil {
        Issue.record("nothing was invalidated")
      }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try context.delete(model: Shelf.self)
    try context.save()
    context.insert(Writer(name: "Ibsen"))
    try context.save()
    #expect(deleted.withLock { $0 }.isSuperset(of: shelves))
    #expect(deleted.withLock { $0 }.count == 6)
    #expect(Set(generations.withLock { $0 }).subtracting(["none"]).count == 2)
  }

  @Test func `a predicate that the store cannot evaluate is refused at once`() {
    #expect(throws: SwiftDataError.self) {
      try context.delete(model: Shelf.self, where: #Predicate { $0.hasChanges })
    }
    #expect(!context.hasChanges)
  }

  /// The identifiers of the next `didSave`, by their keys.
  private func identifiersOfSave() throws -> [String: [PersistentIdentifier]] {
    let found = Mutex<[String: [PersistentIdentifier]]>([:])
    let observer = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { notification in
      for (key, value) in notification.userInfo ?? [:] {
        guard let name = key as? String, let list = value as? [PersistentIdentifier] else {
          continue
        }
        found.withLock { $0[name] = list }
      }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try context.save()
    return found.withLock { $0 }
  }

  @Test func `the notification names a pending model that a batch deletion takes once`() throws {
    try fill()
    let shelves = try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)]))
    shelves[0].name = "edited"
    context.delete(shelves[1])
    let all = Set(
      shelves.map(\.persistentModelID) + shelves.flatMap(\.books).map(\.persistentModelID))
    try context.delete(model: Shelf.self)
    let saved = try identifiersOfSave()
    #expect(saved["updated"] == [])
    #expect(saved["deleted"]?.count == 6)
    #expect(Set(saved["deleted"] ?? []) == all)
  }

  @Test func `the notification names a model once that is edited and inserted again`() throws {
    let writer = Writer(name: "Ibsen")
    context.insert(writer)
    try context.save()
    writer.books = [Volume(title: "Brand")]
    context.insert(Writer(name: "Ibsen"))
    context.insert(Writer(name: "Ibsen"))
    context.insert(Writer(name: "Lie"))
    context.insert(Writer(name: "Lie"))
    let saved = try identifiersOfSave()
    #expect(saved["updated"] == [writer.persistentModelID])
    #expect(saved["inserted"]?.count == 2)
    #expect(Set(saved["inserted"] ?? []).count == 2)
  }

  @Test func `a new model whose required destination it takes is refused, and nothing is written`()
    throws
  {
    let container = try ModelContainer(
      for: Country.self, City.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let country = Country()
    context.insert(country)
    try context.save()
    context.insert(City(country: country))
    try context.delete(model: Country.self)
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code.rawValue == 1570)
    #expect(error?.localizedDescription.contains("City.country") ?? false)
    let fresh = ModelContext(container)
    #expect(try fresh.fetchCount(FetchDescriptor<Country>()) == 1)
    #expect(try fresh.fetchCount(FetchDescriptor<City>()) == 0)
  }

  @Test func `a changed model whose required destination it takes is refused`() throws {
    let container = try ModelContainer(
      for: Country.self, City.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let (norway, doomed) = (Country(), Country())
    context.insert(doomed)
    let city = City(country: norway)
    context.insert(city)
    try context.save()
    let identifier = doomed.persistentModelID
    city.country = doomed
    try context.delete(
      model: Country.self, where: #Predicate { $0.persistentModelID == identifier })
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code.rawValue == 1570)
    city.country = norway
    try context.save()
    let fresh = ModelContext(container)
    #expect(
      try fresh.fetch(FetchDescriptor<City>()).map(\.country.persistentModelID)
        == [norway.persistentModelID])
    #expect(try fresh.fetchCount(FetchDescriptor<Country>()) == 1)
  }

  @Test func `the last two destinations of a many-to-many relationship do not go together`() throws
  {
    let joint = Volume(title: "joint")
    joint.authors = [Writer(name: "Ibsen"), Writer(name: "Lie")]
    context.insert(joint)
    try context.save()
    try expectRefusal("mandatory MTM nullify inverse on Writer/books") {
      try context.delete(model: Writer.self)
    }
    #expect(try count(Writer.self) == 2)
  }
}

@Model private final class Parent {
  @Relationship(inverse: \Child.parent) var children: [Child]?

  init() {}
}

@Model private final class Child {
  var parent: Parent?
  var friend: Child?

  init() {}
}

@Model private final class Country {
  @Relationship(inverse: \City.country) var cities: [City]? = []

  init() {}
}

@Model private final class City {
  var country: Country

  init(country: Country) { self.country = country }
}
