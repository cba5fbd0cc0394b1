import Foundation
import SwiftData
import Testing

/// Unsigned integers of 64 bits are compared and sorted by their value, though columns are signed.
@Suite struct UnsignedOrderTests {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Star.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    for distance: UInt64? in [3, .max, nil, 1 << 63, 0, (1 << 63) - 1] {
      context.insert(Star(distance: distance ?? 7, guess: distance))
    }
  }

  private static let predicates: [Predicate<Star>] = {
    let far: UInt64 = 1 << 63
    let distances = far...UInt64.max
    return [
      #Predicate { $0.distance < far }, #Predicate { $0.distance >= far },
      #Predicate { $0.distance > 5 }, #Predicate { $0.guess.flatMap { $0 > far } ?? false },
      #Predicate { distances.contains($0.distance) },
      #Predicate { far < $0.distance }, #Predicate { $0.distance == far },
    ]
  }()

  @Test(arguments: predicates)
  fileprivate func `a predicate selects as Swift does, pending or stored`(
    _ predicate: Predicate<Star>
  ) throws {
    let descriptor = FetchDescriptor<Star>(predicate: predicate)
    let expected = try context.fetch(FetchDescriptor<Star>())
      .filter { try predicate.evaluate($0) }.map(\.distance).sorted()
    #expect(try context.fetch(descriptor).map(\.distance).sorted() == expected)
    try context.save()
    #expect(try context.fetch(descriptor).map(\.distance).sorted() == expected)
  }

  @Test func `a sort orders by value, with nil first`() throws {
    try context.save()
    let descriptor = FetchDescriptor<Star>(sortBy: [SortDescriptor(\.guess)])
    let guesses = try context.fetch(descriptor).map(\.guess)
    #expect(guesses == [nil, 0, 3, (1 << 63) - 1, 1 << 63, .max])
  }
}

@Model private final class Star {
  var distance: UInt64
  var guess: UInt64?

  init(distance: UInt64, guess: UInt64?) {
    self.distance = distance
    self.guess = guess
  }
}
