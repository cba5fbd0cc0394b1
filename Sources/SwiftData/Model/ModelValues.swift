public import Observation

/// The values of an instance as its accessors see them; public for the expansion of ``Model()`` only.
///
/// It refers to the storage without counting references: the instance that is read or written holds it, and
/// what may run other code than the engine's holds it besides.
public struct _ModelValues<Model: PersistentModel> {
  @usableFromInline let reference: Unmanaged<ModelStorage>?

  @inlinable
  init(_ storage: ModelStorage?) { reference = storage.map { .passUnretained($0) } }

  @inlinable
  init(_ reference: Unmanaged<ModelStorage>) { self.reference = reference }
}

/// The values over which an instance is made, while it is made; public for the expansion of ``Model()`` only.
public struct _StoredValues {
  @usableFromInline let reference: Unmanaged<ModelStorage>

  init(_ storage: ModelStorage) { reference = .passUnretained(storage) }
}

// MARK: - Reading

extension _ModelValues {
  /// Reads an attribute.
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func getValue<Value: Decodable>(
    forKey keyPath: KeyPath<Model, Value>, of owner: Model, observed registrar: ObservationRegistrar
  ) -> Value {
    registrar.access(owner, keyPath: keyPath)
    if let reference {
      return reference._withUnsafeGuaranteedRef { $0.attribute(at: keyPath) }
    }
    return owner.getValue(forKey: keyPath)
  }

  /// Reads a to-one relationship.
  public func getValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, of owner: Model, observed registrar: ObservationRegistrar
  ) -> Value {
    registrar.access(owner, keyPath: keyPath)
    return owner.getValue(forKey: keyPath)
  }

  /// Reads an optional to-one relationship.
  public func getValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, of owner: Model,
    observed registrar: ObservationRegistrar
  ) -> Value? {
    registrar.access(owner, keyPath: keyPath)
    return owner.getValue(forKey: keyPath)
  }

  /// Reads a to-one relationship to a model that is `Decodable` besides.
  public func getValue<Value: Decodable & PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, of owner: Model, observed registrar: ObservationRegistrar
  ) -> Value {
    registrar.access(owner, keyPath: keyPath)
    return owner.getValue(forKey: keyPath)
  }

  /// Reads an optional to-one relationship to a model that is `Decodable` besides.
  public func getValue<Value: Decodable & PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, of owner: Model,
    observed registrar: ObservationRegistrar
  ) -> Value? {
    registrar.access(owner, keyPath: keyPath)
    return owner.getValue(forKey: keyPath)
  }

  /// Reads a to-many relationship.
  public func getValue<Value, OtherModel>(
    forKey keyPath: KeyPath<Model, Value>, of owner: Model, observed registrar: ObservationRegistrar
  ) -> Value
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    registrar.access(owner, keyPath: keyPath)
    return owner.getValue(forKey: keyPath)
  }

  /// Reads a to-many relationship to models that are `Decodable` besides.
  public func getValue<Value, OtherModel>(
    forKey keyPath: KeyPath<Model, Value>, of owner: Model, observed registrar: ObservationRegistrar
  ) -> Value
  where
    Value: Decodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    registrar.access(owner, keyPath: keyPath)
    return owner.getValue(forKey: keyPath)
  }

  /// Reads a transformable attribute.
  public func getTransformableValue<Value>(
    forKey keyPath: KeyPath<Model, Value>, of owner: Model, observed registrar: ObservationRegistrar
  ) -> Value {
    registrar.access(owner, keyPath: keyPath)
    return owner.getTransformableValue(forKey: keyPath)
  }
}

// MARK: - Writing

