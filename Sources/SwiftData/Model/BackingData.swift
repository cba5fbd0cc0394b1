/// Where a model instance keeps the values of its persisted properties.
///
/// The accessors that `@Model` writes read and write through it. Apps don't conform types to it.
public protocol BackingData<Model> {
  /// The model that the values belong to.
  associatedtype Model: PersistentModel

  /// Makes backing data without values.
  init(for modelType: Model.Type)

  /// The identity of the instance, or nil while it has none.
  var persistentModelID: PersistentIdentifier? { get set }

  /// What the backing data knows of its model beside the values.
  var metadata: Any { get }

  /// Reads an attribute.
  func getValue<Value: Decodable>(forKey: KeyPath<Model, Value>) -> Value

  /// Reads a to-one relationship.
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value>) -> Value

  /// Reads an optional to-one relationship.
  func getValue<Value: PersistentModel>(forKey: KeyPath<Model, Value?>) -> Value?

  /// Reads a to-many relationship.
  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement

  /// Reads a to-many relationship whose collection is `Decodable` besides.
  func getValue<Value, OtherModel>(forKey: KeyPath<Model, Value>) -> Value
  where
    Value: Decodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement

  /// Reads an attribute that a value transformer stores.
  func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value

  /// Writes an attribute.
  mutating func setValue<Value: Encodable>(forKey: KeyPath<Model, Value>, to newValue: Value)

  /// Writes a to-one relationship.
  mutating func setValue<Value: PersistentModel>(
    forKey: KeyPath<Model, Value>, to newValue: Value)

  /// Writes an optional to-one relationship.
  mutating func setValue<Value: PersistentModel>(
    forKey: KeyPath<Model, Value?>, to newValue: Value?)

  /// Writes a to-many relationship.
  mutating func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement

  /// Writes a to-many relationship whose collection is `Encodable` besides.
  mutating func setValue<Value, OtherModel>(forKey: KeyPath<Model, Value>, to newValue: Value)
  where
    Value: Encodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement

  /// Writes an attribute that a value transformer stores.
  mutating func setTransformableValue<Value>(
    forKey: KeyPath<Model, Value>, to newValue: Value)

  /// The engine's own storage, where the backing data has it; of no use outside the engine.
  var _modelStorage: AnyObject? { get }
}

extension BackingData {
  public var _modelStorage: AnyObject? { nil }

  // Without these two, neither of the requirements for values and for models would come first for a
  // model that is Encodable.

  /// Writes a to-one relationship to a model that is `Encodable` besides.
  public mutating func setValue<Value: Encodable & PersistentModel>(
    forKey: KeyPath<Model, Value>, to newValue: Value
  ) { relate(forKey, to: newValue) }

  /// Writes an optional to-one relationship to a model that is `Encodable` besides.
  public mutating func setValue<Value: Encodable & PersistentModel>(
    forKey: KeyPath<Model, Value?>, to newValue: Value?
  ) { relate(forKey, to: newValue) }

  private mutating func relate<Value: PersistentModel>(
    _ keyPath: KeyPath<Model, Value>, to newValue: Value
  ) { setValue(forKey: keyPath, to: newValue) }

  private mutating func relate<Value: PersistentModel>(
    _ keyPath: KeyPath<Model, Value?>, to newValue: Value?
  ) { setValue(forKey: keyPath, to: newValue) }
}
