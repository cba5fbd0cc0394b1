/// A collection of models that a to-many relationship can have as its type.
///
/// Arrays of models and optional arrays of models conform; a `Set` does not, as on Apple's systems.
public protocol RelationshipCollection {
  /// The model that the relationship leads to.
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// The models of the array.
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection
where Wrapped: Sequence, Wrapped.Element: PersistentModel {
  /// The models of the wrapped sequence.
  public typealias PersistentElement = Wrapped.Element
}
