// The accessors that `@Model` writes call these; custom accessors of a model may call them too.

extension PersistentModel {
  /// Reads an attribute.
  @_disfavoredOverload
  public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    persistentBackingData.getValue(forKey: keyPath)
  }

  /// Reads a to-one relationship.
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    persistentBackingData.getValue(forKey: keyPath)
  }

  /// Reads an optional to-one relationship.
  public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>) -> Value? {
    persistentBackingData.getValue(forKey: keyPath)
  }

  /// Reads a to-one relationship to a model that is `Decodable` besides.
  public func getValue<Value: Decodable & PersistentModel>(
    forKey keyPath: KeyPath<Self, Value>
  ) -> Value {
    modelStorage.requiredDestination(at: keyPath)
  }

  /// Reads an optional to-one relationship to a model that is `Decodable` besides.
  public func getValue<Value: Decodable & PersistentModel>(
    forKey keyPath: KeyPath<Self, Value?>
  ) -> Value? {
    modelStorage.destination(at: keyPath)
  }

  /// Reads a to-many relationship.
  public func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Self, Value>) -> Value
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    persistentBackingData.getValue(forKey: keyPath)
  }

  /// Reads a to-many relationship whose collection is `Decodable` besides.
  public func getValue<Value, OtherModel>(forKey keyPath: KeyPath<Self, Value>) -> Value
  where
    Value: Decodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    persistentBackingData.getValue(forKey: keyPath)
  }

  /// Reads an attribute that a value transformer stores.
  public func getTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value {
    persistentBackingData.getTransformableValue(forKey: keyPath)
  }

  /// Writes an attribute.
  @_disfavoredOverload
  public func setValue<Value: Encodable>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
    persistentBackingData.setValue(forKey: keyPath, to: newValue)
  }

  /// Writes a to-one relationship, and its inverse on the other side.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  ) {
    modelStorage.setDestination(newValue, at: keyPath, of: self)
  }

  /// Writes an optional to-one relationship, and its inverse on the other side.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Self, Value?>, to newValue: Value?
  ) {
    modelStorage.setDestination(newValue, at: keyPath, of: self)
  }

  /// Writes a to-one relationship to a model that is `Encodable` besides.
  public func setValue<Value: Encodable & PersistentModel>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  ) {
    modelStorage.setDestination(newValue, at: keyPath, of: self)
  }

  /// Writes an optional to-one relationship to a model that is `Encodable` besides.
  public func setValue<Value: Encodable & PersistentModel>(
    forKey keyPath: KeyPath<Self, Value?>, to newValue: Value?
  ) {
    modelStorage.setDestination(newValue, at: keyPath, of: self)
  }

  /// Writes a to-many relationship, and its inverse on the other side.
  public func setValue<Value, OtherModel>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  )
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    modelStorage.setDestinations(newValue, at: keyPath, of: self)
  }

  /// Writes a to-many relationship whose collection is `Encodable` besides.
  public func setValue<Value, OtherModel>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  )
  where
    Value: Encodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    modelStorage.setDestinations(newValue, at: keyPath, of: self)
  }

  /// Writes an attribute that a value transformer stores.
  public func setTransformableValue<Value>(
    forKey keyPath: KeyPath<Self, Value>, to newValue: Value
  ) {
    persistentBackingData.setTransformableValue(forKey: keyPath, to: newValue)
  }
}
