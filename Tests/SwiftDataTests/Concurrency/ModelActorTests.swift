import Dispatch
import Testing

@testable import SwiftData

#if !THREAD_SANITIZER
  import Synchronization
#endif

@Suite struct ModelActorTests {
  @Test func `an actor saves through a context of its own`() async throws {
    let container = try ModelContainer.library()
    let librarian = Librarian(modelContainer: container)
    let identifier = try await librarian.add("Poetry")
    let context = ModelContext(container)
    #expect(try context.fetch(FetchDescriptor<Shelf>()).map(\.persistentModelID) == [identifier])
  }

  @Test func `an actor finds a model by its identifier`() async throws {
    let container = try ModelContainer.library()
    let context = ModelContext(container)
    let shelf = Shelf(name: "Poetry")
    context.insert(shelf)
    try context.save()
    let librarian = Librarian(modelContainer: container)
    #expect(await librarian.name(of: shelf.persistentModelID) == "Poetry")
  }

  @Test func `an actor finds its own model before it is saved`() async throws {
    let librarian = Librarian(modelContainer: try .library())
    #expect(await librarian.nameOfUnsaved("Poetry") == "Poetry")
  }

  @Test func `an identifier without a model, of another type or of another store finds none`()
    async throws
  {
    let container = try ModelContainer.library()
    let context = ModelContext(container)
    let shelf = Shelf(name: "Poetry")
    let writer = Writer(name: "Pessoa")
    context.insert(shelf)
    context.insert(writer)
    try context.save()
    let (gone, other) = (shelf.persistentModelID, writer.persistentModelID)
    context.delete(shelf)
    try context.save()
    let librarian = Librarian(modelContainer: container)
    #expect(await librarian.name(of: gone) == nil)
    #expect(await librarian.name(of: other) == nil)
    let stranger = Librarian(modelContainer: try .library())
    #expect(await stranger.name(of: other) == nil)
  }

  @Test func `an actor's context is its executor's, and stays the same`() async throws {
    let container = try ModelContainer.library()
    let librarian = Librarian(modelContainer: container)
    #expect(await librarian.usesContextOfExecutor())
    #expect(librarian.modelContainer === container)
    #expect(await librarian.containerOfContext === container)
  }

  @Test func `an actor with an initialiser of its own has the context that it makes`() async throws
  {
    let container = try ModelContainer.library()
    let archivist = Archivist(container, author: "archivist")
    #expect(await archivist.author == "archivist")
    try await archivist.add("Maps")
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 1)
  }

  @Test func `an actor works on an executor of one's own`() async throws {
    let container = try ModelContainer.library()
    let curator = Curator(container)
    try await curator.add("Prints")
    #expect(await curator.jobs > 0)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 1)
  }

  @Test func `an actor keeps its container`() async throws {
    var container: ModelContainer? = try .library()
    weak let weakContainer = container
    let librarian = Librarian(modelContainer: container!)
    container = nil
    _ = try await librarian.add("Poetry")
    #expect(weakContainer != nil)
    #expect(try await librarian.count() == 1)
  }

  @Test func `many actors write into one container`() async throws {
    let container = try ModelContainer.library()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let librarian = Librarian(modelContainer: container)
          for copy in 0..<5 { _ = try await librarian.add("\(number).\(copy)") }
        }
      }
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 100)
  }

  @Test func `the jobs of one actor run one at a time`() async throws {
    let librarian = Librarian(modelContainer: try .library())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask { try await librarian.addWithoutOverlap("\(number)") }
      }
      try await group.waitForAll()
    }
    #expect(try await librarian.count() == 50)
    #expect(await librarian.overlaps == 0)
  }

  @Test func `jobs run in the order in which they were enqueued`() async throws {
    let context = ModelContext(try .library())
    let executor = PreferredExecutor(DefaultSerialModelExecutor(modelContext: context))
    let order = Order()
    // A task with an executor of its choice is enqueued there by the time it is made.
    let tasks = (0..<20).map { number in
      Task(executorPreference: executor) { order.note(number) }
    }
    for task in tasks { await task.value }
    #expect(order.numbers == Array(0..<20))
  }

  @Test func `work goes on where the actor is forgotten meanwhile`() async throws {
    let container = try ModelContainer.library()
    let task = Task { [librarian = Librarian(modelContainer: container)] in
      await Task.yield()
      return try await librarian.add("Poetry")
    }
    #expect(try await task.value.storeIdentifier != nil)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shelf>()) == 1)
  }
}

@ModelActor private actor Librarian {
  private var isAdding = false
  private(set) var overlaps = 0

  var containerOfContext: ModelContainer { modelContext.container }

  func add(_ name: String) throws -> PersistentIdentifier {
    let shelf = Shelf(name: name)
    modelContext.insert(shelf)
    try modelContext.save()
    return shelf.persistentModelID
  }

  func addWithoutOverlap(_ name: String) throws {
    if isAdding { overlaps += 1 }
    isAdding = true
    _ = try add(name)
    isAdding = false
  }

  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Shelf>()) }

  func name(of identifier: PersistentIdentifier) -> String? {
    self[identifier, as: Shelf.self]?.name
  }

  func nameOfUnsaved(_ name: String) -> String? {
    let shelf = Shelf(name: name)
    modelContext.insert(shelf)
    return self[shelf.persistentModelID, as: Shelf.self]?.name
  }

  func usesContextOfExecutor() -> Bool {
    modelContext === modelExecutor.modelContext && modelContext === self.modelContext
  }
}

/// An actor that makes context and executor itself.
private actor Archivist: ModelActor {
  nonisolated let modelContainer: ModelContainer
  nonisolated let modelExecutor: any ModelExecutor

  init(_ container: ModelContainer, author: String) {
    let context = ModelContext(container)
    context.author = author
    modelContainer = container
    modelExecutor = DefaultSerialModelExecutor(modelContext: context)
  }

  var author: String? { modelContext.author }

  func add(_ name: String) throws {
    try modelContext.transaction { modelContext.insert(Shelf(name: name)) }
  }
}

/// An actor with an executor that is not the library's.
private actor Curator: ModelActor {
  nonisolated let modelContainer: ModelContainer
  nonisolated let modelExecutor: any ModelExecutor
  private nonisolated let executor: CountingExecutor

  init(_ container: ModelContainer) {
    modelContainer = container
    executor = CountingExecutor(modelContext: ModelContext(container))
    modelExecutor = executor
  }

  var jobs: Int { executor.jobs.withLock { $0 } }

  func add(_ name: String) throws {
    modelContext.insert(Shelf(name: name))
    try modelContext.save()
  }
}

private final class CountingExecutor: SerialModelExecutor, @unchecked Sendable {
  // Unchecked because of the context, which the queue's jobs use one at a time.
  let modelContext: ModelContext
  let jobs = Mutex(0)
  private let queue = DispatchQueue(label: "ModelActorTests.CountingExecutor")

  init(modelContext: ModelContext) { self.modelContext = modelContext }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.withLock { $0 += 1 }
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private final class Order: Sendable {
  private let list = Mutex<[Int]>([])

  var numbers: [Int] { list.withLock { $0 } }

  func note(_ number: Int) { list.withLock { $0.append(number) } }
}

/// Lets tasks prefer a serial executor.
private final class PreferredExecutor: TaskExecutor {
  private let executor: DefaultSerialModelExecutor

  init(_ executor: DefaultSerialModelExecutor) { self.executor = executor }

  func enqueue(_ job: consuming ExecutorJob) { executor.enqueue(job) }
}
