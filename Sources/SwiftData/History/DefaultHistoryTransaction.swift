public import Foundation

/// The changes of one save, in the history of the built-in store.
///
/// ```swift
/// let descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
/// for transaction in try context.fetchHistory(descriptor) {
///   print(transaction.author ?? "nobody", transaction.changes.count)
/// }
/// ```
public struct DefaultHistoryTransaction: HistoryTransaction {
  public typealias TransactionIdentifier = Int64
  public typealias TokenType = DefaultHistoryToken
  public typealias ID = Int64

  /// When the changes were saved.
  public let timestamp: Date
  /// The changes, in the order in which the store made them.
  public let changes: [HistoryChange]
  /// A bookmark behind the transaction.
  public let token: DefaultHistoryToken
  /// The number of the transaction in its store, counted up from 1.
  public let transactionIdentifier: Int64
  /// The store that was saved to.
  public let storeIdentifier: String
  /// The bundle of the program that saved; the name of the process where it has none.
  public let bundleIdentifier: String
  /// The name of the process that saved.
  public let processIdentifier: String
  /// The author of the context that saved, if it had one.
  public let author: String?

  /// The number of the transaction in its store.
  public var id: Int64 { transactionIdentifier }

  public static func == (lhs: DefaultHistoryTransaction, rhs: DefaultHistoryTransaction) -> Bool {
    lhs.transactionIdentifier == rhs.transactionIdentifier
      && lhs.storeIdentifier == rhs.storeIdentifier && lhs.timestamp == rhs.timestamp
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(transactionIdentifier)
    hasher.combine(storeIdentifier)
  }

  /// The same transaction with another bookmark.
  func with(token: DefaultHistoryToken) -> DefaultHistoryTransaction {
    DefaultHistoryTransaction(
      timestamp: timestamp, changes: changes, token: token,
      transactionIdentifier: transactionIdentifier, storeIdentifier: storeIdentifier,
      bundleIdentifier: bundleIdentifier, processIdentifier: processIdentifier, author: author)
  }
}
