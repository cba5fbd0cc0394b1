internal import Foundation

extension ModelContext {
  /// Fetches what was saved to the container's stores, by whatever context or process.
  ///
  /// The transactions of several stores come in the order of their times. Their tokens then name all
  /// these stores, so that the last one is a bookmark in each.
  ///
  /// - Throws: `SwiftDataError.historyTokenExpired` where any transaction has been deleted that a token asks
  ///   for, whatever the other conditions say, `DataStoreError.unsupportedFeature` where no store of the container keeps a history, and
  ///   `SwiftDataError.invalidTransactionFetchRequest` where none has transactions of that type.
  public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
  {
    let connectors = try connectors(withHistoryOf: T.self)
    if connectors.count == 1 { return try connectors[0].fetchHistory(descriptor) }
    var transactions: [T] = []
    // What a store holds now, and nothing of it is returned, is behind the bookmark too.
    var reached: [String: Int64] = [:]
    for connector in connectors {
      reached[connector.storeIdentifier] = try connector.lastTransaction()
      transactions += try connector.fetchHistory(descriptor)
    }
    // The sort is stable: a store's transactions of one moment keep their order.
    transactions.sort { $0.timestamp < $1.timestamp }
    if T.self == DefaultHistoryTransaction.self {
      let combined = Self.combiningTokens(
        of: transactions as! [DefaultHistoryTransaction], reached)
      transactions = combined as! [T]
    }
    if !descriptor.sortBy.isEmpty { transactions.sort(using: descriptor.sortBy) }
    let limit = Int(clamping: descriptor.fetchLimit)
    return limit > 0 ? Array(transactions.prefix(limit)) : transactions
  }

  /// Deletes transactions from the history of the container's stores.
  ///
  /// The models stay as they are. A token from before any deleted transaction is expired afterwards, also
  /// where a condition has left transactions in between: to keep the tokens of others, delete up to the
  /// oldest of them.
  ///
  /// ```swift
  /// let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
  ///   predicate: #Predicate { $0.token <= processed })
  /// try context.deleteHistory(descriptor)
  /// ```
  ///
  /// - Throws: What the stores throw, and the errors of ``fetchHistory(_:)`` for stores without such a
  ///   history. With several stores, those before the one that fails have deleted theirs.
  public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    for connector in try connectors(withHistoryOf: T.self) {
      try connector.deleteHistory(descriptor)
    }
  }

  private func connectors<T: HistoryTransaction>(
    withHistoryOf type: T.Type
  ) throws -> [StoreConnector] {
    let connectors = usableCore().connectors.filter { $0.historyType != nil }
    let fitting = connectors.filter { $0.historyType == T.self }
    if !fitting.isEmpty { return fitting }
    guard let other = connectors.first?.historyType else { throw DataStoreError.unsupportedFeature }
    throw SwiftDataError(
      .invalidTransactionFetchRequest,
      "no store of the container has a history of '\(T.self)': fetch transactions of the type '\(other)'"
    )
  }

  /// Gives each transaction a token with the places that all stores had reached by then.
  private static func combiningTokens(
    of transactions: [DefaultHistoryTransaction], _ last: [String: Int64]
  ) -> [DefaultHistoryTransaction] {
    var reached = last
    for transaction in transactions.reversed() {
      reached[transaction.storeIdentifier] = transaction.transactionIdentifier - 1
    }
    return transactions.map { transaction in
      reached[transaction.storeIdentifier] = transaction.transactionIdentifier
      return transaction.with(token: DefaultHistoryToken(reached))
    }
  }
}
