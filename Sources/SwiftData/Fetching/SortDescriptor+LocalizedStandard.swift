public import Foundation

// On Apple's systems `String.StandardComparator` has `localizedStandard`, which Foundation does not
// have elsewhere and nobody else can add: the type makes no values but its own.

extension String {
  /// The order of texts that file lists show, for a sort descriptor that names it.
  ///
  /// A sort descriptor of a text without a comparator has this order anyway.
  public struct LocalizedComparator: Sendable, Hashable {
    private init() {}

    /// Without regard to case and diacritics at first, and with numbers by value.
    public static let localizedStandard = LocalizedComparator()
  }
}

extension SortDescriptor {
  /// Makes a descriptor that sorts texts as file lists do.
  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: String.LocalizedComparator,
    order: SortOrder = .forward
  ) {
    self.init(keyPath, order: order)
  }

  /// Makes a descriptor that sorts optional texts as file lists do, nil first.
  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: String.LocalizedComparator,
    order: SortOrder = .forward
  ) {
    self.init(keyPath, order: order)
  }
}
