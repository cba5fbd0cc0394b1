import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Diagnoses a marker where it cannot be or does nothing, and returns the property that it marks.
@discardableResult
func checkMarker(
  _ macro: String,
  _ node: AttributeSyntax,
  on declaration: some DeclSyntaxProtocol,
  in context: some MacroExpansionContext
) -> VariableDeclSyntax? {
  guard let variable = declaration.as(VariableDeclSyntax.self) else {
    context.diagnose(
      Diagnostic(
        node: node,
        message: SwiftDataDiagnostic.notAProperty(
          macro: macro, description: declaration.kindInWords),
        fixIts: [node.removalFixIt(macro, from: declaration)].compactMap(\.self)
      )
    )
    return nil
  }
  let reason: String? =
    switch (variable.isTypeProperty, variable.isComputed) {
    case (true, _): "a type property"
    case (_, true): "computed"
    default: nil
    }
  // Apple's compiler accepts all markers there, and '@Transient' states what is true anyway.
  if let reason, macro != "Transient" {
    context.diagnose(
      Diagnostic(
        node: node,
        message: SwiftDataDiagnostic.markerWithoutEffect(
          macro: macro,
          name: variable.bindings.first?.pattern.trimmedDescription ?? "",
          reason: reason
        ),
        fixIts: [node.removalFixIt(macro, from: variable)].compactMap(\.self)
      )
    )
  }
  return variable
}

extension DeclSyntaxProtocol {
  /// The declaration in a message's words.
  fileprivate var kindInWords: String {
    if let function = `as`(FunctionDeclSyntax.self) {
      return "the function '\(function.name.text)'"
    }
    if let group = asProtocol((any DeclGroupSyntax).self) {
      let (kind, name) = group.kindAndName
      return "the \(kind) '\(name.text)'"
    }
    return `is`(InitializerDeclSyntax.self) ? "an initializer" : "this declaration"
  }
}

extension AttributeSyntax {
  /// Offers to take the attribute off its declaration.
  fileprivate func removalFixIt(_ macro: String, from declaration: some DeclSyntaxProtocol)
    -> FixIt?
  {
    guard let list = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes,
      let index = list.firstIndex(where: { $0.as(AttributeSyntax.self)?.isNamed(macro) == true })
    else { return nil }
    var remaining = list
    remaining.remove(at: index)
    return .replacing(list, with: remaining, message: "remove '@\(macro)'")
  }
}
