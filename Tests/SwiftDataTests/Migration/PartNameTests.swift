import Foundation
import Testing

@testable import SwiftData

/// Parts of structures whose names are not those of Swift properties.
@Suite struct PartNameTests {
  struct Size: Codable {
    var `a.b`: Int
    var `c d`: Int
    var `e'"f`: String?
  }

  struct Box: Codable {
    var size: Size
  }

  enum First {
    @Model final class Crate {
      var box: Box
      var size: Size

      init(_ size: Size) {
        self.size = size
        box = Box(size: size)
      }
    }
  }

  enum Second {
    @Model final class Crate {
      var box: Box
      var label: String = "new"
      var size: Size

      init(_ size: Size) {
        self.size = size
        box = Box(size: size)
      }
    }
  }

  @Test func `parts whose names have dots, blanks and quotes keep their values`() throws {
    try withMigratingStore { store in
      try store.open(First.Crate.self) { context in
        context.insert(First.Crate(Size(`a.b`: 1, `c d`: 2, `e'"f`: "x")))
        try context.save()
      }
      try store.open(First.Crate.self) { context throws in
        #expect(try context.fetch(FetchDescriptor<First.Crate>()).map(\.size.`a.b`) == [1])
      }
      for _ in 0..<2 {
        try store.open(Second.Crate.self) { context in
          let crate = try #require(try context.fetch(FetchDescriptor<Second.Crate>()).first)
          #expect(crate.size.`a.b` == 1)
          #expect(crate.size.`c d` == 2)
          #expect(crate.size.`e'"f` == "x")
          #expect(crate.box.size.`a.b` == 1)
          #expect(crate.box.size.`e'"f` == "x")
          #expect(crate.label == "new")
        }
      }
    }
  }

  @Test func `parts whose names have dots keep their values in a store that has no model`() throws {
    try withMigratingStore { store in
      try store.open(First.Crate.self) { context in
        context.insert(First.Crate(Size(`a.b`: 1, `c d`: 2, `e'"f`: "x")))
        try context.save()
      }
      try store.forgetModel()
      try store.open(Second.Crate.self) { context in
        let crate = try #require(try context.fetch(FetchDescriptor<Second.Crate>()).first)
        #expect(crate.size.`a.b` == 1)
        #expect(crate.box.size.`c d` == 2)
      }
    }
  }

  @Test(arguments: ["a", "a.b", ".", "a..b.", "c\\d", "\\", "\\.", "tab\tand\nline", "\\t", "it's"])
  func `a model comes back from its text, whatever its names are`(name: String) throws {
    var model = StoredModel(try SchemaLayout(schema: Schema([First.Crate.self])))
    model.entities[0].attributes[0].leaves[0].path = [name, "plain", name]
    model.entities[0].attributes[0].originalName = name
    #expect(StoredModel(text: model.text) == model)
  }

  enum Named {
    @Model final class Crate {
      @Attribute(.unique) var `first.name`: String
      #Index<Crate>([\.`first.name`])

      init(_ name: String) { `first.name` = name }
    }
  }

  enum NamedLater {
    @Model final class Crate {
      @Attribute(.unique) var `first.name`: String
      var more: Int = 3
      #Index<Crate>([\.`first.name`])

      init(_ name: String) { `first.name` = name }
    }
  }

  @Test func `a property whose name has a dot has its indexes, and keeps its values`() throws {
    try withMigratingStore { store in
      try store.open(Named.Crate.self) { context in
        context.insert(Named.Crate("x"))
        try context.save()
      }
      for _ in 0..<2 {
        try store.open(NamedLater.Crate.self) { context throws in
          let crates = try context.fetch(FetchDescriptor<NamedLater.Crate>())
          #expect(crates.map(\.`first.name`) == ["x"])
          #expect(crates.map(\.more) == [3])
        }
      }
      #expect(
        try store.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'Z_Crate_%' ORDER BY 1")
          == ["Z_Crate_SwiftDataIndexOnBinaryfirst.name", "Z_Crate_UNIQUE_first.name"])
    }
  }

  @Test func `a model of plain names has the text that it always had`() throws {
    let model = StoredModel(try SchemaLayout(schema: Schema([TripsV2.Trip.self])))
    let lines = model.text.split(separator: "\n")
    #expect(!model.text.contains("\\"))
    let fields = ["relationship", "stops", "stops", "Stop", "many", "mandatory", "destination"]
    #expect(lines.contains { $0.hasPrefix(fields.joined(separator: "\t") + "\t") })
  }
}
