public import Observation

/// A class whose instances SwiftData stores.
///
/// Don't conform by hand: attach `@Model` to the class, which writes the conformance.
///
/// An instance is bound to the context that it was inserted into or fetched by, and it isn't
/// `Sendable`: pass its ``persistentModelID`` to another actor, and fetch it there.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  /// The root of the model's class hierarchy: the type itself, but for a model that inherits.
  associatedtype Root: PersistentModel = Self

  /// Makes an instance over existing backing data, as a fetch does.
  init(backingData: any BackingData<Self>)

  /// Where the instance keeps its values.
  var persistentBackingData: any BackingData<Self> { get set }

  /// The persisted properties, written down by the macro.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }

  /// Makes an instance over values that exist; public for the expansion of ``Model()`` only.
  init(_values: _StoredValues)

  /// What knows the instance's observers; public for the expansion of ``Model()`` only.
  var _modelObservationRegistrar: ObservationRegistrar? { get }
}

extension PersistentModel {
  public init(_values: _StoredValues) {
    self.init(backingData: _DefaultBackingData<Self>(_values))
  }

  public var _modelObservationRegistrar: ObservationRegistrar? { nil }
}

extension PersistentModel {
  /// Makes the backing data of an instance that no context knows yet.
  public static func createBackingData<P: PersistentModel>() -> some BackingData<P> {
    _DefaultBackingData<P>(for: P.self)
  }

  /// The context that the instance is inserted into or was fetched by; nil before the insertion and
  /// after a deletion that was saved.
  public var modelContext: ModelContext? { modelStorage.context }

  /// The identity of the instance: temporary until its first save.
  public var persistentModelID: PersistentIdentifier { modelStorage.identifier }

  /// The same as ``persistentModelID``, where the model does not declare an `id` of its own.
  public var id: PersistentIdentifier { persistentModelID }

  /// Whether the instance has unsaved changes.
  public var hasChanges: Bool { modelStorage.hasChanges }

  /// Whether the instance is deleted and the deletion not yet saved.
  ///
  /// It turns false again when the deletion is saved, as on Apple's systems: it is no test for
  /// whether a stored instance still exists. For that, fetch by ``persistentModelID``.
  public var isDeleted: Bool { modelStorage.isDeletionPending }

  /// Two models are equal that have the same identifier, whatever their values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs === rhs || lhs.persistentModelID == rhs.persistentModelID
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(persistentModelID) }

  /// The hash of the identifier, as a number.
  // Written down because the compiler, which would make it a method of each class, has ended by that in
  // builds of private classes that are not final.
  public var hashValue: Int {
    var hasher = Hasher()
    hasher.combine(self)
    return hasher.finalize()
  }
}

extension PersistentModel {
  /// The state behind the instance.
  var modelStorage: ModelStorage {
    if let storage = ModelStorage.of(persistentBackingData) { return storage }
    // The instance has had no value set so far, or brings backing data of a foreign type, which the
    // engine cannot manage: both begin with storage of their own.
    let storage = ModelStorage(ModelDescription.of(type(of: self)))
    persistentBackingData = _DefaultBackingData<Self>(storage: storage)
    return storage
  }

  /// Makes an instance over storage.
  static func instance(over storage: ModelStorage) -> Self {
    Materialization.run { Self(_values: _StoredValues(storage)) }
  }
}
