internal import SwiftData

extension Examination {
  func checkRelationships() throws {
    let context = ModelContext(container)
    var library = Library()
    context.insert(library.author)
    context.insert(library.other)
    for tag in library.tags { context.insert(tag) }
    try context.save()
    try expectStored(library, "after the insertion")

    library.books[0].author = library.other
    library.books[1].tags.removeAll { $0.text == "old" }
    library.books[2].tags.append(library.tags[0])
    library.books[0].chapters.append(ConformanceChapter(3))
    library.books[2].prequel = library.books[0]
    try context.save()
    try expectStored(library, "after changes")

    try moveWithoutLoading()
    library.books[2].author = library.books[0].author
    library.books[2].tags.removeAll()
    try context.save()
    try expectStored(library, "after changes through models that a context had not loaded")

    library.books[0].author = nil
    library.books[1].sequel = nil
    library.books[2].tags = []
    try context.save()
    try expectStored(library, "after clearing")

    context.delete(library.books[0])
    context.delete(library.tags[1])
    library.books.remove(at: 0)
    library.tags.remove(at: 1)
    try context.save()
    try expectStored(library, "after deletions")
    let other = ModelContext(container)
    expect(
      "the number of chapters after their book was deleted",
      try other.fetch(FetchDescriptor<ConformanceChapter>()).count, equals: 1)
  }

  /// Moves book c to the author of book a and takes its tags, in a context that has read neither.
  private func moveWithoutLoading() throws {
    let context = ModelContext(container)
    let books = try context.fetch(FetchDescriptor<ConformanceBook>())
    guard let a = books.first(where: { $0.title == "a" }),
      let c = books.first(where: { $0.title == "c" })
    else { throw Abandoned() }
    c.author = a.author
    c.tags.removeAll()
    try context.save()
  }

  /// Compares what leads where in the store with the models in memory, from both sides.
  private func expectStored(_ library: Library, _ moment: String) throws {
    try requireFindable()
    let context = ModelContext(container)
    let books = try context.fetch(FetchDescriptor<ConformanceBook>())
    let authors = try context.fetch(FetchDescriptor<ConformanceAuthor>())
    let tags = try context.fetch(FetchDescriptor<ConformanceTag>())
    expect(
      "the books' relationships \(moment)", lines(of: books), equals: lines(of: library.books))
    expect(
      "the authors' books \(moment)", lines(of: authors),
      equals: lines(of: [library.author, library.other]))
    expect("the tags' books \(moment)", lines(of: tags), equals: lines(of: library.tags))
  }

  private func lines(of books: [ConformanceBook]) -> [String] {
    books.map { book in
      """
      \(book.title): author \(book.author?.name ?? "none"), \
      chapters \(book.chapters.map(\.number).sorted()), \
      chapters' books \(book.chapters.compactMap { $0.book?.title }), \
      tags \(book.tags.map(\.text).sorted()), prequel \(book.prequel?.title ?? "none"), \
      sequel \(book.sequel?.title ?? "none")
      """
    }.sorted()
  }

  private func lines(of authors: [ConformanceAuthor]) -> [String] {
    authors.map { "\($0.name): \($0.books.map(\.title).sorted())" }.sorted()
  }

  private func lines(of tags: [ConformanceTag]) -> [String] {
    tags.map { "\($0.text): \($0.books.map(\.title).sorted())" }.sorted()
  }
}

/// Models with relationships of every kind between them.
private struct Library {
  let author = ConformanceAuthor("Elif")
  let other = ConformanceAuthor("Tom")
  var tags = ["new", "old"].map { ConformanceTag($0) }
  var books = ["a", "b", "c"].map { ConformanceBook($0) }

  init() {
    books[0].author = author
    books[1].author = author
    books[0].chapters = [ConformanceChapter(1), ConformanceChapter(2)]
    books[1].chapters = [ConformanceChapter(1)]
    books[0].tags = tags
    books[1].tags = [tags[1]]
    books[1].sequel = books[2]
    author.books.append(books[2])
  }
}
