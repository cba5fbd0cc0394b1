import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder

/// A property of a model as `@Model` reads it from the class's body.
struct PersistedProperty {
  /// The name as written, with its backticks.
  var token: TokenSyntax

  /// The declared type, nil where the initial value decides it.
  var type: TypeSyntax?

  /// The initial value, nil where there is none.
  var defaultValue: ExprSyntax?

  /// The declaration that it comes from.
  var declaration: VariableDeclSyntax

  /// The persisted property of a declaration, nil where `@Model` leaves the declaration alone.
  init?(_ declaration: VariableDeclSyntax) {
    guard declaration.isPersisted, !declaration.isLazy, declaration.bindings.count == 1,
      let binding = declaration.bindings.first, let name = binding.name
    else { return nil }
    self.init(name: name, binding: binding, declaration: declaration)
  }

  init(name: TokenSyntax, binding: PatternBindingSyntax, declaration: VariableDeclSyntax) {
    token = name
    type = binding.typeAnnotation?.type.trimmed
    defaultValue = binding.initializer?.value.trimmed
    isInitialized = binding.isInitialized(in: declaration)
    self.declaration = declaration
  }

  /// The name without backticks, as the schema knows it.
  var name: String { token.identifier?.name ?? token.text }

  /// The name of the peer that stands for the property among the stored ones.
  var peer: TokenSyntax {
    let peer = "_\(name)"
    return .identifier(peer.isValidSwiftIdentifier(for: .variableName) ? peer : "`\(peer)`")
  }

  /// Whether a value goes through the transformable methods of the backing data.
  var isTransformable: Bool {
    declaration.attributes.attribute(named: "Attribute")?.namesTransformable ?? false
  }

  /// Whether an initializer may leave the property out.
  let isInitialized: Bool

  /// Builds the `Schema.PropertyMetadata` for the property.
  func metadata(in model: TokenSyntax) -> ExprSyntax {
    """
    SwiftData.Schema.PropertyMetadata(\
    name: \(literal: name), keypath: \\\(model).\(token), \
    defaultValue: \(defaultValueExpression), metadata: \(schemaProperty))
    """
  }

  /// The default value, converted to the property's type where that is written down.
  private var defaultValueExpression: ExprSyntax {
    guard let defaultValue, !defaultValue.is(NilLiteralExprSyntax.self) else { return "nil" }
    let type = type?.namedInExpression
    if defaultValue.is(IfExprSyntax.self) || defaultValue.is(SwitchExprSyntax.self) {
      // Such an expression may initialize a variable but not be an argument.
      let result = type.map { " () -> \($0) in" } ?? ""
      return "{\(raw: result) \(defaultValue) }()"
    }
    guard let type else { return defaultValue }
    return defaultValue.isOperand
      ? "\(defaultValue) as \(type)" : "(\(defaultValue)) as \(type)"
  }

  /// The `Schema.Attribute` or `Schema.Relationship` with the arguments of the property's marker.
  private var schemaProperty: ExprSyntax {
    for marker in ["Relationship", "Attribute"] {
      guard let attribute = declaration.attributes.attribute(named: marker) else { continue }
      return "SwiftData.Schema.\(raw: marker)(\(raw: attribute.argumentText))"
    }
    return "nil"
  }
}

extension ExprSyntax {
  /// Whether `as` after the expression takes all of it.
  fileprivate var isOperand: Bool {
    `is`(FunctionCallExprSyntax.self) || `is`(MemberAccessExprSyntax.self)
      || `is`(DeclReferenceExprSyntax.self) || `is`(ArrayExprSyntax.self)
      || `is`(DictionaryExprSyntax.self) || `is`(StringLiteralExprSyntax.self)
      || `is`(IntegerLiteralExprSyntax.self) || `is`(FloatLiteralExprSyntax.self)
      || `is`(BooleanLiteralExprSyntax.self) || `is`(TupleExprSyntax.self)
  }
}
