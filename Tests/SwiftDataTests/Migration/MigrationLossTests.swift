import Foundation
import Testing

@testable import SwiftData

/// Changes of models at which a migration could lose what is stored.
@Suite struct MigrationLossTests {
  enum First {
    @Model final class Album {
      @Attribute(.externalStorage) var cover: Data?
      var left: String
      var right: String

      init(cover: Data?, left: String, right: String) {
        self.cover = cover
        self.left = left
        self.right = right
      }
    }

    @Model class Animal {
      var name: String

      init(name: String) { self.name = name }
    }

    @Model final class Bird: Animal {
      var span: Int = 1

      override init(name: String) { super.init(name: name) }
    }
  }

  enum Second {
    @Model final class Album {
      @Attribute(.externalStorage) var cover: Data = Data()
      var left: String
      @Attribute(originalName: "right") var last: String

      init(left: String, last: String) {
        self.left = left
        self.last = last
      }
    }

    @Model final class Bird {
      var name: String
      var span: Int = 1

      init(name: String) { self.name = name }
    }
  }

  @Test func `a large value that becomes mandatory keeps its file`() throws {
    let cover = Data(repeating: 9, count: 200_000)
    try withMigratingStore { store in
      try store.open(First.Album.self) { context in
        context.insert(First.Album(cover: cover, left: "l", right: "r"))
        try context.save()
      }
      for _ in 0..<2 {
        try store.open(Second.Album.self) { context in
          let album = try #require(try context.fetch(FetchDescriptor<Second.Album>()).first)
          #expect(album.cover == cover)
          #expect(album.left == "l")
          #expect(album.last == "r")
        }
      }
    }
  }

  @Test func `a class that leaves its hierarchy goes on with the keys of its rows`() throws {
    try withMigratingStore { store in
      try store.open(First.Animal.self, First.Bird.self) { context in
        for name in ["Tit", "Jay", "Owl"] { context.insert(First.Bird(name: name)) }
        try context.save()
      }
      try store.open(Second.Bird.self) { context in
        context.insert(Second.Bird(name: "Kite"))
        try context.save()
        let names = try context.fetch(FetchDescriptor<Second.Bird>()).map(\.name).sorted()
        #expect(names == ["Jay", "Kite", "Owl", "Tit"])
      }
      #expect(
        try store.rows("SELECT Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16001")
          == ["Bird|0|4"])
    }
  }
}
