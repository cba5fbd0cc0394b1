public import Foundation

/// The changes of one save, as a store's history keeps them.
///
/// The built-in store's are of the type ``DefaultHistoryTransaction``.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  /// The type of the bookmarks of the history.
  associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
  /// The type by which transactions are told apart.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// When the changes were saved.
  var timestamp: Date { get }
  /// The changes, in the order in which the store made them.
  var changes: [HistoryChange] { get }
  /// A bookmark: transactions with a greater token came later.
  var token: TokenType { get }
  /// What tells the transaction from others of its store.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The store that was saved to.
  var storeIdentifier: String { get }
  /// The author of the context that saved, if it had one.
  var author: String? { get }
}

/// A bookmark in a history, to keep until the next fetch.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
  /// What the bookmark consists of.
  associatedtype TokenType: Codable, Hashable, Sendable

  /// What the bookmark consists of.
  var tokenValue: TokenType? { get }
}
