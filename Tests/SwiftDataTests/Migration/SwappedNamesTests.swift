import Foundation
import Testing

@testable import SwiftData

/// Two properties that swap their original names.
///
/// Core Data tells versions apart by hashes in which a property's renaming identifier has no part.
@Suite struct SwappedNamesTests {
  enum First {
    @Model final class Pair {
      var left: String
      var right: String

      init(left: String, right: String) {
        self.left = left
        self.right = right
      }
    }
  }

  enum Swapped {
    @Model final class Pair {
      @Attribute(originalName: "right") var left: String
      @Attribute(originalName: "left") var right: String

      init(left: String, right: String) {
        self.left = left
        self.right = right
      }
    }
  }

  enum SwappedWithMore {
    @Model final class Pair {
      @Attribute(originalName: "right") var left: String
      @Attribute(originalName: "left") var right: String
      var more: Int = 0

      init(left: String, right: String) {
        self.left = left
        self.right = right
      }
    }
  }

  private func write(_ store: MigratingStore) throws {
    try store.open(First.Pair.self) { context in
      context.insert(First.Pair(left: "l", right: "r"))
      try context.save()
    }
  }

  @Test func `a swap alone is no change of the schema, and nothing is migrated`() throws {
    try withMigratingStore { store in
      try write(store)
      let before = try store.files
      try store.open(Swapped.Pair.self) { context in
        let pair = try #require(try context.fetch(FetchDescriptor<Swapped.Pair>()).first)
        #expect(pair.left == "l")
        #expect(pair.right == "r")
      }
      #expect(try store.files == before)
    }
  }

  @Test func `a swap with another change carries the values over`() throws {
    try withMigratingStore { store in
      try write(store)
      try store.open(SwappedWithMore.Pair.self) { context in
        let pair = try #require(try context.fetch(FetchDescriptor<SwappedWithMore.Pair>()).first)
        #expect(pair.left == "r")
        #expect(pair.right == "l")
      }
    }
  }
}
