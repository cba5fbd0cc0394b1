/// One change of a transaction.
///
/// The associated value knows the model's type: cast it to find the changes of one model.
///
/// ```swift
/// for change in transaction.changes {
///   if case .update(let update as DefaultHistoryUpdate<Trip>) = change {
///     print(update.updatedAttributes)
///   }
/// }
/// ```
public enum HistoryChange: Sendable {
  /// A model was inserted.
  case insert(any HistoryInsert)
  /// Properties of a model were changed.
  case update(any HistoryUpdate)
  /// A model was deleted.
  case delete(any HistoryDelete)

  /// The model that was changed. It may be gone by now.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let change): change.changedPersistentIdentifier
    case .update(let change): change.changedPersistentIdentifier
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}

/// The insertion of a model.
public protocol HistoryInsert<Model>: Sendable {
  /// The type of the model.
  associatedtype Model: PersistentModel
  /// The type by which transactions are told apart.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type by which changes are told apart.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// What tells the change from others of its store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction of the change.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The model that was inserted.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// A change of a model's properties.
public protocol HistoryUpdate<Model>: Sendable {
  /// The type of the model.
  associatedtype Model: PersistentModel
  /// The type by which transactions are told apart.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type by which changes are told apart.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
  /// A property that was changed.
  typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// What tells the change from others of its store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction of the change.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The model that was changed.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// The properties that were changed, relationships among them.
  ///
  /// The built-in store names an inherited property with the class that declares it as root.
  var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// The deletion of a model.
public protocol HistoryDelete<Model>: Sendable {
  /// The type of the model.
  associatedtype Model: PersistentModel
  /// The type by which transactions are told apart.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type by which changes are told apart.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// What tells the change from others of its store.
  var changeIdentifier: ChangeIdentifier { get }
  /// The transaction of the change.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The model that was deleted.
  var changedPersistentIdentifier: PersistentIdentifier { get }
  /// What the model's attributes with the option `.preserveValueOnDeletion` held.
  var tombstone: HistoryTombstone<Model> { get }
}
