import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

@Suite struct InheritedModelTests {
  @Test func `values of all levels are there before an insertion`() {
    let journey = ConferenceExcursion(code: "C", name: "Conference", talk: "Testing")
    #expect(journey.talk == "Testing")
    #expect(journey.topics == ["Swift"])
    #expect(journey.perDiem == 50)
    #expect(journey.order == nil)
    #expect(journey.days == 3)
    #expect(journey.name == "Conference")
    journey.talk = nil
    journey.perDiem = 1
    journey.name = "Changed"
    journey.venue = Venue(city: "Oslo", hall: nil)
    #expect(journey.talk == nil)
    #expect(journey.perDiem == 1)
    #expect(journey.name == "Changed")
    #expect(journey.venue == Venue(city: "Oslo", hall: nil))
  }

  @Test func `values that were set before the identity is asked for stay`() {
    let journey = BusinessExcursion(code: "B", name: "Visit", perDiem: 30)
    journey.name = "Changed"
    #expect(journey.persistentModelID.entityName == "BusinessExcursion")
    #expect(journey.name == "Changed")
    #expect(journey.perDiem == 30)
    #expect(journey.days == 1)
  }

  @Test func `an initialiser may make other journeys`() {
    let other = Deeper(name: "outer", other: Deeper(name: "inner", other: nil))
    #expect(other.name == "outer")
    #expect(other.companion?.name == "inner")
    #expect(other.remark == "remark of outer")
    #expect((other.companion as? Deeper)?.remark == "remark of inner")
  }

  @Test func `an inherited property is observed in an instance of a subclass`() throws {
    // Observed where it is changed, on this thread.
    nonisolated(unsafe) let journey = BusinessExcursion(code: "B", name: "Visit", perDiem: 30)
    let heard = Mutex<[String]>([])
    withObservationTracking {
      _ = journey.name
    } onChange: {
      heard.withLock { $0.append("name") }
    }
    withObservationTracking {
      _ = journey.perDiem
    } onChange: {
      heard.withLock { $0.append("perDiem") }
      // An observer may read the model before the value is there.
      _ = journey.persistentModelID
    }
    journey.perDiem = 31
    journey.name = "Changed"
    #expect(heard.withLock { $0 } == ["perDiem", "name"])
    #expect(journey.perDiem == 31)
  }

  @Test func `a rollback tells observers of every level`() throws {
    let container = try ModelContainer.journeys()
    let context = ModelContext(container)
    try context.saveExcursions()
    let journey = try #require(try context.fetch(FetchDescriptor<ConferenceExcursion>()).first)
    journey.name = "Changed"
    journey.perDiem = 1
    journey.talk = "Other"
    let count = Mutex(0)
    for read in [{ _ = journey.name }, { _ = journey.perDiem }, { _ = journey.talk }] {
      withObservationTracking(read) { count.withLock { $0 += 1 } }
    }
    context.rollback()
    #expect(count.withLock { $0 } == 3)
    #expect(journey.name == "Conference")
    #expect(journey.perDiem == 50)
    #expect(journey.talk == "Testing")
    #expect(!context.hasChanges)
  }

  @Test func `a transient property of the base works in a subclass`() throws {
    let journey = BusinessExcursion(code: "B", name: "Visit", perDiem: 30)
    journey.isSelected = true
    #expect(journey.isSelected)
  }

  @Test func `the root of a hierarchy is the same for all its classes`() {
    #expect(ConferenceExcursion.Root.self == Excursion.self)
    #expect(BusinessExcursion.Root.self == Excursion.self)
    #expect(Excursion.Root.self == Excursion.self)
  }

  @Test func `key paths of any level read and write`() {
    let journey = ConferenceExcursion(code: "C", name: "Conference", talk: nil)
    let name: ReferenceWritableKeyPath<ConferenceExcursion, String> = \.name
    let perDiem: ReferenceWritableKeyPath<ConferenceExcursion, Double> = \.perDiem
    journey[keyPath: name] = "By key path"
    journey[keyPath: perDiem] = 2
    #expect(journey.getValue(forKey: name) == "By key path")
    #expect((journey as BusinessExcursion).getValue(forKey: \.perDiem) == 2)
    #expect(journey.getValue(forKey: \.days) == 3)
  }
}

@Model class Shallow {
  var name: String
  var companion: Shallow?

  init(name: String, companion: Shallow? = nil) {
    self.name = name
    self.companion = companion
  }
}

@Model class Deeper: Shallow {
  var remark: String
  var copies = [String](repeating: Shallow(name: "default").name, count: 1)

  init(name: String, other: Shallow?) {
    remark = "remark of \(Shallow(name: name).name)"
    super.init(name: Shallow(name: name).name, companion: other)
  }
}
