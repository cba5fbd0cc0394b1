internal import Foundation
internal import SwiftData

extension Examination {
  private typealias Descriptor = FetchDescriptor<ConformanceBook>

  /// Books of 100 to 104 pages, two of them by an author.
  private func saveFive() throws {
    let context = try save(["a", "b", "c", "d", "e"])
    let books = try books(in: context)
    try require("the number of books", books.count, equals: 5)
    let author = ConformanceAuthor("Elif")
    books[1].author = author
    books[3].author = author
    books[2].subtitle = "sub"
    books[4].isLent = true
    try context.save()
  }

  private static var filters: [(String, Predicate<ConformanceBook>, [String])] {
    let (title, least) = ("b", 102)
    return [
      ("title == \"b\"", #Predicate { $0.title == title }, ["b"]),
      ("pages > 102", #Predicate { $0.pages > least }, ["d", "e"]),
      (
        "pages > 102 && !isLent", #Predicate { $0.pages > least && !$0.isLent }, ["d"]
      ),
      ("subtitle == nil", #Predicate { $0.subtitle == nil }, ["a", "b", "d", "e"]),
      ("author?.name == \"Elif\"", #Predicate { $0.author?.name == "Elif" }, ["b", "d"]),
      ("title.contains(\"z\")", #Predicate { $0.title.contains("z") }, []),
      ("true", #Predicate { _ in true }, ["a", "b", "c", "d", "e"]),
    ]
  }

  /// Runs a fetch, or notes an error that no store may answer with; those by which it declines are nil.
  private func unlessDeclined<R>(_ what: String, _ fetch: () throws -> R) -> R? {
    do {
      return try fetch()
    } catch is DataStoreError {
      return nil
    } catch {
      note(
        "\(what) was expected to be answered or declined with a DataStoreError", found: "\(error)")
      return nil
    }
  }

  func checkFilters() throws {
    try saveFive()
    _ = try soundSnapshots()
    for (text, predicate, expected) in Self.filters {
      let context = ModelContext(container)
      let found = unlessDeclined("a fetch where \(text)") {
        try context.fetch(Descriptor(predicate: predicate)).map(\.title).sorted()
      }
      if let found { expect("the books where \(text)", found, equals: expected) }
    }
  }

  func checkSorting() throws {
    try saveFive()
    _ = try soundSnapshots()
    let orders: [(String, [SortDescriptor<ConformanceBook>], [String])] = [
      ("title", [SortDescriptor(\.title)], ["a", "b", "c", "d", "e"]),
      ("pages, reversed", [SortDescriptor(\.pages, order: .reverse)], ["e", "d", "c", "b", "a"]),
      (
        "price, then pages reversed",
        [SortDescriptor(\.price), SortDescriptor(\.pages, order: .reverse)],
        ["e", "d", "c", "b", "a"]
      ),
    ]
    for (text, order, expected) in orders {
      let context = ModelContext(container)
      let found = try context.fetch(Descriptor(sortBy: order)).map(\.title)
      expect("the books sorted by \(text)", found, equals: expected)
    }
    let predicate = #Predicate<ConformanceBook> { $0.pages < 103 }
    let context = ModelContext(container)
    let found = try context.fetch(
      Descriptor(predicate: predicate, sortBy: [SortDescriptor(\.title, order: .reverse)]))
    expect(
      "the books of less than 103 pages, sorted by title, reversed", found.map(\.title),
      equals: ["c", "b", "a"])
  }

  func checkPaging() throws {
    try saveFive()
    _ = try soundSnapshots()
    let pages: [(limit: Int?, offset: Int?, expected: [String])] = [
      (2, nil, ["a", "b"]), (nil, 3, ["d", "e"]), (2, 1, ["b", "c"]), (9, 4, ["e"]), (3, 9, []),
    ]
    for page in pages {
      var descriptor = Descriptor(sortBy: [SortDescriptor(\.title)])
      descriptor.fetchLimit = page.limit
      descriptor.fetchOffset = page.offset
      let context = ModelContext(container)
      let before = log.fetches.count
      let found = try context.fetch(descriptor).map(\.title)
      // Where the store leaves sorting to the context, the limit is documented to be lost.
      guard log.fetches.dropFirst(before).contains(where: { $0.limit == page.limit }),
        page.limit != nil
      else { continue }
      expect(
        "the books with a limit of \(page.limit ?? 0) and an offset of \(page.offset ?? 0)", found,
        equals: page.expected)
    }
    var descriptor = Descriptor()
    descriptor.fetchLimit = 2
    let context = ModelContext(container)
    let before = log.fetches.count
    let found = try context.fetch(descriptor)
    if log.fetches.dropFirst(before).contains(where: { $0.limit == 2 }) {
      expect("the number of books with a limit of 2 in any order", found.count, equals: 2)
    }
  }

  func checkCounts() throws {
    try saveFive()
    let context = ModelContext(container)
    expect("the number of books", try context.fetchCount(Descriptor()), equals: 5)
    for (text, predicate, expected) in Self.filters {
      let found = unlessDeclined("a count where \(text)") {
        try context.fetchCount(Descriptor(predicate: predicate))
      }
      if let found { expect("the number of books where \(text)", found, equals: expected.count) }
    }
    try save(["f"])
    expect(
      "the number of books after another was saved", try context.fetchCount(Descriptor()), equals: 6
    )
  }

  func checkIdentifierFetches() throws {
    try saveFive()
    let books = try soundSnapshots().keys.filter { $0.entityName == "ConformanceBook" }
    let context = ModelContext(container)
    expect(
      "the identifiers of all books", Set(try context.fetchIdentifiers(Descriptor())),
      equals: Set(books))
    for (text, predicate, expected) in Self.filters {
      let found = unlessDeclined("a fetch of identifiers where \(text)") {
        try context.fetchIdentifiers(Descriptor(predicate: predicate))
      }
      guard let found else { continue }
      let known = try self.books(in: context)
      let titles = found.map { identifier in
        known.first { $0.persistentModelID == identifier }?.title ?? "\(identifier)"
      }
      expect("the books of the identifiers where \(text)", titles.sorted(), equals: expected)
    }
  }
}
