/// A composite type, or a part of one, as the names and leaves that its coder works on.
final class CompositeNode: Sendable {
  enum Kind: Sendable {
    /// A value that one column holds.
    case scalar(ScalarKind)
    /// A collection, encoded as JSON into one column.
    case json
    /// A structure, or the associated values of an enum case: a child for each.
    case structure
    /// An enum: a child for each case.
    case enumeration
    /// An enum case without associated values: a text column that holds the case's own name.
    case marker
  }

  let kind: Kind
  let type: any Any.Type
  /// Whether the stored property may be nil.
  let isOptional: Bool
  /// The names from the attribute to this part.
  let path: [String]
  /// The leaves of this part among those of the attribute.
  let leaves: Range<Int>
  /// The names of stored properties, associated values or cases.
  let names: [String]
  let children: [CompositeNode]

  var isLeaf: Bool {
    switch kind {
    case .scalar, .json, .marker: true
    case .structure, .enumeration: false
    }
  }

  private init(
    _ kind: Kind, type: any Any.Type, isOptional: Bool, path: [String], leaves: Range<Int>,
    names: [String] = [], children: [CompositeNode] = []
  ) {
    self.kind = kind
    self.type = type
    self.isOptional = isOptional
    self.path = path
    self.leaves = leaves
    self.names = names
    self.children = children
  }

  /// Lays a shape out, appending its leaves.
  ///
  /// - Parameter name: The name of the leaf, where the shape is one.
  static func make(
    _ shape: ValueShape, type: any Any.Type, name: String, path: [String],
    leaves: inout [ValueCodec.Leaf]
  ) -> CompositeNode {
    let start = leaves.count
    func leaf(_ kind: Kind, _ storage: LeafStorage, isOptional: Bool) -> CompositeNode {
      leaves.append(ValueCodec.Leaf(path: path, name: name, storage: storage))
      return CompositeNode(
        kind, type: type, isOptional: isOptional, path: path, leaves: start..<leaves.count)
    }
    let (shape, isOptional) = shape.unwrappingOptionals()
    switch shape {
    case .scalar(let kind), .rawValue(_, let kind):
      return leaf(.scalar(kind), kind.storage, isOptional: isOptional)
    case .collection:
      return leaf(.json, .binary, isOptional: isOptional)
    case .structure(let type, let fields):
      let children = make(fields, path: path, leaves: &leaves)
      return CompositeNode(
        .structure, type: type, isOptional: isOptional, path: path, leaves: start..<leaves.count,
        names: fields.map(\.name), children: children)
    case .enumeration(let type, let cases):
      let children = cases.map { make($0, of: type, path: path, leaves: &leaves) }
      return CompositeNode(
        .enumeration, type: type, isOptional: isOptional, path: path, leaves: start..<leaves.count,
        names: cases.map(\.name), children: children)
    case .unsupported, .optional:
      // Schema generation refuses the type; the node only keeps the tree whole until then.
      return CompositeNode(
        .structure, type: type, isOptional: isOptional, path: path, leaves: start..<start)
    }
  }

  private static func make(
    _ fields: [ValueShape.Field], path: [String], leaves: inout [ValueCodec.Leaf]
  ) -> [CompositeNode] {
    fields.map {
      make($0.shape, type: $0.type, name: $0.name, path: path + [$0.name], leaves: &leaves)
    }
  }

  private static func make(
    _ enumCase: ValueShape.Case, of type: any Any.Type, path: [String],
    leaves: inout [ValueCodec.Leaf]
  ) -> CompositeNode {
    let start = leaves.count
    let path = path + [enumCase.name]
    guard !enumCase.payload.isEmpty else {
      leaves.append(ValueCodec.Leaf(path: path, name: enumCase.name, storage: .string))
      return CompositeNode(
        .marker, type: type, isOptional: false, path: path, leaves: start..<leaves.count)
    }
    let children = make(enumCase.payload, path: path, leaves: &leaves)
    return CompositeNode(
      .structure, type: type, isOptional: false, path: path, leaves: start..<leaves.count,
      names: enumCase.payload.map(\.name), children: children)
  }

  /// The part of a name, or nil.
  func child(named name: String) -> CompositeNode? {
    // Composites have few parts: comparing short texts in place is faster than hashing.
    for index in names.indices where names[index] == name { return children[index] }
    return nil
  }

  /// Whether every leaf of the part may be NULL while the part has a value.
  var canBeAllNull: Bool {
    switch kind {
    case .scalar, .json, .marker: isOptional
    case .structure, .enumeration:
      isOptional || !children.isEmpty && children.allSatisfy(\.canBeAllNull)
    }
  }
}

extension CompositeNode {
  /// The one case that an enum without any leaf can be.
  ///
  /// A case whose associated values are all nil leaves nothing but NULLs: the layout cannot tell it from
  /// nil, and SwiftData does not find it again.
  var impliedCase: String? {
    guard case .enumeration = kind else { return nil }
    let candidates = children.indices.filter { children[$0].canBeAllNull }
    return candidates.count == 1 ? names[candidates[0]] : nil
  }
}

extension ValueShape {
  /// The shape without its optionals, and whether it had one.
  func unwrappingOptionals() -> (shape: ValueShape, isOptional: Bool) {
    var shape = self
    var isOptional = false
    while case .optional(let wrapped) = shape {
      shape = wrapped
      isOptional = true
    }
    return (shape, isOptional)
  }
}
