/// The engine's backing data: a view of the model's storage.
///
/// It is the type of the stored property that `@Model` adds to a class, and public for that only. There it
/// stands for backing data of another type too, which it passes everything on to.
public struct _DefaultBackingData<Model: PersistentModel>: BackingData {
  /// The values; nil while they are dropped because the instance is being made over other backing data, or
  /// where the backing data is of another type.
  @usableFromInline let storage: ModelStorage?
  /// What the accessors of the instance read and write through.
  public let values: _ModelValues<Model>
  @usableFromInline let foreign: ForeignBackingData<Model>?

  public init(for modelType: Model.Type) {
    self.init(
      Materialization.claim(for: Model.self) ? nil : ModelStorage(ModelDescription.of(Model.self)))
  }

  /// Takes over backing data of whatever type.
  public init(_ backingData: any BackingData<Model>) {
    let storage = ModelStorage.of(backingData)
    self.init(storage, storage == nil ? ForeignBackingData(backingData) : nil)
  }

  /// Takes values that are in storage.
  @inlinable
  public init(_ values: _StoredValues) {
    storage = values.reference.takeUnretainedValue()
    self.values = _ModelValues(values.reference)
    foreign = nil
  }

  init(storage: ModelStorage) { self.init(storage, nil) }

  /// Backing data whose values are not read through it yet.
  init(draft storage: ModelStorage?) {
    self.storage = storage
    values = _ModelValues(nil)
    foreign = nil
  }

  private init(_ storage: ModelStorage?, _ foreign: ForeignBackingData<Model>? = nil) {
    self.storage = storage
    values = _ModelValues(storage)
    self.foreign = foreign
  }

  /// Where an initializer puts the first values of properties.
  @inlinable public var initial: _ModelValues<Model> { _ModelValues(storage) }

  /// The backing data as it was given.
  public var original: any BackingData<Model> { foreign?.data ?? self }

  public var _modelStorage: AnyObject? { storage }

  public var metadata: Any { storage?.description ?? ModelDescription.of(Model.self) }

  public var persistentModelID: PersistentIdentifier? {
    get { storage?.identifier }
    set { if let newValue { storage?.identifier = newValue } }
  }
}

/// Backing data of a type that the engine does not know.
@usableFromInline
final class ForeignBackingData<Model: PersistentModel> {
  let data: any BackingData<Model>

  init(_ data: any BackingData<Model>) { self.data = data }
}

// MARK: - Reading

extension _DefaultBackingData {
  /// The storage to read from.
  private func required(_ keyPath: AnyKeyPath) -> ModelStorage {
    guard let storage else {
      fatalError("\(keyPath) of \(Model.self) was read before any property was initialised.")
    }
    return storage
  }

  @_disfavoredOverload
  public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    if let foreign { return foreign.data.getValue(forKey: keyPath) }
    return required(keyPath).attribute(at: keyPath)
  }

  public func getValue<Value: Decodable & PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>
  ) -> Value {
    requiredDestination(forKey: keyPath)
  }

  public func getValue<Value: Decodable & PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>
  ) -> Value? {
    destination(forKey: keyPath)
  }

  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    requiredDestination(forKey: keyPath)
  }

  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>) -> Value? {
    destination(forKey: keyPath)
  }

  private func requiredDestination<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>
  ) -> Value {
    if let foreign { return foreign.data.getValue(forKey: keyPath) }
    return required(keyPath).requiredDestination(at: keyPath)
  }

  private func destination<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>
  ) -> Value? {
    if let foreign { return foreign.data.getValue(forKey: keyPath) }
    return required(keyPath).destination(at: keyPath)
  }

  public func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Model, Value>) -> Value
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    if let foreign { return foreign.data.getValue(forKey: keyPath) }
    return required(keyPath).destinations(at: keyPath)
  }

  public func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Model, Value>) -> Value
  where
    Value: Decodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    if let foreign { return foreign.data.getValue(forKey: keyPath) }
    return required(keyPath).destinations(at: keyPath)
  }

  public func getTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    if let foreign { return foreign.data.getTransformableValue(forKey: keyPath) }
    return required(keyPath).attribute(at: keyPath)
  }
}

// MARK: - Writing while an instance is made

extension _DefaultBackingData {
  @_disfavoredOverload
  public func setValue<Value: Encodable>(forKey keyPath: KeyPath<Model, Value>, to newValue: Value)
  {
    storage?.setAttribute(newValue, at: keyPath)
  }

  public func setValue<Value: Encodable & PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    storage?.setDestination(newValue, at: keyPath, of: nil)
  }

  public func setValue<Value: Encodable & PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?
  ) {
    storage?.setDestination(newValue, at: keyPath, of: nil)
  }

  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    storage?.setDestination(newValue, at: keyPath, of: nil)
  }

  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?
  ) {
    storage?.setDestination(newValue, at: keyPath, of: nil)
  }

  public func setValue<Value, OtherModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  )
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    storage?.setDestinations(newValue, at: keyPath, of: nil)
  }

  public func setValue<Value, OtherModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  )
  where
    Value: Encodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    storage?.setDestinations(newValue, at: keyPath, of: nil)
  }

  public func setTransformableValue<Value>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    storage?.setAttribute(newValue, at: keyPath)
  }
}
