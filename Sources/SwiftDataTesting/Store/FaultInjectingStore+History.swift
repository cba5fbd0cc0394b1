public import SwiftData

extension FaultInjectingStore: HistoryProviding {
  public typealias HistoryType = DefaultHistoryTransaction

  public static var historyType: DefaultHistoryTransaction.Type { DefaultStore.historyType }

  public func fetchHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws
    -> [DefaultHistoryTransaction]
  {
    try base.fetchHistory(descriptor)
  }

  public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try base.deleteHistory(descriptor)
  }
}
