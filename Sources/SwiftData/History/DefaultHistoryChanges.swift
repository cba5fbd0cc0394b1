/// The insertion of a model in the history of the built-in store.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
  /// What tells transactions apart.
  public typealias TransactionIdentifier = Int64
  /// What tells changes apart.
  public typealias ChangeIdentifier = Int64

  /// What tells the change from others of its store.
  public let changeIdentifier: Int64
  /// The transaction of the change.
  public let transactionIdentifier: Int64
  /// The model that was inserted.
  public let changedPersistentIdentifier: PersistentIdentifier

  /// Whether both are the same change of the same store.
  public static func == (lhs: DefaultHistoryInsert, rhs: DefaultHistoryInsert) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.transactionIdentifier == rhs.transactionIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  /// Hashes what the comparison looks at.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}

/// A change of a model's properties in the history of the built-in store.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate {
  /// What tells transactions apart.
  public typealias TransactionIdentifier = Int64
  /// What tells changes apart.
  public typealias ChangeIdentifier = Int64
  /// A property that was updated.
  public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// What tells the change from others of its store.
  public let changeIdentifier: Int64
  /// The transaction of the change.
  public let transactionIdentifier: Int64
  /// The model that was changed.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The properties that were changed, relationships among them, in alphabetical order.
  ///
  /// The root of each is the class that declares the property. Of a subclass's instance, compare an inherited
  /// one with `\Base.name`, since no key path equals one with another root.
  public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

  /// Whether both are the same change of the same store.
  public static func == (lhs: DefaultHistoryUpdate, rhs: DefaultHistoryUpdate) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.transactionIdentifier == rhs.transactionIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  /// Hashes what the comparison looks at.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}

/// The deletion of a model in the history of the built-in store.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
  /// What tells transactions apart.
  public typealias TransactionIdentifier = Int64
  /// What tells changes apart.
  public typealias ChangeIdentifier = Int64

  /// What tells the change from others of its store.
  public let changeIdentifier: Int64
  /// The transaction of the change.
  public let transactionIdentifier: Int64
  /// The model that was deleted.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// What the model's attributes with the option `.preserveValueOnDeletion` held.
  public let tombstone: HistoryTombstone<Model>

  /// Whether both are the same change of the same store.
  public static func == (lhs: DefaultHistoryDelete, rhs: DefaultHistoryDelete) -> Bool {
    lhs.changeIdentifier == rhs.changeIdentifier
      && lhs.transactionIdentifier == rhs.transactionIdentifier
      && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
  }

  /// Hashes what the comparison looks at.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}
