public import Foundation

/// What to fetch: a predicate, an order, a range and how much of each model.
///
/// ```swift
/// var descriptor = FetchDescriptor<Trip>(
///   predicate: #Predicate { $0.isFavorite }, sortBy: [SortDescriptor(\.startDate)])
/// descriptor.fetchLimit = 10
/// let trips = try context.fetch(descriptor)
/// ```
public struct FetchDescriptor<T: PersistentModel> {
  /// The condition that fetched models satisfy; nil fetches all.
  public var predicate: Predicate<T>?
  /// The order of the result; without one, the order is the store's.
  public var sortBy: [SortDescriptor<T>]
  /// The largest number of models to fetch. Nil and, as on Apple's systems, 0 mean all.
  public var fetchLimit: Int?
  /// The number of models to skip.
  public var fetchOffset: Int?
  /// Whether unsaved changes of the context take part in the result.
  public var includePendingChanges: Bool = true
  /// The attributes to load at once; empty means all.
  ///
  /// The first use of anything else loads the whole model. Models that the context holds already, and results
  /// that unsaved changes take part in, are loaded as a whole; so are models of a fetch that prefetches.
  public var propertiesToFetch: [PartialKeyPath<T>] = []
  /// The relationships whose destinations are loaded together with the result, with one query for each.
  ///
  /// Other destinations load one by one when they are first read.
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

  /// Makes a descriptor.
  public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

// Unchecked because key paths are not marked Sendable: the descriptor is a value, and the macros
// and literals that make its parts capture Sendable values only.
extension FetchDescriptor: @unchecked Sendable {}

extension FetchDescriptor: Equatable {
  /// Two descriptors are equal that ask for the same: everything in them is equal.
  ///
  /// Predicates have no comparison of their own. Two of them are equal that are written the same
  /// way, with equal captured values; captured values that are not `Hashable` are compared part by
  /// part.
  public static func == (lhs: FetchDescriptor<T>, rhs: FetchDescriptor<T>) -> Bool {
    lhs.fetchLimit == rhs.fetchLimit && lhs.fetchOffset == rhs.fetchOffset
      && lhs.includePendingChanges == rhs.includePendingChanges && lhs.sortBy == rhs.sortBy
      && lhs.propertiesToFetch == rhs.propertiesToFetch
      && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
      && PredicateComparison.areEqual(lhs.predicate, rhs.predicate)
  }
}
