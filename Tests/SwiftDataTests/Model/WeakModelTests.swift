import Testing

@testable import SwiftData

@Suite struct WeakModelTests {
  @Test func `a reference to no instance has none`() {
    #expect(WeakModel().model == nil)
    #expect(WeakModel(nil).model == nil)
  }

  @Test func `an instance that somebody holds is found`() {
    let model = Bystander(name: "held")
    let reference = WeakModel(model)
    #expect(reference.model === model)
    withExtendedLifetime(model) {}
  }

  @Test func `an instance whose last holder let go is gone`() {
    var model: Bystander? = Bystander(name: "let go")
    weak let witness = model
    let reference = WeakModel(model)
    model = nil
    #expect(witness == nil)
    #expect(reference.model == nil)
  }

  @Test func `an instance is gone already while its own deinitializer runs`() {
    let seen = SeenAtDeparture()
    var model: Departing? = Departing(name: "departing")
    let reference = WeakModel(model)
    model!.onDeparture = { seen.isInstanceThere = reference.model != nil }
    model = nil
    #expect(seen.isInstanceThere == false)
    #expect(reference.model == nil)
  }

  @Test func `the instance that a look-up returns stays for as long as it is held`() {
    var model: Bystander? = Bystander(name: "found")
    let reference = WeakModel(model)
    var found = reference.model
    model = nil
    #expect((found as? Bystander)?.name == "found")
    found = nil
    #expect(reference.model == nil)
  }

  @Test func `a copy of a reference outlives the first`() {
    var model: Bystander? = Bystander(name: "copied")
    var first = WeakModel(model)
    let second = first
    first = WeakModel()
    #expect(first.model == nil)
    #expect(second.model === model)
    model = nil
    #expect(second.model == nil)
  }

  @Test func `threads that look while the last holder lets go see the instance or none`() async {
    for round in 0..<100 {
      // Unsafe on purpose: apps let models go on other threads than their context's.
      nonisolated(unsafe) var model: Bystander? = Bystander(name: "round \(round)")
      nonisolated(unsafe) let reference = WeakModel(model)
      let identifier = model!.persistentModelID
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<3 {
          group.addTask {
            (0..<50).allSatisfy { _ in
              reference.model.map { $0.persistentModelID == identifier } ?? true
            }
          }
        }
        group.addTask {
          model = nil
          return true
        }
        #expect(await group.allSatisfy { $0 })
      }
      #expect(reference.model == nil)
    }
  }
}

@Model private final class Bystander {
  var name: String

  init(name: String) { self.name = name }
}

@Model private final class Departing {
  var name: String
  @Transient var onDeparture: () -> Void = {}

  init(name: String) { self.name = name }

  deinit { onDeparture() }
}

private final class SeenAtDeparture {
  var isInstanceThere: Bool?
}
