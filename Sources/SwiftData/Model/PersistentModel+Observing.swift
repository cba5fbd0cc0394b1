internal import Observation

extension PersistentModel {
  /// Tells observers that properties have other values than before.
  func notifyObservers(of properties: PropertySet, _ description: ModelDescription) {
    guard let registrar = _modelObservationRegistrar else { return }
    properties.forEach { description.notifiers[$0]?(self, registrar) }
  }
}

/// Tells a registrar that a property of a model has changed, by a key path of the property's type.
typealias ObservationNotifier = (any PersistentModel, ObservationRegistrar) -> Void

extension PropertyDescription {
  /// Makes the notifier for models of the type that declares the property.
  func notifier<Model: PersistentModel>(for type: Model.Type) -> ObservationNotifier? {
    func open<Value>(_ type: Value.Type) -> ObservationNotifier? {
      guard let keyPath = keyPath as? KeyPath<Model, Value> else { return nil }
      return { model, registrar in
        registrar.withMutation(of: unsafeDowncast(model, to: Model.self), keyPath: keyPath) {}
      }
    }
    return _openExistential(valueType, do: open)
  }
}
