internal import Foundation

/// Converts between a Swift value of an attribute and its leaf values.
///
/// A codec is made once from the shape of the attribute's type and then used for every value.
struct ValueCodec: Sendable {
  /// One leaf value: a column of the store.
  struct Leaf: Sendable {
    /// The names from the attribute to the leaf; empty where the attribute is the leaf. The values of an
    /// enum's case have the case's name before their own.
    var path: [String]
    /// The name from which the column's name is made: the last in the path, or the attribute's own.
    var name: String
    var storage: LeafStorage
  }

  /// How the attribute's declaration wants its values encoded.
  enum Coding: Sendable {
    /// As the type's shape has it.
    case automatic
    /// As one column of JSON: `@Attribute(.codable)`.
    case json
    /// As one column of what a transformer gives: `@Attribute(.transformable(by:))`.
    case transformed(by: String)
  }

  /// What a value is converted to and by which means.
  enum Plan: Sendable {
    case scalar(ScalarKind)
    case rawValue(any (RawRepresentable & Sendable).Type, ScalarKind)
    case composite
    /// JSON in a keyed archive.
    case archive(any Any.Type)
    case json(any Any.Type)
    /// What the value transformer of a name gives.
    case transformed(by: String)
    case unsupported(any Any.Type, reason: String)
  }

  let shape: ValueShape
  let attributeName: String
  let leaves: [Leaf]
  /// Whether the attribute itself may be nil.
  let isOptional: Bool
  let plan: Plan
  /// Whether the attribute is one column with a value of a scalar type.
  let isScalar: Bool
  /// The attribute as a tree of parts; without parts where it is one column.
  let node: CompositeNode

  init(shape: ValueShape, attributeName: String) {
    self.init(shape: shape, attributeName: attributeName, coding: .automatic)
  }

  init(shape: ValueShape, attributeName: String, coding: Coding) {
    self.shape = shape
    self.attributeName = attributeName
    let (wrapped, isOptional) = shape.unwrappingOptionals()
    self.isOptional = isOptional
    var leaves: [Leaf] = []
    switch (coding, wrapped) {
    case (.json, _):
      plan = .json(wrapped.valueType)
      node = .make(
        .collection(wrapped.valueType), type: wrapped.valueType, name: attributeName, path: [],
        leaves: &leaves)
    case (.transformed(let transformer), _):
      plan = .transformed(by: transformer)
      node = .make(
        .collection(wrapped.valueType), type: wrapped.valueType, name: attributeName, path: [],
        leaves: &leaves)
      leaves[0].storage = .archive
    case (.automatic, .collection(let type)):
      plan = .archive(type)
      node = .make(wrapped, type: type, name: attributeName, path: [], leaves: &leaves)
      leaves[0].storage = .archive
    case (.automatic, .scalar(let kind)):
      plan = .scalar(kind)
      node = .make(shape, type: kind.type, name: attributeName, path: [], leaves: &leaves)
    case (.automatic, .rawValue(let type, let kind)):
      plan = .rawValue(type, kind)
      node = .make(shape, type: type, name: attributeName, path: [], leaves: &leaves)
    case (.automatic, .structure), (.automatic, .enumeration), (.automatic, .optional):
      plan = .composite
      node = .make(
        shape, type: wrapped.valueType, name: attributeName, path: [], leaves: &leaves)
    case (.automatic, .unsupported(let type, let reason)):
      plan = .unsupported(type, reason: reason)
      node = .make(shape, type: type, name: attributeName, path: [], leaves: &leaves)
    }
    self.leaves = leaves
    if case .scalar = plan { isScalar = true } else { isScalar = false }
  }
}

extension ValueShape {
  /// The Swift type that the shape was made from, without optionals.
  var valueType: any Any.Type {
    switch self {
    case .scalar(let kind): kind.type
    case .rawValue(let type, _): type
    case .structure(let type, _), .enumeration(let type, _), .collection(let type): type
    case .optional(let wrapped): wrapped.valueType
    case .unsupported(let type, _): type
    }
  }
}
