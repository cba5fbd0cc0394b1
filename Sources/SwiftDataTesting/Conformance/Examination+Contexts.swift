internal import Foundation
internal import SwiftData
internal import Synchronization

extension Examination {
  func checkSharing() throws {
    let one = ModelContext(container)
    let other = ModelContext(container)
    try save(["a", "b"], in: one)
    expect("what another context sees of a save", try titles(in: other), equals: ["a", "b"])
    one.insert(ConformanceBook("unsaved"))
    expect("what is stored before a save", try titles(), equals: ["a", "b"])
    one.rollback()
    try books(in: one).first { $0.title == "a" }?.pages = 1
    try books(in: other).first { $0.title == "b" }?.pages = 2
    try one.save()
    try other.save()
    let third = ModelContext(container)
    expect(
      "the pages of two books that two contexts changed", try books(in: third).map(\.pages),
      equals: [1, 2])
    try save(["c"], in: one)
    try save(["d"], in: other)
    expect("what is stored after saves of both", try titles(), equals: ["a", "b", "c", "d"])
  }

  func checkEndsOfContexts() throws {
    let lasting = try save(["a"])
    let book = try books(in: lasting).first
    for round in 1...3 {
      let passing = try save(["b\(round)"])
      _ = try titles(in: passing)
    }
    book?.pages = 7
    try lasting.save()
    let other = ModelContext(container)
    let found = try books(in: other)
    expect(
      "what is stored after other contexts ended", found.map(\.title),
      equals: ["a", "b1", "b2", "b3"])
    expect("the pages that a lasting context saved", found.first?.pages, equals: 7)
  }

  func checkManyModels() throws {
    let context = ModelContext(container)
    for number in 0..<1000 { context.insert(ConformanceTag("\(number)")) }
    try context.save()
    let other = ModelContext(container)
    let found = try other.fetch(FetchDescriptor<ConformanceTag>())
    expect("the number of tags", found.count, equals: 1000)
    expect("the number of different texts", Set(found.map(\.text)).count, equals: 1000)
    expect(
      "the number of different identifiers", Set(found.map(\.persistentModelID)).count, equals: 1000
    )
    for tag in found where tag.text.hasSuffix("0") { other.delete(tag) }
    try other.save()
    let third = ModelContext(container)
    expect(
      "the number of tags after a hundred were deleted",
      try third.fetch(FetchDescriptor<ConformanceTag>()).count, equals: 900)
  }

  func checkConcurrency() async throws {
    let container = container
    let (writers, saves) = (8, 10)
    try await onThreads(writers) { writer in
      let context = ModelContext(container)
      for save in 0..<saves {
        context.insert(ConformanceTag("\(writer).\(save)"))
        try context.save()
        _ = try ModelContext(container).fetch(FetchDescriptor<ConformanceTag>())
      }
    }
    let context = ModelContext(container)
    let found = try context.fetch(FetchDescriptor<ConformanceTag>())
    let expected = (0..<writers).flatMap { writer in (0..<saves).map { "\(writer).\($0)" } }
    let missing = Set(expected).subtracting(found.map(\.text)).sorted()
    if !missing.isEmpty {
      note(
        "all \(expected.count) tags that \(writers) threads saved were expected to be stored",
        found: "\(missing.count) are missing, among them \(missing.prefix(3).formatted())")
    }
    expect("the number of tags", found.count, equals: expected.count)
    expect(
      "the number of different identifiers", Set(found.map(\.persistentModelID)).count,
      equals: found.count)
  }
}

/// Runs a function on new threads, all begun at once, and waits for them: where other tests keep the threads of
/// tasks busy, tasks begin one after the other.
///
/// - Throws: The error of one that throws, when all have ended.
private func onThreads(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Void
) async throws {
  let state = Mutex<(running: Int, failure: (any Error)?)>((count, nil))
  try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
    for number in 0..<count {
      Thread.detachNewThread {
        let result = Result { try body(number) }
        let whole: Result<Void, any Error>? = state.withLock { state in
          state.running -= 1
          if case .failure(let error) = result { state.failure = error }
          guard state.running == 0 else { return nil }
          return state.failure.map { .failure($0) } ?? .success(())
        }
        if let whole { end.resume(with: whole) }
      }
    }
  }
}
