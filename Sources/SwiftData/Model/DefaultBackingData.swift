/// The engine's backing data: a view of the model's storage, made when the first value arrives.
///
/// A fetch makes instances over storage that exists, so an instance that only passes through
/// `createBackingData()` costs no storage.
struct DefaultBackingData<Model: PersistentModel>: BackingData {
  private var storage: ModelStorage?
  /// Whether values are dropped: the instance is being made over other backing data.
  private let isDiscarding: Bool

  init(for modelType: Model.Type) {
    storage = nil
    isDiscarding = Materialization.isUnderWay
  }

  init(storage: ModelStorage) {
    self.storage = storage
    isDiscarding = false
  }

  var _modelStorage: AnyObject? { storage }

  var metadata: Any { ModelDescription.of(Model.self) }

  var persistentModelID: PersistentIdentifier? {
    get { storage?.identifier }
    set { if let newValue { ensured().identifier = newValue } }
  }

  /// The storage, made now if this is the first value.
  private mutating func ensured() -> ModelStorage {
    if let storage { return storage }
    let made = ModelStorage(ModelDescription.of(Model.self))
    storage = made
    return made
  }

  /// The storage to read from.
  private func required(_ keyPath: AnyKeyPath) -> ModelStorage {
    guard let storage else {
      fatalError("\(keyPath) of \(Model.self) was read before any property was initialised.")
    }
    return storage
  }

  func getValue<Value: Decodable>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    required(keyPath).attribute(at: keyPath)
  }

  func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    required(keyPath).requiredDestination(at: keyPath)
  }

  func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Model, Value?>) -> Value? {
    required(keyPath).destination(at: keyPath)
  }

  func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Model, Value>) -> Value
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    required(keyPath).destinations(at: keyPath)
  }

  func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Model, Value>) -> Value
  where
    Value: Decodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    required(keyPath).destinations(at: keyPath)
  }

  func getTransformableValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    required(keyPath).attribute(at: keyPath)
  }

  mutating func setValue<Value: Encodable>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    if isDiscarding { return }
    ensured().setAttribute(newValue, at: keyPath)
  }

  mutating func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    if isDiscarding { return }
    ensured().setDestination(newValue, at: keyPath, of: nil)
  }

  mutating func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?
  ) {
    if isDiscarding { return }
    ensured().setDestination(newValue, at: keyPath, of: nil)
  }

  mutating func setValue<Value, OtherModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  )
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    if isDiscarding { return }
    ensured().setDestinations(newValue, at: keyPath, of: nil)
  }

  mutating func setValue<Value, OtherModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  )
  where
    Value: Encodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    if isDiscarding { return }
    ensured().setDestinations(newValue, at: keyPath, of: nil)
  }

  mutating func setTransformableValue<Value>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    if isDiscarding { return }
    ensured().setAttribute(newValue, at: keyPath)
  }

  mutating func setValue<Value: Encodable & PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value
  ) {
    if isDiscarding { return }
    ensured().setDestination(newValue, at: keyPath, of: nil)
  }

  mutating func setValue<Value: Encodable & PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?
  ) {
    if isDiscarding { return }
    ensured().setDestination(newValue, at: keyPath, of: nil)
  }
}
