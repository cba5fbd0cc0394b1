import SwiftData
import Testing

/// Groups that change relationships and then delete one side of them.
@Suite struct UndoOfDeletionTests {
  let container: ModelContainer
  let context: ModelContext
  let manager = UndoManager()

  init() throws {
    container = try ModelContainer(
      for: Shelf.self, Volume.self, Writer.self, UndoneBranch.self, UndoneLeaf.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    manager.groupsByEvent = false
    context.undoManager = manager
  }

  private func group(_ body: () throws -> Void) rethrows {
    manager.beginUndoGrouping()
    try body()
    manager.endUndoGrouping()
  }

  /// Inserts models without anything to undo.
  private func insert(_ models: any PersistentModel..., isSaved: Bool = false) throws {
    manager.disableUndoRegistration()
    for model in models { context.insert(model) }
    if isSaved { try context.save() } else { context.processPendingChanges() }
    manager.enableUndoRegistration()
  }

  /// Two books, of which one has an author.
  private func makeBooks(
    isSaved: Bool = false
  ) throws -> (brand: Volume, ghosts: Volume, writer: Writer) {
    let writer = Writer(name: "Ibsen")
    let brand = Volume(title: "Brand")
    let ghosts = Volume(title: "Ghosts")
    brand.authors = [writer]
    try insert(brand, ghosts, isSaved: isSaved)
    return (brand, ghosts, writer)
  }

  @Test(arguments: [true, false])
  func `a new member of a collection is no member once the deletion is undone`(
    isSaved: Bool
  ) throws {
    let (brand, ghosts, writer) = try makeBooks(isSaved: isSaved)
    group {
      ghosts.authors.append(writer)
      context.delete(writer)
    }
    manager.undo()
    #expect(writer.books == [brand])
    #expect(brand.authors == [writer])
    #expect(ghosts.authors.isEmpty)
  }

  @Test func `links made after an unsaved model is gone stay where they are when that is redone`()
    throws
  {
    let (brand, ghosts, writer) = try makeBooks()
    let other = Writer(name: "Holberg")
    group {
      ghosts.authors = [writer]
      context.delete(writer)
      ghosts.authors = [other]
    }
    manager.undo()
    #expect(ghosts.authors.isEmpty)
    manager.redo()
    #expect(ghosts.authors == [other])
    #expect(brand.authors.isEmpty)
    #expect(writer.modelContext == nil)
    manager.undo()
    #expect(brand.authors == [writer])
    #expect(writer.books == [brand])
    #expect(other.modelContext == nil)
  }

  @Test func `a model that joined an unsaved parent and went with it comes back without it`()
    throws
  {
    let drama = Shelf(name: "Drama")
    let poetry = Shelf(name: "Poetry")
    let book = Volume(title: "Brand", shelf: drama)
    try insert(book, poetry)
    group {
      book.shelf = poetry
      context.delete(poetry)
    }
    #expect(book.modelContext == nil)
    for _ in 0..<2 {
      manager.undo()
      #expect(book.modelContext === context)
      #expect(book.shelf === drama)
      #expect(drama.books == [book])
      #expect(poetry.books.isEmpty)
      manager.redo()
      #expect(book.modelContext == nil)
      #expect(poetry.modelContext == nil)
      #expect(drama.books.isEmpty)
    }
  }

  @Test func `what was inserted with a parent and gone with it stays gone`() throws {
    let (_, _, writer) = try makeBooks()
    let book = Volume(title: "Peer Gynt")
    group {
      context.insert(book)
      book.authors = [writer]
      context.delete(writer)
    }
    manager.undo()
    #expect(book.modelContext == nil)
    #expect(writer.books.map(\.title) == ["Brand"])
    try context.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetchCount(FetchDescriptor<Volume>()) == 2)
  }

  @Test func `a model that was inserted again comes back with a relationship that was not read`()
    throws
  {
    let other = ModelContext(container)
    let leaf = UndoneLeaf()
    leaf.branch = UndoneBranch(number: 1)
    other.insert(leaf)
    try other.save()
    manager.disableUndoRegistration()
    let again = try #require(try context.fetch(FetchDescriptor<UndoneLeaf>()).first)
    context.delete(again)
    try context.save()
    context.insert(again)
    context.processPendingChanges()
    manager.enableUndoRegistration()
    group { context.delete(again) }
    manager.undo()
    #expect(again.branch?.number == 1)
    try context.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetch(FetchDescriptor<UndoneLeaf>()).first?.branch?.number == 1)
  }

  @Test(arguments: [true, false])
  func `models that cascade to each other in a circle come back with their links`(
    isSaved: Bool
  ) throws {
    let branches = (1...3).map { UndoneBranch(number: $0) }
    for (branch, next) in zip(branches, branches[1...] + [branches[0]]) { branch.parent = next }
    try insert(branches[0], isSaved: isSaved)
    group { context.delete(branches[0]) }
    #expect(try context.fetchCount(FetchDescriptor<UndoneBranch>()) == 0)
    for _ in 0..<2 {
      manager.undo()
      for (branch, next) in zip(branches, branches[1...] + [branches[0]]) {
        #expect(branch.parent === next)
        #expect(next.children == [branch])
      }
      manager.redo()
    }
    #expect(try context.fetchCount(FetchDescriptor<UndoneBranch>()) == 0)
  }
}

@Model
final class UndoneBranch {
  var number: Int
  var parent: UndoneBranch?
  @Relationship(deleteRule: .cascade, inverse: \UndoneBranch.parent)
  var children: [UndoneBranch] = []

  init(number: Int) { self.number = number }
}

@Model
final class UndoneLeaf {
  var branch: UndoneBranch?

  init() {}
}
