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
  /// What tells transactions apart.
  public typealias TransactionIdentifier = Int64
  /// What marks a place in the history.
  public typealias TokenType = DefaultHistoryToken
  /// What identifies a transaction.
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

  /// Two transactions are equal that are the same one of the same store.
  public static func == (lhs: DefaultHistoryTransaction, rhs: DefaultHistoryTransaction) -> Bool {
    lhs.transactionIdentifier == rhs.transactionIdentifier
      && lhs.storeIdentifier == rhs.storeIdentifier && lhs.timestamp == rhs.timestamp
  }

  /// Hashes what identifies the transaction.
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
