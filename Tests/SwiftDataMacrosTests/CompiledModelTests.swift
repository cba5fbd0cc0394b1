import Observation
import SwiftData
import Synchronization
import Testing

/// Models as the compiler and the plugin make them together, without a container.
struct CompiledModelTests {
  @Test func `an initializer writes the properties that it sets`() {
    let model = Shapes.Plain(name: "a")
    #expect(model.name == "a")
    #expect(model.count == 3)
    #expect(model.note == nil)
  }

  @Test func `an initializer may change a default value and read what it set`() {
    let model = Shapes.Plain(doubled: "a")
    #expect(model.name == "aa")
    #expect(model.count == 4)
    #expect(model.note == "4")
  }

  @Test func `a default value is evaluated once for an instance`() {
    let model = Shapes.Defaults()
    #expect(model.id == model.id)
    #expect(model.id != Shapes.Defaults().id)
  }

  @Test func `default values of any expression are there after initialization`() {
    let model = Shapes.Defaults()
    #expect(model.ratio == 1)
    #expect(model.tags == [])
    #expect(model.kind == .b)
    #expect(model.built == "xy")
    #expect(model.chosen == 1)
    #expect(model.unwrapped == nil)
  }

  @Test func `a model over other backing data takes its values`() {
    let model = Shapes.Plain(name: "a")
    let twin = Shapes.Plain(backingData: model.persistentBackingData)
    #expect(twin.name == "a")
    model.name = "b"
    #expect(twin.name == "b")
  }

  @Test func `a transient property has its default value over other backing data`() {
    let model = Shapes.Mixed()
    model.scratch = 1
    #expect(Shapes.Mixed(backingData: model.persistentBackingData).scratch == 7)
  }

  @Test func `a property observer of a persisted property is not called`() {
    let model = Shapes.Observed()
    model.persisted = 1
    model.transient = 1
    #expect(model.calls == ["transient"])
    #expect(model.persisted == 1)
  }

  @Test func `names with underscores and backticks keep apart`() {
    let model = Shapes.Names()
    model.default = 5
    let values: [Int] = [model._hidden, model.default, model.__deep, model.`two words`]
    #expect(values == [1, 5, 3, 4])
  }

  @Test func `a convenience initializer and a throwing one work`() throws {
    #expect(Shapes.Plain().name == "convenient")
    #expect(throws: CancellationError.self) { try Shapes.Plain(checked: "") }
    #expect(try Shapes.Plain(checked: "a").name == "a")
  }

  @Test(
    arguments: [
      ([Shapes.Plain.self], ["count", "name", "note"]),
      (
        [Shapes.Defaults.self],
        ["built", "chosen", "id", "kind", "ratio", "tags", "unwrapped"]
      ),
      ([Shapes.Mixed.self], ["stored"]), ([Shapes.Observed.self], ["persisted"]),
      ([Shapes.Names.self], ["__deep", "_hidden", "default", "two words"]),
      ([Shapes.Conditional.self], ["always", "linux"]),
      ([Shapes.Indexed.self], ["a", "b"]),
    ] as [([any PersistentModel.Type], [String])])
  func `the schema has the persisted properties`(
    models: [any PersistentModel.Type], names: [String]
  ) {
    #expect(Schema(models).entities.first?.storedPropertiesByName.keys.sorted() == names)
  }

  @Test func `reading and writing a property is observed`() {
    let model = Shapes.Plain(name: "a")
    #expect(isObserved(\.name, of: model) { $0.name = "b" })
    #expect(isObserved(\.note, of: model) { $0.note = nil })
    #expect(!isObserved(\.name, of: model) { $0.recount() })
  }

  @Test func `changing a value in place is observed`() {
    let model = Shapes.Defaults()
    #expect(isObserved(\.tags.count, of: model) { $0.tags.append("a") })
    #expect(model.tags == ["a"])
  }

  @Test func `relationships are set, read and observed`() {
    let parent = Family.Parent()
    let child = Family.Child(parent: parent)
    #expect(child.parent === parent)
    #expect(isObserved(\.favourite, of: parent) { $0.favourite = child })
    #expect(parent.favourite === child)
  }

  /// Whether `change` is reported to an observer of what `read` reads.
  private func isObserved<Model: PersistentModel>(
    _ read: (Model) -> some Any, of model: Model, change: (Model) -> Void
  ) -> Bool {
    let reported = Mutex(false)
    withObservationTracking {
      _ = read(model)
    } onChange: {
      reported.withLock { $0 = true }
    }
    change(model)
    return reported.withLock(\.self)
  }
}

private enum Shapes {
  @Model final class Plain {
    var name: String
    private(set) var count = 3
    var note: String?

    init(name: String) { self.name = name }

    init(doubled name: String) {
      self.name = name
      self.name += self.name
      count += 1
      note = "\(count)"
    }

    init(checked name: String) throws {
      guard !name.isEmpty else { throw CancellationError() }
      self.name = name
    }

    convenience init() { self.init(name: "convenient") }

    func recount() { count = 1 }
  }

  @Model class Defaults {
    enum Kind: String, Codable { case a, b }

    var id = UUID()
    var ratio: Double = 1
    var tags: [String] = []
    var kind: Kind = Kind.b
    var built: String = {
      // A closure with a comment.
      let first = "x"
      return first + "y"
    }()
    var chosen: Int = if true { 1 } else { 2 }
    var unwrapped: Int!

    init() {}
  }

  @Model final class Mixed {
    static let shared = 1
    var stored = 1
    var doubled: Int { stored * 2 }
    @Transient var scratch = 7
    @Transient lazy var cache = [stored]

    init() {}
  }

  @Model final class Observed {
    var persisted = 0 { didSet { calls.append("persisted") } }
    @Transient var transient = 0 { didSet { calls.append("transient") } }
    @Transient var calls: [String] = []

    init() {}
  }

  @Model final class Names {
    var _hidden = 1
    var `default`: Int
    var __deep: Int = 3
    var `two words` = 4

    init() { self.default = 2 }
  }

  @Model final class Conditional {
    var always = 1
    #if os(Linux)
      var linux = 1
    #else
      var elsewhere: Missing
    #endif

    init() {}
  }

  @Model final class Indexed {
    #Index<Indexed>([\.a], [\.a, \.b])
    #Unique<Indexed>([\.b])
    var a = 0
    var b = ""

    init() {}
  }
}

private enum Family {
  @Model final class Parent {
    @Relationship(deleteRule: .cascade, inverse: \Child.parent) var children: [Child] = []
    var favourite: Child?

    init() {}
  }

  @Model final class Child {
    var parent: Parent?

    init(parent: Parent?) { self.parent = parent }
  }
}
