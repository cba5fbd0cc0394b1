import Foundation
import SwiftData
import Testing

/// Fetches in batches, and ranges of results.
@Suite struct BatchFetchingTests {
  let container: ModelContainer
  let context: ModelContext
  let counter: StatementCounter

  init() throws {
    container = try .library()
    let writer = ModelContext(container)
    for pages in 1...10 { writer.insert(Volume(title: "\(pages)", pages: pages)) }
    try writer.save()
    context = ModelContext(container)
    counter = StatementCounter(container)
  }

  private var stored: FetchDescriptor<Volume> {
    var descriptor = FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.pages)])
    descriptor.includePendingChanges = false
    return descriptor
  }

  private func pages(_ descriptor: FetchDescriptor<Volume>) throws -> [Int] {
    try context.fetch(descriptor).map(\.pages)
  }

  @Test func `a walk through a result takes one statement for each batch`() throws {
    let result = try context.fetch(stored, batchSize: 4)
    #expect(counter.take().count == 1)
    #expect(result.map(\.pages) == Array(1...10))
    #expect(counter.take().count == 3)
  }

  @Test func `an element in the middle loads its batch only`() throws {
    let result = try context.fetch(stored, batchSize: 4)
    _ = counter.take()
    #expect(result[5].pages == 6)
    #expect(result[6].pages == 7)
    #expect(result[4] === result[4])
    #expect(counter.take().count == 1)
    #expect(result.count == 10 && result.startIndex == 0 && result.endIndex == 10)
    #expect(result.last?.pages == 10)
  }

  @Test func `a batch keeps unsaved values of models that the context has`() throws {
    let model = try #require(try context.fetch(stored).first)
    model.title = "edited"
    #expect(try context.fetch(stored, batchSize: 3)[0].title == "edited")
  }

  @Test func `identifiers come in the order asked for`() throws {
    let identifiers = try context.fetchIdentifiers(stored, batchSize: 4)
    #expect(identifiers.count == 10)
    #expect((context.model(for: identifiers[2]) as? Volume)?.pages == 3)
  }

  @Test func `batches refuse pending changes`() {
    var descriptor = stored
    descriptor.includePendingChanges = true
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try context.fetch(descriptor, batchSize: 4)
    }
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try context.fetchIdentifiers(descriptor, batchSize: 4)
    }
  }

  // MARK: - Enumeration

  @Test func `an enumeration takes one statement for each batch`() throws {
    var pages: [Int] = []
    try context.enumerate(stored, batchSize: 4) { pages.append($0.pages) }
    #expect(pages == Array(1...10))
    #expect(counter.take().count == 4)
  }

  @Test func `an enumeration that leaves changes throws after their batch`() throws {
    var seen = 0
    #expect(throws: SwiftDataError.self) {
      try context.enumerate(stored, batchSize: 4) { volume in
        seen += 1
        volume.pages += 1
      }
    }
    #expect(seen == 4)
    #expect(context.changedModelsArray.count == 4)
  }

  @Test func `changes in the last batch are noticed too`() {
    #expect(throws: SwiftDataError.self) {
      try context.enumerate(stored) { $0.pages += 1 }
    }
  }

  @Test func `an enumeration that may leave changes visits every model once`() throws {
    var seen: [Int] = []
    try context.enumerate(stored, batchSize: 3, allowEscapingMutations: true) { volume in
      seen.append(volume.pages)
      // The change moves the model to the end of the order.
      volume.pages += 100
    }
    #expect(seen == Array(1...10))
    try context.save()
    #expect(try pages(stored) == Array(101...110))
  }

  @Test func `an enumeration passes over models that are deleted meanwhile`() throws {
    var seen: [Int] = []
    var descriptor = stored
    descriptor.includePendingChanges = true
    let all = try context.fetch(descriptor)
    try context.enumerate(descriptor, batchSize: 5, allowEscapingMutations: true) { volume in
      seen.append(volume.pages)
      if volume.pages == 2 { context.delete(all[8]) }
    }
    #expect(seen == [1, 2, 3, 4, 5, 6, 7, 8, 10])
  }

  @Test func `an enumeration has limit and offset, and unsaved models`() throws {
    var descriptor = stored
    descriptor.fetchOffset = 2
    descriptor.fetchLimit = 5
    var seen: [Int] = []
    try context.enumerate(descriptor, batchSize: 2) { seen.append($0.pages) }
    #expect(seen == [3, 4, 5, 6, 7])
    context.insert(Volume(title: "new", pages: 4))
    descriptor.includePendingChanges = true
    seen = []
    try context.enumerate(descriptor, batchSize: 2, allowEscapingMutations: true) {
      seen.append($0.pages)
    }
    #expect(seen == [3, 4, 4, 5, 6])
  }

  // MARK: - Ranges

  @Test(arguments: [true, false])
  func `limit and offset take a range of the order`(pending: Bool) throws {
    var descriptor = stored
    descriptor.includePendingChanges = pending
    descriptor.fetchOffset = 7
    #expect(try pages(descriptor) == [8, 9, 10])
    descriptor.fetchLimit = 2
    #expect(try pages(descriptor) == [8, 9])
    #expect(try context.fetchCount(descriptor) == 2)
    descriptor.fetchLimit = 0
    #expect(try pages(descriptor) == [8, 9, 10])
    descriptor.fetchOffset = 99
    #expect(try pages(descriptor).isEmpty)
  }

  @Test func `with unsaved changes ranges count over both`() throws {
    let all = try context.fetch(stored)
    all[0].pages = 20
    context.delete(all[1])
    context.insert(Volume(title: "new", pages: 5))
    var descriptor = FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.pages)])
    #expect(try pages(descriptor) == [3, 4, 5, 5, 6, 7, 8, 9, 10, 20])
    descriptor.fetchOffset = 1
    descriptor.fetchLimit = 3
    #expect(try pages(descriptor) == [4, 5, 5])
    descriptor.fetchLimit = 0
    #expect(try pages(descriptor).count == 9)
    #expect(try context.fetchCount(descriptor) == 9)
    descriptor.fetchLimit = nil
    descriptor.fetchOffset = 9
    #expect(try pages(descriptor) == [20])
  }

  @Test func `without pending changes the stored rows decide`() throws {
    let all = try context.fetch(stored)
    all[0].pages = 20
    context.delete(all[1])
    context.insert(Volume(title: "new", pages: 5))
    let titles = try context.fetch(stored).map(\.title)
    #expect(titles == (1...10).map { "\($0)" })
  }

  @Test func `without an order a changed model keeps its place`() throws {
    let all = try context.fetch(FetchDescriptor<Volume>())
    all[3].title = "edited"
    context.insert(Volume(title: "new", pages: 0))
    let titles = try context.fetch(FetchDescriptor<Volume>()).map(\.title)
    #expect(titles == ["1", "2", "3", "edited", "5", "6", "7", "8", "9", "10", "new"])
  }
}