extension _ModelValues {
  /// Writes an attribute.
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func setValue<Value: Encodable>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value, of owner: Model,
    observed registrar: ObservationRegistrar
  ) {
    registrar.withMutation(of: owner, keyPath: keyPath) {
      if let reference {
        reference._withUnsafeGuaranteedRef { $0.setAttribute(newValue, at: keyPath) }
      } else {
        owner.setValue(forKey: keyPath, to: newValue)
      }
    }
  }

  /// Writes a to-one relationship.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value, of owner: Model,
    observed registrar: ObservationRegistrar
  ) {
    registrar.withMutation(of: owner, keyPath: keyPath) {
      owner.setValue(forKey: keyPath, to: newValue)
    }
  }

  /// Writes an optional to-one relationship.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?, of owner: Model,
    observed registrar: ObservationRegistrar
  ) {
    registrar.withMutation(of: owner, keyPath: keyPath) {
      owner.setValue(forKey: keyPath, to: newValue)
    }
  }

  /// Writes a to-one relationship to a model that is `Encodable` besides.
  public func setValue<Value: Encodable & PersistentModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value, of owner: Model,
    observed registrar: ObservationRegistrar
  ) {
    registrar.withMutation(of: owner, keyPath: keyPath) {
      owner.setValue(forKey: keyPath, to: newValue)
    }
  }

  /// Writes an optional to-one relationship to a model that is `Encodable` besides.
  public func setValue<Value: Encodable & PersistentModel>(
    forKey keyPath: KeyPath<Model, Value?>, to newValue: Value?, of owner: Model,
    observed registrar: ObservationRegistrar
  ) {
    registrar.withMutation(of: owner, keyPath: keyPath) {
      owner.setValue(forKey: keyPath, to: newValue)
    }
  }

  /// Writes a to-many relationship.
  public func setValue<Value, OtherModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value, of owner: Model,
    observed registrar: ObservationRegistrar
  )
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    registrar.withMutation(of: owner, keyPath: keyPath) {
      owner.setValue(forKey: keyPath, to: newValue)
    }
  }

  /// Writes a to-many relationship to models that are `Encodable` besides.
  public func setValue<Value, OtherModel>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value, of owner: Model,
    observed registrar: ObservationRegistrar
  )
  where
    Value: Encodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    registrar.withMutation(of: owner, keyPath: keyPath) {
      owner.setValue(forKey: keyPath, to: newValue)
    }
  }

  /// Writes a transformable attribute.
  public func setTransformableValue<Value>(
    forKey keyPath: KeyPath<Model, Value>, to newValue: Value, of owner: Model,
    observed registrar: ObservationRegistrar
  ) {
    registrar.withMutation(of: owner, keyPath: keyPath) {
      owner.setTransformableValue(forKey: keyPath, to: newValue)
    }
  }
}

// MARK: - Writing while an instance is made

// The key path is made only where the value is not dropped, as it is for each instance of a fetch.
extension _ModelValues {
  /// Writes an attribute of an instance that is being made.
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func setValue<Value: Encodable>(
    forKey keyPath: @autoclosure () -> KeyPath<Model, Value>, to newValue: Value
  ) {
    guard let reference else { return }
    let path = keyPath()
    reference._withUnsafeGuaranteedRef { $0.setAttribute(newValue, at: path) }
  }

  /// Writes a to-one relationship of an instance that is being made.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: @autoclosure () -> KeyPath<Model, Value>, to newValue: Value
  ) {
    guard let reference else { return }
    let path = keyPath()
    reference._withUnsafeGuaranteedRef { $0.setDestination(newValue, at: path, of: nil) }
  }

  /// Writes an optional to-one relationship of an instance that is being made.
  public func setValue<Value: PersistentModel>(
    forKey keyPath: @autoclosure () -> KeyPath<Model, Value?>, to newValue: Value?
  ) {
    guard let reference else { return }
    let path = keyPath()
    reference._withUnsafeGuaranteedRef { $0.setDestination(newValue, at: path, of: nil) }
  }

  /// Writes a to-one relationship to a model that is `Encodable` besides of an instance that is being made.
  public func setValue<Value: Encodable & PersistentModel>(
    forKey keyPath: @autoclosure () -> KeyPath<Model, Value>, to newValue: Value
  ) {
    guard let reference else { return }
    let path = keyPath()
    reference._withUnsafeGuaranteedRef { $0.setDestination(newValue, at: path, of: nil) }
  }

  /// Writes an optional to-one relationship to a model that is `Encodable` besides of an instance that is being made.
  public func setValue<Value: Encodable & PersistentModel>(
    forKey keyPath: @autoclosure () -> KeyPath<Model, Value?>, to newValue: Value?
  ) {
    guard let reference else { return }
    let path = keyPath()
    reference._withUnsafeGuaranteedRef { $0.setDestination(newValue, at: path, of: nil) }
  }

  /// Writes a to-many relationship of an instance that is being made.
  public func setValue<Value, OtherModel>(
    forKey keyPath: @autoclosure () -> KeyPath<Model, Value>, to newValue: Value
  )
  where
    Value: RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    guard let reference else { return }
    let path = keyPath()
    reference._withUnsafeGuaranteedRef { $0.setDestinations(newValue, at: path, of: nil) }
  }

  /// Writes a to-many relationship to models that are `Encodable` besides of an instance that is being made.
  public func setValue<Value, OtherModel>(
    forKey keyPath: @autoclosure () -> KeyPath<Model, Value>, to newValue: Value
  )
  where
    Value: Encodable & RelationshipCollection, OtherModel: PersistentModel,
    OtherModel == Value.PersistentElement
  {
    guard let reference else { return }
    let path = keyPath()
    reference._withUnsafeGuaranteedRef { $0.setDestinations(newValue, at: path, of: nil) }
  }

  /// Writes a transformable attribute of an instance that is being made.
  public func setTransformableValue<Value>(
    forKey keyPath: @autoclosure () -> KeyPath<Model, Value>, to newValue: Value
  ) {
    guard let reference else { return }
    let path = keyPath()
    reference._withUnsafeGuaranteedRef { $0.setAttribute(newValue, at: path) }
  }
}
