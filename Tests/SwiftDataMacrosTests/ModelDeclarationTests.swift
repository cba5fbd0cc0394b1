import Foundation
@testable import SwiftData
import Testing

#if !THREAD_SANITIZER
  import Synchronization
#endif

/// The ways in which apps declare models, each through a container and back.
struct ModelDeclarationTests {
  @Test func `properties may be changed by the class alone`() throws {
    let model = Declared.Guarded(start: 1)
    model.advance()
    let stored = try roundTrip(model)
    #expect(stored.position == 2)
    #expect(stored.sum == 3)
  }

  @Test func `types of properties may be inferred`() throws {
    let model = Declared.Inferred()
    model.tags.append("x")
    let stored = try roundTrip(model)
    #expect(stored.count == 0)
    #expect(stored.tags == ["x"])
    #expect(stored.kind == .second)
    #expect(stored.day == Date(timeIntervalSinceReferenceDate: 0))
    #expect(stored.size == Declared.Size(width: 1, height: 2))
    #expect(stored.ratio == 0.5)
    #expect(stored.lookup == ["a": 1])
    #expect(stored.maybe == 7)
  }

  @Test func `attributes and declarations may take several lines`() throws {
    let entity = try #require(Schema([Declared.Spread.self]).entities.first)
    let name = try #require(entity.attributesByName["name"])
    #expect(name.isUnique)
    #expect(name.has(.spotlight))
    #expect(name.originalName == "title")
    #expect(name.hashModifier == "v2")
    let others = try #require(entity.relationshipsByName["others"])
    #expect(others.deleteRule == .cascade)
    #expect(others.minimumModelCount == 1)
    #expect(others.maximumModelCount == 4)
    #expect(others.originalName == "former")
    #expect(others.hashModifier == "v3")
    #expect(others.inverseName == "parent")
    #expect(entity.uniquenessConstraints == [["name"], ["name", "note"]])
    #expect(entity.indices == [["binary", "note"], ["binary", "name", "note"]])
  }

  @Test(
    arguments: [
      ("unique", .unique), ("external", .externalStorage), ("encrypted", .allowsCloudEncryption),
      ("preserved", .preserveValueOnDeletion), ("ephemeral", .ephemeral), ("spotlight", .spotlight),
      ("named", .transformable(by: "SomeTransformer")),
      ("typed", .transformable(by: Declared.OpaqueTransformer.self)),
    ] as [(String, Schema.Attribute.Option)])
  func `every option of an attribute reaches the schema`(
    property: String, option: Schema.Attribute.Option
  ) throws {
    let attributes = try #require(Schema([Declared.Options.self]).entities.first).attributesByName
    #expect(attributes[property]?.options == [option])
    #expect(attributes["plain"]?.options == [])
  }

  @Test func `a model may have an identity, an equality and a coding of its own`() throws {
    let model = Declared.Custom(id: "a", value: 1)
    #expect(model == Declared.Custom(id: "a", value: 2))
    #expect(Set([model, Declared.Custom(id: "a", value: 3)]).count == 1)
    #expect(model.id == "a")
    let coded = try JSONDecoder().decode(
      Declared.Custom.self, from: JSONEncoder().encode(model))
    #expect(coded.value == 1)
    let stored = try roundTrip(coded)
    #expect(stored.id == "a")
    #expect(stored.value == 1)
  }

  @Test func `a codable model may be the destination of relationships`() throws {
    let holder = Declared.Holder()
    holder.one = Declared.Custom(id: "one", value: 1)
    holder.many = [Declared.Custom(id: "many", value: 2)]
    let context = try context(Declared.Holder.self)
    context.insert(holder)
    try context.save()
    let other = ModelContext(context.container)
    let stored = try #require(try other.fetch(FetchDescriptor<Declared.Holder>()).first)
    #expect(stored.one?.id == "one")
    #expect(stored.many.map(\.id) == ["many"])
  }

