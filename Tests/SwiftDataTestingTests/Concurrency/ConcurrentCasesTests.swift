import Foundation
import SwiftData
import Testing

@testable import SwiftDataTesting

/// The proof that a test's container and failures are its own: 1,200 cases at once, each with another plan,
/// some of them through detached tasks and model actors.
@Suite struct ConcurrentCasesTests {
  enum Route: CaseIterable, Sendable { case inPlace, detached, actor }

  struct Case: Sendable, CustomTestStringConvertible {
    var number: Int
    var route: Route { Route.allCases[number % 3] }
    /// The save that fails, of the three that every case makes; none in every fourth case.
    var failing: Int? { number % 4 == 0 ? nil : number % 4 }
    var location: StoreLocation { number % 10 == 0 ? .temporaryFile : .memory }
    var testDescription: String { "\(number)" }
  }

  struct Failure: Error, Equatable { var number: Int }

  @Test(arguments: (0..<1200).map { Case(number: $0) })
  func `no case sees another's data or failure`(_ testCase: Case) async throws {
    var folder: URL?
    try await withModelContainer(
      for: Entry.self, storedIn: testCase.location,
      leftovers: testCase.route == .actor ? .allowed : .reported,
      seed: { $0.insert(Entry(title: "seed of \(testCase.number)")) }
    ) { container in
      folder = ContainerRegistry.probe(of: container)?.folder?.url
      let outcomes = try await outcomes(of: testCase, in: container)
      let expected = (1...3).map { $0 == testCase.failing ? Failure(number: testCase.number) : nil }
      #expect(outcomes == expected)
      let stored = (1...3).filter { $0 != testCase.failing }.map { "\(testCase.number).\($0)" }
      expectStored(Entry.self, \.title, equal: ["seed of \(testCase.number)"] + stored)
    }
    if let folder { #expect(!FileManager.default.fileExists(atPath: folder.path)) }
  }

  @Test(.modelContainer(for: Entry.self), arguments: 0..<200)
  func `the trait keeps cases apart as well`(number: Int) async throws {
    let container = try ModelContainer.current
    await Task.yield()
    try Journal(container.freshContext()).add("\(number)")
    await Task.yield()
    #expect(try ModelContainer.current === container)
    expectStored(Entry.self, \.title, equal: ["\(number)"])
  }

  /// Makes three saves and returns what each threw.
  private func outcomes(of testCase: Case, in container: ModelContainer) async throws -> [Failure?]
  {
    guard let failing = testCase.failing else { return try await save(testCase, in: container) }
    let failure = SaveFailure.nth(failing).throwing(Failure(number: testCase.number))
    return try await withSaveFailure(failure) { try await save(testCase, in: container) }
  }

  private func save(_ testCase: Case, in container: ModelContainer) async throws -> [Failure?] {
    switch testCase.route {
    case .inPlace:
      return try Self.save(testCase.number, in: Journal(ModelContext(container)))
    case .detached:
      return try await Task.detached {
        try Self.save(testCase.number, in: Journal(ModelContext(container)))
      }.value
    case .actor:
      return try await CaseActor(modelContainer: container).save(testCase.number)
    }
  }

  fileprivate static func save(_ number: Int, in journal: Journal) throws -> [Failure?] {
    try (1...3).map { save in
      do {
        try journal.addOrRevert("\(number).\(save)")
        return nil
      } catch let failure as Failure {
        return failure
      }
    }
  }
}

@ModelActor
private actor CaseActor {
  func save(_ number: Int) throws -> [ConcurrentCasesTests.Failure?] {
    try ConcurrentCasesTests.save(number, in: Journal(modelContext))
  }
}
