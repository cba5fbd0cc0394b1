import SwiftData
import Testing

/// Graphs with many models cost what their size suggests.
@Suite struct LargeGraphTests {
  // Each takes well under a second; a cost that grows with the square of the size takes many minutes.
  private static let count = 100_000

  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Tree.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  @Test(.timeLimit(.minutes(2)))
  func `many leaves are linked with a tree by their initialiser`() throws {
    let tree = Tree()
    context.insert(tree)
    for _ in 0..<Self.count { context.insert(Leaf(tree: tree)) }
    #expect(tree.leaves.count == Self.count)
  }

  @Test(.timeLimit(.minutes(2)))
  func `many leaves are linked with a stored tree whose leaves are not loaded`() throws {
    context.insert(Tree())
    try context.save()
    let fresh = ModelContext(container)
    let tree = try #require(try fresh.fetch(FetchDescriptor<Tree>()).first)
    for _ in 0..<Self.count {
      let leaf = Leaf()
      leaf.tree = tree
    }
    #expect(fresh.insertedModelsArray.count == Self.count)
    #expect(tree.leaves.count == Self.count)
  }

  @Test(.timeLimit(.minutes(2)))
  func `many leaves are linked with a tree that no context has`() {
    let tree = Tree()
    for _ in 0..<Self.count { Leaf().tree = tree }
    #expect(tree.leaves.count == Self.count)
    tree.leaves = []
  }

  @Test func `a leaf that its tree lists and that names its tree is linked once`() {
    let tree = Tree()
    let leaf = Leaf(tree: tree)
    tree.leaves.append(leaf)
    context.insert(tree)
    #expect(tree.leaves == [leaf])
    context.rollback()
    context.insert(leaf)
    #expect(tree.leaves == [leaf])
  }

  @Test func `a new seed with a stored and a new leaf is linked once with each`() throws {
    let leaf = Leaf()
    context.insert(leaf)
    try context.save()
    let seed = Seed()
    seed.leaves = [leaf, Leaf()]
    #expect(seed.modelContext == context)
    #expect(seed.leaves.allSatisfy { $0.seeds == [seed] })
    context.rollback()
    seed.leaves = [Leaf(), leaf, Leaf()]
    #expect(seed.leaves.allSatisfy { $0.seeds == [seed] })
  }

  @Test func `a leaf that is appended twice is there once`() {
    let tree = Tree()
    context.insert(tree)
    let leaves = [Leaf(), Leaf()]
    tree.leaves = [leaves[0], leaves[1], leaves[0]]
    tree.leaves.append(leaves[0])
    #expect(tree.leaves == leaves)
  }

  @Test func `a long chain of models that no context has is released`() {
    var chain: Link? = Link(next: nil)
    for _ in 0..<Self.count { chain = Link(next: chain) }
    weak let first = chain
    chain = nil
    #expect(first == nil)
  }
}

@Model private final class Tree {
  @Relationship(inverse: \Leaf.tree) var leaves: [Leaf] = []

  init() {}
}

@Model private final class Leaf {
  var tree: Tree?
  var seeds: [Seed] = []

  init(tree: Tree? = nil) { self.tree = tree }
}

@Model private final class Seed {
  @Relationship(inverse: \Leaf.seeds) var leaves: [Leaf] = []

  init() {}
}

@Model private final class Link {
  var next: Link?

  init(next: Link?) { self.next = next }
}
