/// What is left of a deleted model: the values of its attributes with the option `.preserveValueOnDeletion`.
///
/// ```swift
/// let reference = deletion.tombstone[\.bookingReference] as? String
/// ```
public struct HistoryTombstone<Model: PersistentModel>: Sequence, @unchecked Sendable {
  // Unchecked because key paths are not marked Sendable: those here are a model's own, which capture
  // nothing, and the values are of attributes, which were decoded for this tombstone alone.
  private let values: [(keyPath: AnyKeyPath, value: any Sendable)]

  /// A preserved value.
  public typealias Element = Any

  init(_ values: [(keyPath: AnyKeyPath, value: any Sendable)]) { self.values = values }

  /// The preserved value of an attribute; nil where it was nil or is not preserved.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    // An inherited attribute is preserved under the key path of the class that declares it.
    let description = ModelDescription.of(Model.self)
    guard let index = description.index(of: keyPath) else { return nil }
    return values.first { description.index(of: $0.keyPath) == index }?.value
  }

  /// Makes an iterator over the preserved values, in the alphabetical order of their attributes.
  public func makeIterator() -> Iterator { Iterator(rest: values.map(\.value)[...]) }

  /// An iterator over the preserved values of a deleted model.
  public struct Iterator: IteratorProtocol {
    /// A preserved value.
    public typealias Element = Any

    fileprivate var rest: ArraySlice<any Sendable>

    /// The next value, or nil at the end.
    public mutating func next() -> Any? { rest.popFirst() }
  }
}
