import Foundation
import SwiftData
import Testing

/// Where the engine is stricter or louder than Apple's SwiftData, as the first table of Docs/Differences.md lists it.
@Suite struct StricterDifferencesTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try .library()
    context = ModelContext(container)
  }

  @Test func `a fetch of a model that the schema lacks throws an error that names the model`()
    throws
  {
    let error = #expect(throws: SwiftDataError.self) {
      try context.fetch(FetchDescriptor<Stranger>())
    }
    #expect("\(try #require(error))".contains("'Stranger'"))
  }

  @Test func `a model that the schema lacks is refused by the save, with its name`() throws {
    context.insert(Stranger())
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect("\(try #require(error))".contains("'Stranger'"))
    context.rollback()
    try context.save()
  }

  @Test func `an empty file with a write-ahead log beside it is refused`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.write(Data(), to: "a.store")
      let log = Data(repeating: 7, count: 5_000)
      _ = try folder.write(log, to: "a.store-wal")
      #expect(throws: SwiftDataError.loadIssueModelContainer) {
        try ModelContainer(
          for: Shelf.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
      }
      #expect(try folder.bytes(of: "a.store-wal") == log)
    }
  }

  @Test func `an error says what is wrong with a store`() throws {
    try withTemporaryFolder { folder in
      let path = try folder.write(Data("no database at all, but text".utf8), to: "a.store")
      let error = #expect(throws: SwiftDataError.self) {
        try ModelContainer(
          for: Shelf.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
      }
      #expect(error == .loadIssueModelContainer)
      #expect("\(try #require(error))".contains("a.store"))
    }
  }

  @Test func `many-to-many relationships whose names differ in case only are refused`() {
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Pinned.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect("\(String(describing: error))".contains("'Pin.Boards' and 'Pin.boards'"))
  }

  @Test func `a predicate that would end the process throws`() {
    let descriptor = FetchDescriptor<Shelf>(predicate: #Predicate { $0.shout == "POETRY" })
    #expect(throws: SwiftDataError.self) { try context.fetch(descriptor) }
  }

  @Test func `a value that is not a number is refused by the save`() throws {
    let container = try ModelContainer(
      for: Oddity.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Oddity(weight: .nan))
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
  }

  @Test func `a unique value of a model of another class of the hierarchy is refused by the save`()
    throws
  {
    let container = try ModelContainer.journeys()
    let context = ModelContext(container)
    context.insert(BusinessExcursion(code: "A", name: "Visit", perDiem: 1))
    try context.save()
    context.insert(PersonalExcursion(code: "A", name: "Beach"))
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code.rawValue == 133021)
  }

  @Test func `a value that its transformer cannot store is refused by the save`() throws {
    let container = try ModelContainer(
      for: Painted.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let painted = Painted()
    painted.color = 5
    context.insert(painted)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
  }

  @Test func `a model that collides with two stored ones is refused by the save`() throws {
    let container = try ModelContainer(
      for: Seat.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Seat(number: 1, guest: "Ann"))
    context.insert(Seat(number: 2, guest: "Bob"))
    try context.save()
    context.insert(Seat(number: 1, guest: "Bob"))
    #expect(throws: CocoaError.self) { try context.save() }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Seat>()) == 2)
  }

  @Test func `a store that gives a new model no permanent identifier fails the save`() throws {
    let (container, context) = try ModelContext.overCustomStore([], isForgetful: true)
    context.insert(Stranger())
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect("\(try #require(error))".contains("'Stranger'"))
    #expect(context.insertedModelsArray.count == 1)
    withExtendedLifetime(container) {}
  }
}

@Model private final class Oddity {
  var weight: Double

  init(weight: Double) { self.weight = weight }
}

@Model private final class Seat {
  @Attribute(.unique) var number: Int
  @Attribute(.unique) var guest: String

  init(number: Int, guest: String) {
    self.number = number
    self.guest = guest
  }
}

@Model private final class Pinned {
  @Relationship(inverse: \Pin.boards) var pins: [Pin] = []
  @Relationship(inverse: \Pin.Boards) var Pins: [Pin] = []

  init() {}
}

@Model private final class Pin {
  var boards: [Pinned] = []
  var Boards: [Pinned] = []

  init() {}
}

@Model private final class Painted {
  @Attribute(.transformable(by: "StricterDifferencesTests.Nobody")) var color: Int?

  init() {}
}

extension Shelf {
  /// A property that is not stored.
  fileprivate var shout: String { name.uppercased() }
}
