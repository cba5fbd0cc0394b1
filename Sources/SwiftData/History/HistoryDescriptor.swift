public import Foundation

/// Which transactions of a history to fetch or to delete.
///
/// ```swift
/// var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
/// if let token = lastToken {
///   descriptor.predicate = #Predicate { $0.token > token && $0.author == "widget" }
/// }
/// let transactions = try context.fetchHistory(descriptor)
/// ```
///
/// A condition on the token, the transaction's identifier or the time that stands alone or is joined by `&&`
/// is looked up in the store; every other condition is evaluated for one transaction after the other.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
  /// The condition that the transactions satisfy; nil means all.
  public var predicate: Predicate<TransactionType>?
  /// The largest number of transactions to fetch; 0 means all.
  ///
  /// Without a sort order these are the oldest. A deletion has no limit.
  public var fetchLimit: UInt64 = 0
  /// The order of the result; without one it is the order in which the transactions were saved.
  public var sortBy: [SortDescriptor<TransactionType>] = []

  /// Makes a descriptor.
  public init(predicate: Predicate<TransactionType>? = nil) { self.predicate = predicate }

  /// Makes a descriptor with an order.
  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
