import Foundation
import Testing

@testable import SwiftData

@Suite struct EphemeralAttributeTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Player.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  @Test func `a change is tracked like that of a stored attribute`() throws {
    let player = Player(name: "Ann")
    context.insert(player)
    try context.save()
    #expect(!context.hasChanges)
    player.speed = 3
    #expect(context.changedModelsArray.map(\.persistentModelID) == [player.persistentModelID])
    #expect(player.hasChanges)
  }

  @Test func `a value outlives the save in its instance, and is not stored`() throws {
    let player = Player(name: "Ann")
    player.speed = 3
    player.position = Position(x: 1, y: 2)
    player.note = "fast"
    context.insert(player)
    try context.save()
    #expect(player.speed == 3)
    let fresh = try #require(try ModelContext(container).fetch(FetchDescriptor<Player>()).first)
    #expect(fresh.name == "Ann")
    #expect(fresh.speed == 1)
    #expect(fresh.position == Position(x: 0, y: 0))
    #expect(fresh.note == nil)
  }

  @Test func `rolling back brings the value back`() throws {
    let player = Player(name: "Ann")
    context.insert(player)
    try context.save()
    player.speed = 3
    context.rollback()
    #expect(player.speed == 1)
  }

  @Test func `the table has no column for it`() throws {
    let layout = try SchemaLayout(schema: Schema([Player.self]))
    #expect(layout.tables[0].columns.map(\.name) == ["ZNAME"])
  }

  @Test func `a save of nothing else writes no row`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      let container = try ModelContainer(
        for: Player.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      let player = Player(name: "Ann")
      context.insert(player)
      try context.save()
      player.speed = 3
      try context.save()
      #expect(!context.hasChanges)
      let connection = try Connection.open(path: url.path, readOnly: true, create: false)
      #expect(try connection.value("SELECT Z_OPT FROM ZPLAYER") == .integer(1))
    }
  }

  @Test func `a predicate and a sort over it are refused`() {
    let fast = FetchDescriptor<Player>(predicate: #Predicate { $0.speed > 2 })
    #expect(throws: SwiftDataError.self) { try context.fetch(fast) }
    let sorted = FetchDescriptor<Player>(sortBy: [SortDescriptor(\.speed)])
    #expect(throws: SwiftDataError.self) { try context.fetch(sorted) }
  }
}

private struct Position: Codable, Equatable {
  var x: Int
  var y: Int
}

@Model private final class Player {
  var name: String
  @Attribute(.ephemeral) var speed: Int = 1
  @Attribute(.ephemeral) var position: Position = Position(x: 0, y: 0)
  @Attribute(.ephemeral) var note: String?

  init(name: String) { self.name = name }
}