  @Test func `models of versioned schemas and in extensions are told apart by their types`() throws
  {
    #expect(Schema(versionedSchema: VersionOne.self).entities.map(\.name) == ["Item"])
    #expect(
      Schema(versionedSchema: VersionTwo.self).entities.map(\.name).sorted() == ["Extra", "Item"])
    #expect(try roundTrip(VersionOne.Item(name: "a")).name == "a")
    let item = try roundTrip(VersionTwo.Item(title: "b"))
    #expect(item.title == "b")
  }

  @Test func `a public model and one of a package work`() throws {
    #expect(try roundTrip(PublicModel(value: 2)).value == 2)
    #expect(try roundTrip(PackageModel(value: 3)).value == 3)
    #expect(try roundTrip(OpenModel(value: 4)).value == 4)
    #expect(try roundTrip(OpenSubmodel(value: 5)).more == 6)
  }

  @Test func `extensions may add computed properties, initialisers and protocols`() throws {
    let model = Declared.Guarded(doubling: 4)
    #expect(model.position == 8)
    #expect(model.title == "at 8")
    #expect(titles(of: [model]) == ["at 8"])
  }

  @Test func `a computed property over the backing data reads and writes`() throws {
    let model = Declared.Accessors()
    model.wrapped = 5
    #expect(model.stored == 5)
    #expect(model.wrapped == 5)
    #expect(try roundTrip(model).wrapped == 5)
  }

  @Test func `a persisted property may be observed by its key path`() {
    let model = Declared.Accessors()
    #expect(model.isolated == 1)
    model.isolated = 2
    #expect(model.scratch == 2)
  }

  @Test func `generic functions work with any model`() throws {
    let context = try context(Declared.Custom.self)
    #expect(try insertTwice(context) { Declared.Custom(id: $0, value: 1) } == 2)
  }

  // MARK: - Support

  private func context(_ models: any PersistentModel.Type...) throws -> ModelContext {
    let container = try ModelContainer(
      for: Schema(models), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    Self.containers.withLock { $0.append(container) }
    return ModelContext(container)
  }

  /// Containers stay for as long as their contexts may be used.
  private static let containers = Mutex<[ModelContainer]>([])

  /// Saves a model and fetches it in another context.
  private func roundTrip<Model: PersistentModel>(_ model: Model) throws -> Model {
    let writer = try context(Model.self)
    writer.insert(model)
    try writer.save()
    return try #require(try ModelContext(writer.container).fetch(FetchDescriptor<Model>()).first)
  }

  private func insertTwice<Model: PersistentModel>(
    _ context: ModelContext, make: (String) -> Model
  ) throws -> Int {
    for name in ["a", "b"] { context.insert(make(name)) }
    try context.save()
    return try context.fetchCount(FetchDescriptor<Model>())
  }

  private func titles(of models: [some PersistentModel & Titled]) -> [String] {
    models.map(\.title)
  }
}

private protocol Titled { var title: String { get } }

extension Declared.Guarded: Titled {
  var title: String { "at \(position)" }

  convenience init(doubling position: Int) { self.init(start: position * 2) }
}

private enum Declared {
  enum Kind: String, Codable { case first, second }

  struct Size: Codable, Equatable {
    var width = 1.0
    var height = 2.0
  }

  @Model final class Guarded {
    private(set) var position: Int
    fileprivate(set) var sum = 0
    private var history: [Int] = []

    init(start: Int) {
      position = start
      sum = start
    }

    func advance() {
      history.append(position)
      position += 1
      sum += position
    }
  }

  @Model final class Inferred {
    var count = 0
    var tags = [String]()
    var kind = Kind.second
    var day = Date(timeIntervalSinceReferenceDate: 0)
    var size = Size()
    var ratio = 1.0 / 2
    var lookup = ["a": 1]
    var maybe = Optional(7)

    init() {}
  }

  @Model
  final class Spread {
    #Index<Spread>(
      [\.note],
      [\.name, \.note]
    )
    #Unique<Spread>(
      [\.name, \.note])

    @Attribute(
      .unique,
      .spotlight,
      originalName: "title",
      hashModifier: "v2"
    )
    var name: String

    var note: String

    @Relationship(
      deleteRule: .cascade,
      minimumModelCount: 1,
      maximumModelCount: 4,
      originalName: "former",
      inverse: \Spread.parent,
      hashModifier: "v3")
    var others: [Spread] = []

    var parent: Spread?

    init(
      name: String,
      note: String = ""
    ) {
      self.name = name
      self.note = note
    }
  }

  @Model final class Options {
    var plain = 0
    @Attribute(.unique) var unique = 0
    @Attribute(.externalStorage) var external: Data?
    @Attribute(.allowsCloudEncryption) var encrypted = 0
    @Attribute(.preserveValueOnDeletion) var preserved = 0
    @Attribute(.ephemeral) var ephemeral = 0
    @Attribute(.spotlight) var spotlight = 0
    @Attribute(.transformable(by: "SomeTransformer")) var named: Opaque?
    @Attribute(.transformable(by: OpaqueTransformer.self)) var typed: Opaque?

    init() {}
  }

  final class Opaque {}

  final class OpaqueTransformer: SwiftData.ValueTransformer {}

  @Model final class Custom: Codable {
    @Attribute(.unique) var id: String
    var value: Int

    enum CodingKeys: CodingKey { case id, value }

    init(id: String, value: Int) {
      self.id = id
      self.value = value
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(String.self, forKey: .id)
      value = try container.decode(Int.self, forKey: .value)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(value, forKey: .value)
    }

    static func == (lhs: Custom, rhs: Custom) -> Bool { lhs.id == rhs.id }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  @Model final class Holder {
    var one: Custom?
    var many: [Custom] = []

    init() {}
  }

  @Model final class Accessors {
    var stored = 0
    @Transient var scratch = 1

    var wrapped: Int {
      get { getValue(forKey: \.stored) }
      set { setValue(forKey: \.stored, to: newValue) }
    }

    var isolated: Int {
      get {
        access(keyPath: \.isolated)
        return scratch
      }
      set { withMutation(keyPath: \.isolated) { scratch = newValue } }
    }

    init() {}
  }
}

private enum VersionOne: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self] }

  @Model final class Item {
    var name: String

    init(name: String) { self.name = name }
  }
}

private enum VersionTwo: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Item.self, Extra.self] }
}

extension VersionTwo {
  @Model final class Item {
    var title: String
    var extra: Extra?

    init(title: String) { self.title = title }
  }

  @Model final class Extra {
    @Relationship(inverse: \VersionTwo.Item.extra) var items: [VersionTwo.Item]? = []

    init() {}
  }
}
