internal import Foundation

extension QueryTranslator {
  /// An error that says what was refused and what Apple's SwiftData does.
  func refusal(
    _ kind: SwiftDataError.Kind, _ explanation: String, model: String? = nil,
    property: String? = nil, trap: String? = nil
  ) -> SwiftDataError {
    let model = model ?? entity.name
    return SwiftDataError(
      kind, "in a query of '\(entity.name)', \(explanation)",
      underlyingError: QueryRefusal(trapMessage: trap, model: model, property: property))
  }

  /// An operator that no store translates.
  func unsupportedOperator(of expression: any PredicateExpression) -> SwiftDataError {
    let name = String(describing: type(of: expression)).prefix { $0 != "<" }
    let remedy =
      switch name {
      case "ForcedUnwrap": "use '??' with a default value, or compare the optional itself"
      case "ForceCast": "cast with 'as?', or fetch the subclass by itself"
      case "ConditionalCast", "TypeCheck":
        "only models have subclasses: compare stored properties with captured values"
      default: "store the result in a property of its own, or filter the fetched models"
      }
    return refusal(
      .unsupportedPredicate, "the \(name) operator is not supported: \(remedy)")
  }

  /// A key path to something that the model does not persist.
  func notPersisted(_ keyPath: AnyKeyPath, of owner: EntityLayout) -> SwiftDataError {
    let fields = owner.model.properties.map(\.name).joined(separator: ", ")
    return refusal(
      .unsupportedKeyPath,
      "\(keyPath.debugDescription) is no persisted property of '\(owner.name)' (\(fields)): a transient or computed property, or one that a generic function or a protocol spells, cannot be in a predicate or sort; persist the value, or filter the fetched models",
      model: owner.name,
      property: PropertyNames.spelledName(of: keyPath),
      trap: "Couldn't find \(keyPath.debugDescription) on \(owner.name) with fields [\(fields)]")
  }

  /// A key path from a value that a column holds to a member of that value.
  func memberOfValue(
    _ keyPath: AnyKeyPath, of attribute: QueryAttribute?, isEnumeration: Bool = false
  ) -> SwiftDataError {
    let type = Swift.type(of: keyPath).rootType
    let member = KnownMember.name(of: keyPath) ?? PropertyNames.spelledName(of: keyPath)
    let owner = attribute.map { "\\" + $0.name } ?? "a value"
    let trap =
      isEnumeration
      ? "Failed to validate \(owner).\(member) because \(member) is not a member of \(type)"
      : "Invalid KeyPath \(attribute?.name ?? "").\(member) on \(entity.name) points to a value type: \(type) but has additional descendant: \(member)"
    let remedy =
      isEnumeration
      ? "persist the raw value in a property of its own"
      : "compare the whole value, or persist the member in a property of its own"
    return refusal(
      .unsupportedKeyPath,
      "'\(member)' of \(owner) is a member of \(type), which is not stored by itself: \(remedy)",
      property: attribute?.name, trap: trap)
  }

  /// A stored value that no column of its own can be compared by.
  func opaque(_ attribute: QueryAttribute, _ operation: String) -> SwiftDataError {
    let isCollection = attribute.type is any Collection.Type
    let isData = attribute.type == Data.self || attribute.type == Data?.self
    return refusal(
      .unsupportedPredicate,
      "\(operation) looks into '\(attribute.name)' of type \(attribute.type), which is stored as encoded bytes, several columns or a file: make it a model with a relationship, or filter the fetched models",
      property: attribute.name,
      trap: isCollection && !isData ? "EXC_BAD_ACCESS (code=1, address=0x0)" : nil)
  }

  /// A to-many relationship where SQL needs a value.
  func toManyNotAllowed(_ property: String) -> SwiftDataError {
    refusal(
      .unsupportedPredicate,
      "'\(property)' is a to-many relationship where SwiftData allows none: write '!x.isEmpty' or 'x.contains { … }' over a relationship that is not optional, or query from the other side",
      property: property, trap: "to-many key not allowed here")
  }

  /// A whole enum, structure or captured object in a comparison.
  func notComparable(_ operand: QueryOperand) -> SwiftDataError {
    switch operand {
    case .enumeration(_, let attribute):
      return refusal(
        .unsupportedPredicate,
        "'\(attribute.name)' is an enum, which a predicate cannot compare as a whole: persist its raw value in a property of its own and compare that",
        property: attribute.name)
    case .opaque(let attribute):
      return opaque(attribute, "a comparison")
    case .composite(let composite):
      return refusal(
        .unsupportedPredicate,
        "'\(composite.attribute.name)' is a structure of several columns, which a predicate cannot compare as a whole: compare its stored properties",
        property: composite.attribute.name)
    case .toMany(_, let property):
      return toManyNotAllowed(property)
    case .object(let path), .identity(let path):
      return refusal(
        .unsupportedPredicate,
        "a model of '\(path.entity.name)' stands where a value is needed: models are equal or not, and have no order"
      )
    case .captured(let value):
      return refusal(
        .unsupportedPredicate,
        "a captured value of type \(type(of: value)) is compared, and no column holds such a value: capture a stored scalar instead, such as the enum's raw value"
      )
    default:
      return refusal(
        .unsupportedPredicate,
        "a part of the predicate stands where SwiftData needs a stored value: compare persisted properties with captured values"
      )
    }
  }
}

/// Members of value types that key paths describe by address alone.
private enum KnownMember {
  static func name(of keyPath: AnyKeyPath) -> String? {
    switch keyPath {
    case \UUID.uuidString: "uuidString"
    case \URL.absoluteString: "absoluteString"
    case \URL.lastPathComponent: "lastPathComponent"
    case \Date.timeIntervalSince1970: "timeIntervalSince1970"
    case \Date.timeIntervalSinceReferenceDate: "timeIntervalSinceReferenceDate"
    case \String.localizedUppercase: "localizedUppercase"
    case \String.localizedLowercase: "localizedLowercase"
    case \String.localizedCapitalized: "localizedCapitalized"
    case \String.capitalized: "capitalized"
    case \Data.count: "count"
    case \Data.isEmpty: "isEmpty"
    default: rawValueName(of: keyPath)
    }
  }

  private static func rawValueName(of keyPath: AnyKeyPath) -> String? {
    func name<Value: RawRepresentable>(_ type: Value.Type) -> String? {
      keyPath == \Value.rawValue || Swift.type(of: keyPath).valueType == Value.RawValue.self
        ? "rawValue" : nil
    }
    guard let type = type(of: keyPath).rootType as? any RawRepresentable.Type else { return nil }
    return name(type)
  }
}
