import SwiftSyntax

extension AttributeListSyntax {
  /// The first attribute of that name, written bare or with the module's name before it.
  func attribute(named name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.isNamed(name) }
  }
}

extension AttributeSyntax {
  /// Whether the attribute is `@name` or `@SwiftData.name`.
  func isNamed(_ name: String) -> Bool {
    if let identifier = attributeName.as(IdentifierTypeSyntax.self) {
      return identifier.name.text == name
    }
    guard let member = attributeName.as(MemberTypeSyntax.self) else { return false }
    return member.name.text == name && member.baseType.trimmedDescription == "SwiftData"
  }

  /// The arguments as the user wrote them, without the parentheses.
  var argumentText: String {
    guard case .argumentList(let arguments) = arguments else { return "" }
    return arguments.trimmedDescription
  }

  /// Whether one of the unlabeled options is a call or use of `.transformable`.
  var namesTransformable: Bool {
    guard case .argumentList(let arguments) = arguments else { return false }
    return arguments.contains { argument in
      guard argument.label == nil else { return false }
      let called = argument.expression.as(FunctionCallExprSyntax.self)?.calledExpression
      let member = (called ?? argument.expression).as(MemberAccessExprSyntax.self)
      return member?.declName.baseName.text == "transformable"
    }
  }
}
