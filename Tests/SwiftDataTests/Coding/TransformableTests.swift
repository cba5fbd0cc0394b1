import Foundation
import SwiftData
import Testing

@Suite struct TransformableTests {
  @Test func `a transformer of a class stores a value of any type`() throws {
    let container = try ModelContainer.paintings()
    let context = ModelContext(container)
    context.insert(Painting(title: "Dawn", sky: Color(red: 1, green: 2, blue: 3)))
    try context.save()
    let fresh = ModelContext(container)
    let painting = try #require(try fresh.fetch(FetchDescriptor<Painting>()).first)
    #expect(painting.sky == Color(red: 1, green: 2, blue: 3))
    #expect(painting.frame == nil)
  }

  @Test func `a transformer that is registered under a name stores a value`() throws {
    ValueTransformer.setValueTransformer(
      PaintTransformer(), forName: NSValueTransformerName("Registered"))
    let container = try ModelContainer.paintings()
    let context = ModelContext(container)
    let painting = Painting(title: "Dawn")
    painting.frame = Color(red: 9, green: 9, blue: 9)
    context.insert(painting)
    try context.save()
    let fresh = ModelContext(container)
    let stored = try #require(try fresh.fetch(FetchDescriptor<Painting>()).first)
    #expect(stored.frame == Color(red: 9, green: 9, blue: 9))
    stored.frame = nil
    try fresh.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Painting>()).first?.frame == nil)
  }

  @Test func `a name that nobody registered is refused by the save, with the property`() throws {
    let container = try ModelContainer.paintings()
    let context = ModelContext(container)
    let painting = Painting(title: "Dawn")
    painting.lost = Color(red: 1, green: 1, blue: 1)
    context.insert(painting)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect("\(try #require(error))".contains("Painting.lost"))
    #expect("\(try #require(error))".contains("'NobodyRegisteredIt'"))
    painting.lost = nil
    try context.save()
  }

  @Test func `a value that the transformer cannot take is refused by the save`() throws {
    let container = try ModelContainer.paintings()
    let context = ModelContext(container)
    let painting = Painting(title: "Dawn")
    painting.mistaken = "no color"
    context.insert(painting)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect("\(try #require(error))".contains("Painting.mistaken"))
  }

  @Test func `a transformer that gives something else than data is refused by the save`() throws {
    let container = try ModelContainer.paintings()
    let context = ModelContext(container)
    let painting = Painting(title: "Dawn")
    painting.number = 5
    context.insert(painting)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect("\(try #require(error))".contains("Data"))
  }

  @Test func `rolling back brings the value back`() throws {
    let container = try ModelContainer.paintings()
    let context = ModelContext(container)
    let painting = Painting(title: "Dawn", sky: Color(red: 1, green: 2, blue: 3))
    context.insert(painting)
    try context.save()
    painting.sky = Color(red: 0, green: 0, blue: 0)
    #expect(context.hasChanges)
    context.rollback()
    #expect(painting.sky == Color(red: 1, green: 2, blue: 3))
  }

  @Test func `a changed value is stored`() throws {
    let container = try ModelContainer.paintings()
    let context = ModelContext(container)
    let painting = Painting(title: "Dawn", sky: Color(red: 1, green: 2, blue: 3))
    context.insert(painting)
    try context.save()
    painting.sky = Color(red: 4, green: 5, blue: 6)
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Painting>()).first
    #expect(stored?.sky == Color(red: 4, green: 5, blue: 6))
  }

  @Test func `a predicate can ask for nil, and for nothing else`() throws {
    let container = try ModelContainer.paintings()
    let context = ModelContext(container)
    context.insert(Painting(title: "Dawn"))
    try context.save()
    let frameless = FetchDescriptor<Painting>(predicate: #Predicate { $0.mistaken == nil })
    #expect(try context.fetchCount(frameless) == 1)
    let mistaken = FetchDescriptor<Painting>(predicate: #Predicate { $0.mistaken == "a" })
    #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetch(mistaken) }
  }

  @Test func `an object with secure coding is archived`() throws {
    let container = try ModelContainer.paintings()
    let context = ModelContext(container)
    let painting = Painting(title: "Dawn")
    painting.tags = ["oil", "canvas"]
    context.insert(painting)
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Painting>()).first
    #expect(stored?.tags == ["oil", "canvas"])
  }

  @Test func `a large value may have external storage`() throws {
    try withTemporaryFolder { folder in
      let url = URL(fileURLWithPath: folder.file("a.store"))
      let container = try ModelContainer(
        for: Painting.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      let painting = Painting(title: "Dawn")
      painting.strokes = Strokes(bytes: [UInt8](repeating: 3, count: 200_000))
      context.insert(painting)
      try context.save()
      #expect(try folder.content.contains(".a_SUPPORT"))
      let stored = try ModelContext(container).fetch(FetchDescriptor<Painting>()).first
      #expect(stored?.strokes?.bytes.count == 200_000)
    }
  }
}

extension ModelContainer {
  fileprivate static func paintings() throws -> ModelContainer {
    try ModelContainer(
      for: Painting.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}

/// A type that is not `Codable`.
private struct Color: Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
}

/// A class that is not `Codable`.
private final class Strokes {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
}

private final class PaintTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSData.self }

  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Color).map { Data([$0.red, $0.green, $0.blue]) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { Color(red: $0[0], green: $0[1], blue: $0[2]) }
  }
}

private final class StrokesTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Strokes).map { Data($0.bytes) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { Strokes(bytes: [UInt8]($0)) }
  }
}

private final class IdentityTransformer: ValueTransformer {}

@Model private final class Painting {
  var title: String
  @Attribute(.transformable(by: PaintTransformer.self)) var sky: Color
  @Attribute(.transformable(by: "Registered")) var frame: Color?
  @Attribute(.transformable(by: "NobodyRegisteredIt")) var lost: Color?
  @Attribute(.transformable(by: PaintTransformer.self)) var mistaken: String?
  @Attribute(.transformable(by: IdentityTransformer.self)) var number: Int?
  @Attribute(.transformable(by: NSSecureUnarchiveFromDataTransformer.self)) var tags: [String]?
  @Attribute(.externalStorage, .transformable(by: StrokesTransformer.self)) var strokes: Strokes?

  init(title: String, sky: Color = Color(red: 0, green: 0, blue: 0)) {
    self.title = title
    self.sky = sky
  }
}
