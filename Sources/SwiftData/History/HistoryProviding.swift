/// A store that keeps a history of what was saved to it.
///
/// The built-in ``DefaultStore`` is one. Conform a store of your own to let contexts fetch its history
/// with ``ModelContext/fetchHistory(_:)``.
public protocol HistoryProviding {
  /// The kind of transaction that the store's history consists of.
  associatedtype HistoryType: HistoryTransaction

  /// The kind of transaction, as a value.
  static var historyType: HistoryType.Type { get }

  /// Returns the transactions that a descriptor asks for, oldest first unless it sorts.
  ///
  /// - Throws: `SwiftDataError.historyTokenExpired` where transactions after a token were deleted.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]

  /// Deletes the transactions that a descriptor asks for.
  ///
  /// - Throws: Whatever kept the transactions from being deleted; none is deleted then.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}
