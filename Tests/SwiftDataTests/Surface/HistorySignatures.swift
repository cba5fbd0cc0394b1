import Foundation
import SwiftData

/// Uses of the history API.
enum HistorySignatures {
  static func contextWithHistory(
    _ context: ModelContext, _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws {
    let _: [DefaultHistoryTransaction] = try context.fetchHistory(descriptor)
    try context.deleteHistory(descriptor)
    func generic<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
      try context.fetchHistory(descriptor)
    }
    let _: [DefaultHistoryTransaction] = try generic(descriptor)
  }

  static func providing<Store: HistoryProviding>(
    _ store: Store, _ descriptor: HistoryDescriptor<Store.HistoryType>
  ) throws {
    let _: Store.HistoryType.Type = Store.historyType
    let _: [Store.HistoryType] = try store.fetchHistory(descriptor)
    try store.deleteHistory(descriptor)
  }

  static func defaultStore(
    _ store: DefaultStore, _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws {
    let _: DefaultHistoryTransaction.Type = DefaultStore.historyType
    let _: (DefaultHistoryTransaction.Type, DefaultHistoryToken.Type) = (
      DefaultStore.HistoryType.self, DefaultStore.TokenType.self
    )
    let _: [DefaultHistoryTransaction] = try store.fetchHistory(descriptor)
    try store.deleteHistory(descriptor)
    let _: any HistoryProviding = store
  }

  static func descriptor(_ token: DefaultHistoryToken) {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
    _ = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token })
    _ = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.author == "widget" },
      sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
    descriptor.predicate = descriptor.predicate as Predicate<DefaultHistoryTransaction>?
    descriptor.fetchLimit = descriptor.fetchLimit as UInt64
    descriptor.sortBy = descriptor.sortBy as [SortDescriptor<DefaultHistoryTransaction>]
  }

  static func anyTransaction<T: HistoryTransaction>(_ transaction: T) {
    let _: Date = transaction.timestamp
    let _: [HistoryChange] = transaction.changes
    let _: T.TokenType = transaction.token
    let _: T.TransactionIdentifier = transaction.transactionIdentifier
    let _: (String, String?) = (transaction.storeIdentifier, transaction.author)
    let _: any Hashable & Identifiable & Sendable = transaction
  }

  static func transaction(_ transaction: DefaultHistoryTransaction) {
    let _: (Int64, Int64) = (transaction.id, transaction.transactionIdentifier)
    let _: (Date, [HistoryChange]) = (transaction.timestamp, transaction.changes)
    let _: DefaultHistoryToken = transaction.token
    let _: (String, String, String, String?) = (
      transaction.storeIdentifier, transaction.bundleIdentifier, transaction.processIdentifier,
      transaction.author
    )
    let _: (Int64.Type, DefaultHistoryToken.Type, Int64.Type) = (
      DefaultHistoryTransaction.TransactionIdentifier.self,
      DefaultHistoryTransaction.TokenType.self, DefaultHistoryTransaction.ID.self
    )
  }

  static func anyToken<T: HistoryToken>(_ token: T) {
    let _: T.TokenType? = token.tokenValue
    let _: any Comparable & Codable & Hashable & Identifiable & Sendable = token
  }

  static func token(_ token: DefaultHistoryToken) {
    let _: Int = token.id
    let _: [String: Int64]? = token.tokenValue
    let _: ([String: Int64].Type, Int.Type) = (
      DefaultHistoryToken.TokenType.self, DefaultHistoryToken.ID.self
    )
    let _: (DefaultHistoryToken, DefaultHistoryToken) -> Bool = (<)
  }

  static func change(_ change: HistoryChange) {
    let _: PersistentIdentifier = change.changedPersistentIdentifier
    switch change {
    case .insert(let insert): let _: any HistoryInsert = insert
    case .update(let update): let _: any HistoryUpdate = update
    case .delete(let delete): let _: any HistoryDelete = delete
    @unknown default: break
    }
  }

  /// The changes of one model, found by their type as apps do.
  static func changes(_ changes: [HistoryChange]) {
    for change in changes {
      switch change {
      case .insert(_ as DefaultHistoryInsert<Signed>): break
      case .update(let update as DefaultHistoryUpdate<Signed>):
        let _: Bool = update.updatedAttributes.contains(\.text)
      case .delete(let delete as DefaultHistoryDelete<Signed>):
        let _: (any Sendable)? = delete.tombstone[\.text]
      default: break
      }
    }
  }

  static func anyInsert<Insert: HistoryInsert>(_ insert: Insert) {
    let _: any PersistentModel.Type = Insert.Model.self
    let _: (Insert.ChangeIdentifier, Insert.TransactionIdentifier, PersistentIdentifier) = (
      insert.changeIdentifier, insert.transactionIdentifier, insert.changedPersistentIdentifier
    )
  }

  static func anyUpdate<Update: HistoryUpdate>(_ update: Update) {
    let _: [any PartialKeyPath<Update.Model> & Sendable] = update.updatedAttributes
    let _: (Update.ChangeIdentifier, Update.TransactionIdentifier, PersistentIdentifier) = (
      update.changeIdentifier, update.transactionIdentifier, update.changedPersistentIdentifier
    )
  }

  static func anyDelete<Delete: HistoryDelete>(_ delete: Delete) {
    let _: HistoryTombstone<Delete.Model> = delete.tombstone
    let _: (Delete.ChangeIdentifier, Delete.TransactionIdentifier, PersistentIdentifier) = (
      delete.changeIdentifier, delete.transactionIdentifier, delete.changedPersistentIdentifier
    )
  }

  static func constrained(
    _ insert: any HistoryInsert<Signed>, _ update: any HistoryUpdate<Signed>,
    _ delete: any HistoryDelete<Signed>
  ) {
    let _: any Sendable = (insert, update, delete)
  }

  static func defaultChanges(
    _ insert: DefaultHistoryInsert<Signed>, _ update: DefaultHistoryUpdate<Signed>,
    _ delete: DefaultHistoryDelete<Signed>
  ) {
    let _: [Int64] = [
      insert.changeIdentifier, insert.transactionIdentifier, update.changeIdentifier,
      update.transactionIdentifier, delete.changeIdentifier, delete.transactionIdentifier,
    ]
    let _: [PersistentIdentifier] = [
      insert.changedPersistentIdentifier, update.changedPersistentIdentifier,
      delete.changedPersistentIdentifier,
    ]
    let _: [any PartialKeyPath<Signed> & Sendable] = update.updatedAttributes
    let _: HistoryTombstone<Signed> = delete.tombstone
    let _: Bool = insert == insert && update == update && delete == delete
    var hasher = Hasher()
    insert.hash(into: &hasher)
    update.hash(into: &hasher)
    delete.hash(into: &hasher)
  }

  static func tombstone(_ tombstone: HistoryTombstone<Signed>) {
    let _: (any Sendable)? = tombstone[\.text]
    var iterator: HistoryTombstone<Signed>.Iterator = tombstone.makeIterator()
    let _: Any? = iterator.next()
    let _: any Sendable & Sequence = tombstone
    let _: (Any.Type, Any.Type) = (
      HistoryTombstone<Signed>.Element.self, HistoryTombstone<Signed>.Iterator.Element.self
    )
  }
}
