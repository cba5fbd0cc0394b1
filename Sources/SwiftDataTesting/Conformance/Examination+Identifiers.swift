internal import SwiftData

extension Examination {
  func checkRemapping() throws {
    let context = ModelContext(container)
    let author = ConformanceAuthor("Elif")
    let books = ["a", "b"].map { ConformanceBook($0) }
    author.books = books
    context.insert(author)
    try context.save()
    guard let save = log.saves.last else {
      return note("the context was expected to save through the store", found: "no save")
    }
    let name = log.store?.identifier ?? ""
    expect("the result's storeIdentifier", save.storeIdentifier, equals: name)
    for temporary in save.inserted {
      guard let permanent = save.remapped[temporary] else {
        note("a permanent identifier for \(temporary)", found: "none in remappedIdentifiers")
        continue
      }
      expect(
        "the store identifier of a permanent identifier", permanent.storeIdentifier, equals: name)
      expect(
        "the entity name of a permanent identifier", permanent.entityName,
        equals: temporary.entityName)
    }
    let permanent = Set(save.remapped.values)
    expect("the number of different identifiers", permanent.count, equals: save.inserted.count)
    for model in books {
      expect(
        "whether the identifier of a saved model is one that the store gave",
        permanent.contains(model.persistentModelID), equals: true)
    }
    expect(
      "the identifiers that the store fetches", Set(try soundSnapshots().keys), equals: permanent)
  }

  func checkKeepingIdentifiers() throws {
    let context = ModelContext(container)
    let book = ConformanceBook("a")
    context.insert(book)
    try context.save()
    let identifier = book.persistentModelID
    book.pages = 1
    try context.save()
    expect("a model's identifier after an update", book.persistentModelID, equals: identifier)
    try save(["b"], in: context)
    for _ in 0..<2 {
      let other = ModelContext(container)
      let found = try books(in: other).first { $0.title == "a" }
      expect(
        "a model's identifier in another context", found?.persistentModelID, equals: identifier)
    }
    _ = withExtendedLifetime(context) { book.title }
  }

  func checkFinding() throws {
    let context = try save(["a", "b", "c"])
    context.insert(ConformanceAuthor("Elif"))
    try context.save()
    try requireFindable()
  }

  /// Ends the check unless a context finds each stored model by its identifier.
  ///
  /// That is how a context loads the model that a relationship leads to. It ends the process where it
  /// finds none.
  func requireFindable() throws {
    for identifier in try soundSnapshots().keys.sorted() {
      switch identifier.entityName {
      case "ConformanceBook": try requireFindable(ConformanceBook.self, identifier)
      case "ConformanceAuthor": try requireFindable(ConformanceAuthor.self, identifier)
      case "ConformanceChapter": try requireFindable(ConformanceChapter.self, identifier)
      default: try requireFindable(ConformanceTag.self, identifier)
      }
    }
  }

  private func requireFindable<Model: PersistentModel>(
    _ model: Model.Type, _ identifier: PersistentIdentifier
  ) throws {
    let context = ModelContext(container)
    let found = try context.fetch(
      FetchDescriptor<Model>(predicate: #Predicate { $0.persistentModelID == identifier }))
    try require(
      "what a fetch by an identifier finds", found.map(\.persistentModelID), equals: [identifier])
  }

  func checkEntities() throws {
    let context = try save(["a", "b"])
    context.insert(ConformanceAuthor("Elif"))
    context.insert(ConformanceTag("new"))
    try context.save()
    _ = try soundSnapshots()
    let other = ModelContext(container)
    expect(
      "the number of books", try other.fetch(FetchDescriptor<ConformanceBook>()).count, equals: 2)
    expect(
      "the number of authors", try other.fetch(FetchDescriptor<ConformanceAuthor>()).count,
      equals: 1)
    expect(
      "the number of chapters", try other.fetch(FetchDescriptor<ConformanceChapter>()).count,
      equals: 0)
  }

  func checkCachedSnapshots() throws {
    let context = try save(["a", "b", "c"])
    let book = try context.fetch(FetchDescriptor<ConformanceBook>()).first { $0.title == "b" }
    book?.pages = 7
    try context.save()
    let stored = try soundSnapshots()
    guard let store = log.store, let state = log.editingState,
      let asked = book?.persistentModelID
    else { return note("the context was expected to use the store", found: "no request") }
    let cached = try store.cachedSnapshots(for: [asked], editingState: state)
    for (key, snapshot) in cached {
      expect("the key of a cached snapshot", key, equals: snapshot.persistentIdentifier)
      expect("the identifier of a cached snapshot", key, equals: asked)
      let values = try CodedSnapshot(snapshot, in: .conformance).values
      expect("the values of a cached snapshot", values, equals: stored[key]?.values ?? [:])
    }
    guard let book else { return }
    context.delete(book)
    try context.save()
    let afterwards = try store.cachedSnapshots(for: [asked], editingState: state)
    expect("the number of cached snapshots of a deleted model", afterwards.count, equals: 0)
  }

  func checkCopies() throws {
    let context = ModelContext(container)
    let author = ConformanceAuthor("Elif")
    let book = ConformanceBook("a")
    book.author = author
    context.insert(book)
    try context.save()
    let other = ConformanceAuthor("Tom").persistentModelID
    let from = author.persistentModelID
    for snapshot in try log.snapshots(of: "ConformanceBook") ?? [] {
      let copy = snapshot.copy(persistentIdentifier: other, remappedIdentifiers: [from: other])
      expect("the identifier of a copy", copy.persistentIdentifier, equals: other)
      let same = snapshot.copy(
        persistentIdentifier: snapshot.persistentIdentifier, remappedIdentifiers: [from: other])
      let (before, after) = (
        try CodedSnapshot(snapshot, in: .conformance), try CodedSnapshot(same, in: .conformance)
      )
      expect("the values of a copy", after.values, equals: before.values)
      expect(
        "where the relationship of a copy leads to", after.related["author"],
        equals: before.related["author"].map { _ in [other] })
    }
  }
}
