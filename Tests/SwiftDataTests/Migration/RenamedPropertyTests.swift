import Foundation
import Testing

@_spi(Testing) @testable import SwiftData

/// A name that a renamed property had and another one has taken over, over several versions.
@Suite struct RenamedPropertyTests {
  enum First {
    @Model final class Cat {
      var name: String

      init(_ name: String) { self.name = name }
    }
  }

  enum Second {
    @Model final class Cat {
      var name = "new"
      @Attribute(originalName: "name") var title: String

      init(_ title: String) { self.title = title }
    }
  }

  enum SecondReversed {
    @Model final class Cat {
      @Attribute(originalName: "name") var title: String
      var name = "new"

      init(_ title: String) { self.title = title }
    }
  }

  enum Third {
    @Model final class Cat {
      var name = "newer"
      @Attribute(originalName: "name") var heading: String

      init(_ heading: String) { self.heading = heading }
    }
  }

  enum ThirdReversed {
    @Model final class Cat {
      @Attribute(originalName: "name") var heading: String
      var name = "newer"

      init(_ heading: String) { self.heading = heading }
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `the second name of a renamed property keeps it apart from one with its first`(
    isSecondReversed: Bool, isThirdReversed: Bool
  ) throws {
    try withMigratingStore { store in
      try store.open(First.Cat.self) { context in
        context.insert(First.Cat("Tom"))
        try context.save()
      }
      if isSecondReversed {
        try store.open(SecondReversed.Cat.self)
      } else {
        try store.open(Second.Cat.self)
      }
      if isThirdReversed {
        try store.open(ThirdReversed.Cat.self)
      } else {
        try store.open(Third.Cat.self)
      }
      #expect(try store.rows("SELECT ZHEADING, ZNAME FROM ZCAT") == ["Tom|new"])
    }
  }

  enum BothRenamed {
    @Model final class Cat {
      @Attribute(originalName: "name") var label = ""
      @Attribute(originalName: "title") var heading: String

      init(_ heading: String) { self.heading = heading }
    }
  }

  @Test(arguments: [true, false])
  func `where both get new names, each keeps its values`(isSecondReversed: Bool) throws {
    try withMigratingStore { store in
      try store.open(First.Cat.self) { context in
        context.insert(First.Cat("Tom"))
        try context.save()
      }
      if isSecondReversed {
        try store.open(SecondReversed.Cat.self)
      } else {
        try store.open(Second.Cat.self)
      }
      try store.open(BothRenamed.Cat.self)
      #expect(try store.rows("SELECT ZHEADING, ZLABEL FROM ZCAT") == ["Tom|new"])
    }
  }

  enum External {
    @Model final class Cat {
      @Attribute(.externalStorage) var `it's`: Data?

      init() { `it's` = Data("photo".utf8) }
    }
  }

  enum Internal {
    @Model final class Cat {
      var `it's`: Data?

      init() {}
    }
  }

  @Test func `a value comes back into its row also where the name has a quote`() throws {
    try withMigratingStore { store in
      try store.open(External.Cat.self) { context in
        context.insert(External.Cat())
        try context.save()
      }
      try store.open(Internal.Cat.self) { context throws in
        #expect(
          try context.fetch(FetchDescriptor<Internal.Cat>()).map(\.`it's`) == [Data("photo".utf8)])
      }
    }
  }

  struct Address: Codable, Equatable {
    var city: String?
    var zip: String?
  }

  enum Nil {
    @Model final class Person {
      var number: Int
      var address: Address?

      init(_ number: Int, _ address: Address?) {
        self.number = number
        self.address = address
      }
    }
  }

  enum Default {
    @Model final class Person {
      var number: Int
      var address = Address(city: "Bergen", zip: "1")

      init(_ number: Int) { self.number = number }
    }
  }

  @Test func `a default does not fill parts of a value that is there`() throws {
    try withMigratingStore { store in
      try store.open(Nil.Person.self) { context in
        context.insert(Nil.Person(1, Address(city: "Oslo", zip: nil)))
        context.insert(Nil.Person(2, nil))
        try context.save()
      }
      try HazardConfiguration.$current.withValue(HazardConfiguration(.ignore)) {
        _ = try store.open(Default.Person.self)
      }
      #expect(
        try store.rows("SELECT ZCITY, ZZIP FROM ZPERSON ORDER BY ZNUMBER")
          == ["Oslo|NULL", "Bergen|1"])
    }
  }
}
